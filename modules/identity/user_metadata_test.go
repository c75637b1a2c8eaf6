package identity

import (
	"slices"
	"strings"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// Staff write metadata of a user. The user finds it in the export alone, and it goes with the
// account.
func TestMetadataOfUsers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID
		before := admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"metadata": map[string]any{}})
		log := eventbustest.Record(t, h.DB)
		valid := object{"metadata": object{"crm-id": " K-4711 "}}
		h.API.Do(t, "PATCH", path, valid).Require(t, 401, "unauthenticated")
		ada.Do(t, "PATCH", path, valid).Require(t, 403, "forbidden")
		want := kit.Fields{"metadata": map[string]any{"crm-id": "K-4711"}, "version": before.Number("version") + 1}
		admin.With("If-Match", before.Header.Get("ETag")).Do(t, "PATCH", path, valid).Require(t, 200).RequireFields(t, want)
		admin.With("If-Match", before.Header.Get("ETag")).Do(t, "PATCH", path, valid).Require(t, 412, "precondition_failed")
		admin.Do(t, "PATCH", path, valid).Require(t, 200).RequireFields(t, want)
		ada.Do(t, "PATCH", "/v1/users/me", object{"phone": "+49 30 2"}).Require(t, 200)
		admin.Do(t, "PATCH", path, object{"fullName": "Ada King", "metadata": object{"crm-id": "K-4712"}}).Require(t, 200)
		for _, name := range []string{"K-4711", "K-4712"} {
			for _, found := range h.find(t, name) {
				if !strings.HasPrefix(found, "identity_user") || name == "K-4711" {
					t.Errorf("%s stands in %s", name, found)
				}
			}
		}
		if got := eventbustest.Of[events.ProfileCorrected](log); len(got) != 2 ||
			!slices.Equal(got[0].Fields, []events.ProfileField{events.ProfileMetadata}) ||
			!slices.Equal(got[1].Fields, []events.ProfileField{events.ProfileFullName, events.ProfileMetadata}) {
			t.Errorf("%+v", got)
		}
		if got := eventbustest.Of[events.ProfileChanged](log); len(got) != 2 {
			t.Errorf("%+v", got)
		}

		ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).RequireFields(t, kit.Fields{"metadata": nil})
		for _, export := range []kit.Answer{
			ada.Do(t, "GET", "/v1/users/me/export", nil), admin.Do(t, "GET", path+"/export", nil),
		} {
			export.Require(t, 200).RequireFields(t, kit.Fields{"identity.metadata": map[string]any{"crm-id": "K-4712"}})
		}
		admin.Do(t, "POST", path+"/erase", object{"reason": "Asked."}).Require(t, 202)
		for _, found := range h.find(t, "K-4712") {
			t.Errorf("K-4712 stands in %s after the erasure", found)
		}
	})
}

func TestFilterUsersByMetadata(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		admin.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"metadata": object{"crm.id": "1", "club": "gold"}}).Require(t, 200)
		admin.Do(t, "PATCH", "/v1/admin/users/"+bob.ID, object{"metadata": object{"crm.id": "2", "club": "gold"}}).Require(t, 200)
		for query, want := range map[string][]string{
			"meta.crm.id=1": {"ada@example.com"}, "meta.club=gold": {"ada@example.com", "bob@example.com"}, "meta.club=Gold": nil,
			"meta.club=gold&meta.crm.id=2": {"bob@example.com"}, "meta.crm.id=1&q=bob": nil, "q=bob&meta.club=gold": {"bob@example.com"},
			"meta.none=1": nil, "meta.NONE=1": nil,
		} {
			var list struct{ Data []struct{ Email string } }
			admin.Do(t, "GET", "/v1/admin/users?sort=email&"+query, nil).Require(t, 200).Decode(t, &list)
			var got []string
			for _, u := range list.Data {
				got = append(got, u.Email)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		got := admin.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"metadata": object{"A": "x", "b": 5}}).Require(t, 422).Pointers()
		if slices.Sort(got); !slices.Equal(got, []string{"/metadata/A bad_format", "/metadata/b wrong_type"}) {
			t.Errorf("%q", got)
		}
	})
}
