package identity

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestFindUsers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		h.post(t, "register", object{"email": "m.100%_x@example.com", "password": goodPassword, "fullName": "Jörg MÜLLER"}).Require(t, 202)
		var r registration
		if err := h.DB.Take(&r).Error; err != nil {
			t.Fatal(err)
		}
		h.session(t, h.post(t, "verify-email", object{"email": r.Email, "code": h.codeOf(t, "registration_id", r.ID)}))
		for q, want := range map[string]float64{
			"": 2, "MÜLLER": 1, "jörg m": 1, " Example.COM ": 2, "100%_": 1, "%": 1, "_": 1, `\`: 0, "nobody": 0, "admin@": 1,
			"joerg": 1, "jorg muller": 1, "müller jörg": 1, "mueller": 1, "mulller": 1, "müler": 1, "jörg smith": 0, "ller": 1,
		} {
			list := admin.Do(t, "GET", "/v1/admin/users?q="+url.QueryEscape(q), nil).Require(t, 200)
			if got := list.Number("meta.total"); got != want {
				t.Errorf("q=%q finds %v, want %v", q, got, want)
			}
		}
		jorg := h.session(t, h.login(t, r.Email, goodPassword))
		jorg.Do(t, "PATCH", "/v1/users/me", object{"fullName": "Łukasz Öztürk", "phone": "+49 30 1234567"}).Require(t, 200)
		for q, want := range map[string]float64{"muller": 0, "lukasz oeztuerk": 1, "030 123": 1, "030 124": 0, "030 1234567": 1, "lukaz": 1} {
			if got := admin.Do(t, "GET", "/v1/admin/users?q="+url.QueryEscape(q), nil).Require(t, 200).Number("meta.total"); got != want {
				t.Errorf("after the change, q=%q finds %v, want %v", q, got, want)
			}
		}
		admin.Do(t, "GET", "/v1/admin/users?role=admin", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"meta.total": 1, "data.0.id": admin.ID, "data.0.disabled": false})
		admin.Do(t, "GET", "/v1/admin/users?role=owner", nil).Require(t, 422, "validation_failed")
		admin.Do(t, "GET", "/v1/admin/users?q=&role=", nil).Require(t, 200)
		admin.Do(t, "GET", "/v1/admin/users?q=%00", nil).Require(t, 422, "validation_failed")
		admin.Do(t, "GET", "/v1/admin/users?q=%ff", nil).Require(t, 422, "validation_failed")
		admin.Do(t, "GET", "/v1/admin/users?limit=0", nil).Require(t, 422, "validation_failed")
		admin.Do(t, "GET", "/v1/admin/users?page=9", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2, "data.#": 0})
	})
}

func TestAccess(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID
		patch := func(body object) kit.Answer { return admin.Do(t, "PATCH", path, body) }

		h.API.Do(t, "PATCH", path, object{"role": "admin"}).Require(t, 401, "unauthenticated")
		ada.Do(t, "PATCH", path, object{"role": "admin"}).Require(t, 403, "forbidden")
		for _, missing := range []string{"nonsense", id.New()} {
			admin.Do(t, "GET", "/v1/admin/users/"+missing, nil).Require(t, 404, "not_found")
			admin.Do(t, "PATCH", "/v1/admin/users/"+missing, object{"role": "admin"}).Require(t, 404, "not_found")
		}
		for _, bad := range []object{{"role": "owner"}, {"role": "staff"}, {"role": nil}, {"disabled": "yes"}, {"disabled": nil},
			{"email": "x@example.com"}} {
			patch(bad).Require(t, 422)
		}

		log := eventbustest.Record(t, h.DB)
		patch(object{"role": "admin"}).Require(t, 200).RequireFields(t, kit.Fields{"role": "admin", "disabled": false})
		requireTokenEnds(t, ada.API) // the access token says customer
		ada = h.refresh(t, ada.Refresh)
		ada.Do(t, "GET", path, nil).Require(t, 200)
		patch(object{"role": "customer"}).Require(t, 200)
		if a := ada.Do(t, "GET", path, nil); a.Status != 403 {
			t.Errorf("a demoted admin gets %d", a.Status)
		}
		ada = h.refresh(t, ada.Refresh)
		ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		log.RequireExactly(t, events.RoleChanged{UserID: ada.ID, Role: "admin"}, events.RoleChanged{UserID: ada.ID, Role: "customer"},
			refreshed(log, 0), refreshed(log, 1))

		log = eventbustest.Record(t, h.DB)
		patch(object{"disabled": true}).Require(t, 200)
		patch(object{"disabled": true}).Require(t, 200)
		requireTokenEnds(t, ada.API)
		h.refuseRefresh(t, ada.Refresh)
		h.login(t, ada.Email, goodPassword).Require(t, 401, "invalid_credentials")
		patch(object{"disabled": false}).Require(t, 200).RequireFields(t, kit.Fields{"disabled": false})
		h.login(t, ada.Email, goodPassword).Require(t, 200)
		if got := eventNames(log); got != "access_changed access_changed logged_in login_failed sessions_ended" {
			t.Errorf("events: %s", got)
		}
		for _, e := range log.Entries() {
			if e.Name == (events.AccessChanged{}).EventName() && e.Actor != "user:"+admin.ID {
				t.Errorf("%s: actor %s", e.Name, e.Actor)
			}
		}
	})
}

// The staff correct a name or a phone number as its owner would, and the audit says so.
func TestCorrectTheProfile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID
		clerk, _ := h.staff(t, admin, "clerk@example.com", "customers:write")
		reader, _ := h.staff(t, admin, "reader@example.com", "customers:read")
		name := object{"fullName": "Ada King"}
		reader.Do(t, "PATCH", path, name).Require(t, 403, "forbidden")
		clerk.Do(t, "PATCH", "/v1/admin/users/"+reader.ID, name).Require(t, 403, "forbidden")
		clerk.Do(t, "PATCH", "/v1/admin/users/"+admin.ID, name).Require(t, 403, "forbidden")
		before := admin.Do(t, "GET", path, nil).Require(t, 200)

		log := eventbustest.Record(t, h.DB)
		for body, want := range map[string][]string{
			`{"fullName":null}`: {"/fullName wrong_type"}, `{"phone":5}`: {"/phone wrong_type"}, `{"locale":"de"}`: {"/locale unexpected_field"},
			`{"fullName":" ","phone":"` + strings.Repeat("1", 41) + `","email":"x@example.com"}`: {"/email unexpected_field", "/fullName too_short",
				"/phone too_long"},
		} {
			if got := slices.Sorted(slices.Values(clerk.Do(t, "PATCH", path, body).Require(t, 422).Pointers())); !slices.Equal(got, want) {
				t.Errorf("%.40s: %v, want %v", body, got, want)
			}
		}
		h.Clock.Advance(time.Minute)
		phone := "+49 30 2"
		got := clerk.With("If-Match", before.Header.Get("ETag")).Do(t, "PATCH", path, object{"fullName": " Ada King ", "phone": phone}).
			Require(t, 200)
		got.RequireFields(t, kit.Fields{"fullName": "Ada King", "phone": phone, "email": ada.Email, "version": before.Number("version") + 1})
		if got.Text("updatedAt") <= before.Text("updatedAt") {
			t.Errorf("updated: %s", got.Body)
		}
		clerk.With("If-Match", before.Header.Get("ETag")).Do(t, "PATCH", path, object{"fullName": "Augusta"}).
			Require(t, 412, "precondition_failed")
		clerk.Do(t, "PATCH", path, object{"fullName": "Ada King", "phone": phone}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": got.At("version")})
		clerk.Do(t, "PATCH", path, object{"phone": nil}).Require(t, 200).RequireFields(t, kit.Fields{"fullName": "Ada King", "phone": nil})
		changed := events.ProfileChanged{UserID: ada.ID, Locale: "en", Email: ada.Email, FullName: "Ada King", Phone: &phone}
		cleared := changed
		cleared.Phone = nil
		log.RequireExactly(t,
			changed, events.ProfileCorrected{UserID: ada.ID, Fields: []events.ProfileField{events.ProfileFullName, events.ProfilePhone}},
			cleared, events.ProfileCorrected{UserID: ada.ID, Fields: []events.ProfileField{events.ProfilePhone}})
		for _, e := range log.Entries() {
			if e.Actor != "user:"+clerk.ID {
				t.Errorf("%s: actor %s", e.Name, e.Actor)
			}
		}
		ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).RequireFields(t, kit.Fields{"fullName": "Ada King", "phone": nil})
		admin.Do(t, "GET", "/v1/admin/users?q=king", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})

		// With a change of access it is one version.
		both := clerk.Do(t, "PATCH", path, object{"fullName": "Augusta", "disabled": true}).Require(t, 200)
		both.RequireFields(t, kit.Fields{"fullName": "Augusta", "disabled": true, "version": got.Number("version") + 2})
	})
}

// refreshed is the i-th event of its kind as recorded; the test does not know its session.
func refreshed(log *eventbustest.Recorder, i int) events.SessionRefreshed {
	return eventbustest.Of[events.SessionRefreshed](log)[i]
}

func TestTheLastAdminStays(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		for _, body := range []object{{"role": "customer"}, {"disabled": true}, {"role": "customer", "disabled": true}} {
			admin.Do(t, "PATCH", "/v1/admin/users/"+admin.ID, body).Require(t, 409, "last_admin")
		}
		admin.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 409, "last_admin")

		off := h.admin(t, "off@example.com") // a disabled admin does not count
		admin.Do(t, "PATCH", "/v1/admin/users/"+off.ID, object{"disabled": true}).Require(t, 200)
		admin.Do(t, "PATCH", "/v1/admin/users/"+admin.ID, object{"role": "customer"}).Require(t, 409, "last_admin")
		admin.Do(t, "PATCH", "/v1/admin/users/"+off.ID, object{"role": "customer"}).Require(t, 200)
	})
}

func TestAdminsWhoDemoteEachOtherAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		processes := h.processes(t)
		for round := range 5 {
			one, two := h.admin(t, fmt.Sprintf("one%d@example.com", round)), h.admin(t, fmt.Sprintf("two%d@example.com", round))
			statuses := kit.AtOnce(2, func(i int) int {
				callers, targets := []customer{one, two}, []customer{two, one}
				api := processes[i%len(processes)].API.As(callers[i].Access)
				return api.Do(t, "PATCH", "/v1/admin/users/"+targets[i].ID, object{"disabled": true}).Status
			})
			var left []user
			if err := h.DB.Where("role = 'admin' AND disabled_at IS NULL").Find(&left).Error; err != nil {
				t.Fatal(err)
			}
			// The loser gets last_admin or, when it is disabled already, a 401.
			if statuses[200] != 1 || statuses[409]+statuses[401] != 1 || len(left) != 1 {
				t.Fatalf("statuses %v, %d admins are left", statuses, len(left))
			}
			// The next two admins are the only ones.
			if err := h.DB.Model(&left[0]).Update("role", "customer").Error; err != nil {
				t.Fatal(err)
			}
		}
	})
}
