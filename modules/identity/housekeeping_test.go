package identity

import (
	"testing"
	"time"
)

func TestHousekeeping(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := &service{Deps: Deps{DB: h.DB, Clock: h.Clock, Log: h.Log}}
		sweep := func() {
			t.Helper()
			if err := s.sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.register(t, "forgotten@example.com")
		ada := h.customer(t, "ada@example.com")
		h.login(t, "nobody@example.com", phrase).Require(t, 401)
		tables := []string{"identity_registrations", "identity_challenges", "identity_sessions", "identity_code_days", "identity_login_failures"}
		left := func(want ...int64) {
			t.Helper()
			for i, table := range tables {
				if n := h.count(t, table); n != want[i] {
					t.Errorf("%s: %d rows, want %d", table, n, want[i])
				}
			}
		}
		sweep()
		left(1, 1, 1, 2, 1)
		h.Clock.Advance(3 * 24 * time.Hour)
		sweep()
		left(1, 1, 1, 0, 0) // the attempt's letter may still be sent again
		h.Clock.Advance(5 * 24 * time.Hour)
		sweep()
		left(0, 0, 1, 0, 0)
		h.refresh(t, ada.Refresh)
		h.Clock.Advance(31 * 24 * time.Hour)
		sweep()
		left(0, 0, 0, 0, 0)
		for _, found := range h.find(t, "forgotten@example.com") {
			t.Errorf("still in %s", found)
		}
	})
}
