package backoffice

import (
	"fmt"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A cursor goes through the log without a gap or a double, whatever comes meanwhile.
func TestCursor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var seven []eventbus.Event
		for range 7 {
			seven = append(seven, identity.RoleChanged{UserID: id.New(), Role: identity.RoleAdmin})
		}
		s.cause(t, "r-1", "cli", seven...)
		path := "/v1/admin/audit?name=" + role + "&limit=3"
		var keys []string
		for page, cursor := 0, ""; page == 0 || cursor != ""; page++ {
			got := s.admin.Do(t, "GET", path+cursor, nil).Require(t, 200)
			for i := range 3 {
				if key := got.Text(fmt.Sprintf("data.%d.key", i)); key != "" {
					keys = append(keys, key)
				}
			}
			got.RequireFields(t, kit.Fields{"meta.total": 7, "meta.totalPages": 3})
			if cursor = got.Text("meta.nextCursor"); cursor != "" {
				cursor = "&cursor=" + cursor
			}
			s.cause(t, "r-2", "cli", identity.RoleChanged{UserID: id.New(), Role: "admin"})
		}
		if len(keys) != 7 {
			t.Fatalf("%d rows", len(keys))
		}
		for i, key := range keys {
			if want := seven[6-i].EventKey(); key != want {
				t.Errorf("row %d: %s, want %s", i, key, want)
			}
		}
	})
}

// What is no cursor is refused, and so is a cursor together with a page.
func TestBadCursor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/audit?limit=3"
		for _, bad := range []string{"x", "0-1", "1", "1-2-3", "-1-2"} {
			if got := s.admin.Do(t, "GET", path+"&cursor="+bad, nil).Require(t, 422, "validation_failed").Pointers(); len(got) != 1 ||
				got[0] != "?cursor bad_format" {
				t.Errorf("%s: %v", bad, got)
			}
		}
		s.admin.Do(t, "GET", path+"&page=2&cursor=5-7", nil).Require(t, 422, "validation_failed")
	})
}

// Without sessions the audit and the log have what changed something, and what ended sessions.
func TestAuditWithoutSessions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		user := id.New()
		s.cause(t, "r-1", "user:"+user,
			identity.LoggedIn{UserID: user, SessionID: id.New()}, identity.LoginFailed{AddressID: kit.AddressID("bob@example.com"),
				Reason: "credentials"},
			identity.SessionRefreshed{UserID: user, SessionID: id.New()}, identity.SecondFactorRequested{UserID: user},
			identity.SecondFactorRejected{UserID: user}, identity.SessionSteppedUp{UserID: user, SessionID: id.New()},
			identity.SessionsEnded{UserID: user, Reason: "admin"}, identity.RoleChanged{UserID: user, Role: identity.RoleAdmin})
		for query, want := range map[string]int{"": 8, "sessions=true": 8, "sessions=false": 2, "sessions=false&name=" + role: 1,
			"sessions=false&actor=cli": 0} {
			s.admin.Do(t, "GET", "/v1/admin/audit?"+query, nil).Require(t, 200).RequireFields(t, kit.Fields{"data.#": want, "meta.total": want})
		}
		s.admin.Do(t, "GET", "/v1/admin/audit?sessions=false&limit=2", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.name": role, "data.1.name": "identity.sessions_ended.v1",
		})
		s.admin.Do(t, "GET", "/v1/admin/audit?sessions=no", nil).Require(t, 422, "validation_failed")
		for query, want := range map[string]int{"actor=user:" + user: 8, "sessions=false&actor=user:" + user: 2,
			"sessions=false&name=identity.logged_in.v1": 0} {
			s.admin.Do(t, "GET", "/v1/admin/events?"+query, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": want})
		}
	})
}
