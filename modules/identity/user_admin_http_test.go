package identity

import (
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestUserFilters(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		h.Clock.Advance(time.Minute)
		zoe := h.customer(t, "zoe@example.com")
		h.Clock.Advance(time.Minute)
		bob := h.customer(t, "bob@example.com")
		zoe.Do(t, "PATCH", "/v1/users/me", object{"fullName": "alan turing"}).Require(t, 200)
		if err := h.DB.Exec("UPDATE identity_users SET account_type = 'wholesale', business_name = 'Zoe Ltd' WHERE id = ?",
			zoe.ID).Error; err != nil {
			t.Fatal(err)
		}
		admin.Do(t, "PATCH", "/v1/admin/users/"+bob.ID, object{"disabled": true}).Require(t, 200)
		names := map[string]string{admin.ID: "admin", zoe.ID: "zoe", bob.ID: "bob"}
		for query, want := range map[string]string{
			"":                       "bob zoe admin",
			"?sort=-createdAt":       "bob zoe admin",
			"?sort=createdAt":        "admin zoe bob",
			"?sort=email":            "admin bob zoe",
			"?sort=-email":           "zoe bob admin",
			"?accountType=wholesale": "zoe",
			"?accountType=retail":    "bob admin",
			"?disabled=true":         "bob",
			"?disabled=false":        "zoe admin",
			"?disabled=":             "bob zoe admin",
			"?accountType=retail&disabled=true&q=BOB": "bob",
			"?accountType=wholesale&role=admin":       "",
			"?ids=" + zoe.ID + "," + id.New():         "zoe",
			"?ids=" + zoe.ID + "," + bob.ID:           "bob zoe",
			"?ids=" + bob.ID + "&disabled=false":      "",
		} {
			var list struct{ Data []struct{ ID string } }
			admin.Do(t, "GET", "/v1/admin/users"+query, nil).Require(t, 200).Decode(t, &list)
			var got []string
			for _, u := range list.Data {
				got = append(got, names[u.ID])
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %v, want %s", query, got, want)
			}
		}
		first := admin.Do(t, "GET", "/v1/admin/users?sort=fullName", nil).Require(t, 200)
		last := admin.Do(t, "GET", "/v1/admin/users?sort=-fullName", nil).Require(t, 200)
		if first.Text("data.2.id") != zoe.ID || last.Text("data.0.id") != zoe.ID {
			t.Errorf("by name: %s, %s", first.Body, last.Body)
		}
		for query, want := range map[string]string{
			"?accountType=big": "?accountType not_allowed", "?disabled=1": "?disabled not_allowed", "?sort=name": "?sort not_allowed",
			"?ids=x": "?ids bad_format", "?ids=" + strings.Repeat(zoe.ID+",", 100) + zoe.ID: "?ids too_long",
			"?role=admin&role=staff": "?role not_allowed",
		} {
			if got := admin.Do(t, "GET", "/v1/admin/users"+query, nil).Require(t, 422).Pointers(); len(got) != 1 || got[0] != want {
				t.Errorf("%.60s: %v", query, got)
			}
		}
	})
}

func TestAdminReadsAddresses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID + "/addresses"
		h.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		ada.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			admin.Do(t, "GET", "/v1/admin/users/"+unknown+"/addresses", nil).Require(t, 404, "not_found")
		}
		if got := admin.Do(t, "GET", path, nil).Require(t, 200); strings.TrimSpace(string(got.Body)) != "[]" {
			t.Errorf("none: %s", got.Body)
		}
		ada.Do(t, "POST", addresses, someAddress()).Require(t, 201)
		want := ada.Do(t, "GET", addresses, nil).Require(t, 200)
		if got := admin.Do(t, "GET", path, nil).Require(t, 200); string(got.Body) != string(want.Body) {
			t.Errorf("%s, want %s", got.Body, want.Body)
		}
	})
}

// An admin sees where a user is logged in, and ends one session or all.
func TestAdminEndsSessions(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID + "/sessions"
		second := h.session(t, h.login(t, ada.Email, goodPassword))
		third := h.session(t, h.login(t, ada.Email, goodPassword))
		sessions := admin.Do(t, "GET", path, nil).Require(t, 200)
		sessions.RequireFields(t, kit.Fields{"meta.total": 3, "data.0.current": false})
		own := ada.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200)
		var first string
		for i := range 3 {
			if at := "data." + string(rune('0'+i)); own.At(at+".current") == true {
				first = own.Text(at + ".id")
			}
		}
		for _, below := range []string{path, path + "/" + first} {
			h.API.Do(t, "DELETE", below, nil).Require(t, 401, "unauthenticated")
			ada.Do(t, "DELETE", below, nil).Require(t, 403, "forbidden")
		}
		ada.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			admin.Do(t, "GET", "/v1/admin/users/"+unknown+"/sessions", nil).Require(t, 404, "not_found")
			admin.Do(t, "DELETE", "/v1/admin/users/"+unknown+"/sessions", nil).Require(t, 404, "not_found")
			admin.Do(t, "DELETE", path+"/"+unknown, nil).Require(t, 404, "not_found")
		}
		admin.Do(t, "DELETE", "/v1/admin/users/"+admin.ID+"/sessions/"+first, nil).Require(t, 404, "not_found")

		log := eventbustest.Record(t, h.DB)
		admin.Do(t, "DELETE", path+"/"+first, nil).Require(t, 204)
		admin.Do(t, "DELETE", path+"/"+first, nil).Require(t, 404, "not_found")
		requireTokenEnds(t, ada.API)
		h.refuseRefresh(t, ada.Refresh)
		second.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		admin.Do(t, "DELETE", path, nil).Require(t, 204)
		admin.Do(t, "DELETE", path, nil).Require(t, 204)
		requireTokenEnds(t, second.API)
		requireTokenEnds(t, third.API)
		admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		ended := eventbustest.Of[events.SessionsEnded](log)
		if len(ended) != 2 || len(ended[0].SessionIDs) != 1 || len(ended[1].SessionIDs) != 2 || ended[1].Reason != events.SessionEndedByAdmin {
			t.Errorf("events: %v", ended)
		}
		h.session(t, h.login(t, ada.Email, goodPassword))

		clerk, _ := h.staff(t, admin, "clerk@example.com", "customers:write")
		clerk.Do(t, "DELETE", path, nil).Require(t, 204)
		clerk.Do(t, "DELETE", "/v1/admin/users/"+admin.ID+"/sessions", nil).Require(t, 403, "forbidden")
		reader, _ := h.staff(t, admin, "reader@example.com", "customers:read")
		reader.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		reader.Do(t, "GET", "/v1/admin/users/"+ada.ID+"/addresses", nil).Require(t, 200)
	})
}
