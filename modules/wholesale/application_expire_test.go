package wholesale

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// personalIn counts the rows of a table in which Jana stands.
func (s *setup) personalIn(t *testing.T, table, where string, args ...any) (n int) {
	t.Helper()
	var rows []map[string]any
	if err := s.DB.Table(table).Where(where, args...).Find(&rows).Error; err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		raw, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(string(raw))
		if strings.Contains(text, "lindner") || strings.Contains(text, kit.AddressID("jana@lindner.example")) {
			n++
		}
	}
	return n
}

// later lets time pass, which ends the admin's token.
func (s *setup) later(t *testing.T, d time.Duration) {
	t.Helper()
	s.Clock.Advance(d)
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
}

// replayNothing resets the copy of the accounts without replaying an event, as if the replay took
// long.
func (s *setup) replayNothing(t *testing.T) {
	t.Helper()
	if err := s.DB.Exec(`UPDATE events SET personal = '{}' WHERE name = ?`, identity.AccountCreated{}.EventName()).Error; err != nil {
		t.Fatal(err)
	}
	if _, err := eventbus.Replay(t.Context(), s.DB, "wholesale.accounts", true); err != nil {
		t.Fatal(err)
	}
	eventbustest.Drain(t, s.DB)
}

// The personal fields of an application are erased KeepDays after its end, unless it was approved
// or its email address has an account.
func TestExpiredApplicationsAreErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const day = 24 * time.Hour
		rejectedOne, undecided, approvedOne := s.submit(t), s.submit(t), s.submit(t)
		customers := s.submit(t, body{"contactEmail": "ada@lindner.example"})
		s.Publish(t, created(id.New(), "ada@lindner.example"))
		s.admin.Do(t, "POST", path(undecided.Text("id"), "request-info"), body{"question": "Lindner who?"}).Require(t, 200)
		s.admin.Do(t, "POST", path(undecided.Text("id"), "record-answer"), body{"answer": "Lindner, the roaster."}).Require(t, 200)
		s.admin.Do(t, "POST", path(approvedOne.Text("id"), "approve"), nil).Require(t, 200)
		s.later(t, 2*day)
		s.admin.Do(t, "POST", path(rejectedOne.Text("id"), "reject"), body{"reason": "Lindner sells nothing."}).Require(t, 200)
		s.admin.Do(t, "POST", path(customers.Text("id"), "reject"), body{"reason": "Lindner sells nothing."}).Require(t, 200)
		s.later(t, 178*day-time.Hour)
		late := s.submit(t)
		s.replayNothing(t)

		forgotten := map[string]bool{}
		for _, step := range []struct {
			later time.Duration
			gone  string
		}{{0, ""}, {2 * time.Hour, undecided.Text("id")}, {2 * day, rejectedOne.Text("id")}, {0, ""}} {
			s.later(t, step.later)
			if err := depsOf(s.Deps).eraseExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			forgotten[step.gone] = true
			for _, a := range []string{rejectedOne.Text("id"), undecided.Text("id"), approvedOne.Text("id"), customers.Text("id"), late.Text("id")} {
				rows, events := s.personalIn(t, "wholesale_applications", "id = ?", a), s.personalIn(t, "events", "key = ?", a)
				if got := rows == 0 && events == 0; got != forgotten[a] || !got && rows*events == 0 {
					t.Errorf("after %v more, of %s: %d rows and %d events", step.later, a, rows, events)
				}
			}
		}
		s.admin.Do(t, "GET", path(undecided.Text("id"), ""), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"status": "rejected", "decidedBy": nil})
	})
}
