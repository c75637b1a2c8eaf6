package vat

import (
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// held is what the module exports of a user.
func (s *setup) held(t *testing.T, userID string) string {
	t.Helper()
	v, err := s.Module.Export(t.Context(), s.DB, userID)
	if err != nil {
		t.Fatal(err)
	}
	return string(kit.JSON(t, v))
}

func TestErasureAndExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const nothing = `{"vatId":null,"checks":[]}`
		log := eventbustest.Record(t, s.DB)
		if got := s.held(t, s.userID); got != nothing {
			t.Errorf("before: %s", got)
		}
		keyed := s.user.With("Idempotency-Key", "once")
		keyed.Do(t, "PUT", own, body{"vatId": french}).Require(t, 200)
		other, otherID := s.As(t, auth.RoleCustomer)
		other.Do(t, "PUT", own, body{"vatId": "DE129273398"}).Require(t, 200)
		s.ask(t)
		s.admin.Do(t, "POST", admin+"/"+s.userID+"/confirm", body{"consultationNumber": "BZSt 4711", "reason": "Proved by Ada."}).Require(t, 200)
		if got := s.held(t, s.userID); strings.Count(got, french) != 3 || !strings.Contains(got, "Proved by Ada.") ||
			strings.Contains(got, "DE129273398") {
			t.Errorf("export: %s", got)
		}

		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("ada@example.com"), ErasedAt: s.Clock.Now()})
		if got := s.held(t, s.userID); got != nothing {
			t.Errorf("after the erasure: %s", got)
		}
		if got := s.held(t, otherID); !strings.Contains(got, "DE129273398") {
			t.Errorf("another's went too: %s", got)
		}
		for _, e := range log.Entries() {
			if text := string(e.Payload); strings.Contains(text, french) || strings.Contains(text, "Ada") || strings.Contains(text, "BZSt") {
				t.Errorf("the log has it after the erasure: %s", text)
			}
		}
		s.admin.Do(t, "GET", admin+"/"+s.userID, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", admin+"/"+s.userID+"/confirm", body{"consultationNumber": "BZSt 4711", "reason": "x"}).Require(t, 404, "not_found")
		for _, late := range []*kit.API{s.user, keyed} {
			late.Do(t, "PUT", own, body{"vatId": french}).Require(t, 401, "unauthenticated")
		}
		s.user.Do(t, "DELETE", own, nil).Require(t, 401, "unauthenticated")
		s.later(t, 2*lease)
		if n := len(s.checks(t)); n != 0 {
			t.Errorf("%d pieces of evidence after the erasure", n)
		}
	})
}
