package mailer

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

// After an erasure nothing of the user is left in the letters: those that wait are gone, the others are blank, and nothing
// late brings anything back. Somebody else's letters stay.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email, other = "maria@example.com", "noah@example.com"
		user := id.New()
		asUser := identity.PasswordCodeRequested{UserID: user, ChallengeID: id.New(), Locale: "en", Email: email, FullName: "Maria Schmidt"}
		asAddress := wholesale.ApplicationSubmitted{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", ContactEmail: email, AddressID: kit.AddressID(email), ContactFullName: "Maria Schmidt"}
		s.Publish(t, asUser, asAddress, registration(other))
		s.arrived(t, email, 2)
		kit.Eventually(t, "all are recorded", func() error { return want(rows(t, s.DB, "status = ?", sent), 3) })

		s.mail.Script(mailserver.RefuseTo(email, 550)) // for a letter with a reason
		s.Publish(t, asUser)
		kit.Eventually(t, "one has failed", func() error { return want(rows(t, s.DB, "status = ?", failed), 1) })
		s.mail.Script(mailserver.RefuseTo(email, 450))
		s.Publish(t, asUser, asAddress)
		kit.Eventually(t, "two wait", func() error { return want(rows(t, s.DB, "status = ? AND last_error <> ''", queued), 2) })

		erasedAt := s.Clock.Now()
		erasure := identity.AccountErased{UserID: user, AddressID: kit.AddressID(email), ErasedAt: erasedAt}
		s.Publish(t, erasure, erasure)
		if got := rows(t, s.DB, "1 = 1"); got != 4 {
			t.Errorf("%d letters are left, want 4", got)
		}
		if got := rows(t, s.DB, "recipient = '' AND data = '{}' AND last_error IS NULL AND subject_id IS NULL AND address_id IS NULL"); got != 3 {
			t.Errorf("%d letters are blank, want 3", got)
		}
		if got := rows(t, s.DB, "recipient = ? AND data LIKE ?", other, "%requestedAt%"); got != 1 {
			t.Error("somebody else's letter is gone")
		}

		s.mail.Script(nil)
		late(t, s, draft{Kind: "account_exists", To: email, Locale: "en", About: user}, s.Clock.Now().Add(time.Hour))
		late(t, s, draft{Kind: "wholesale_received", To: email, Locale: "en", About: kit.AddressID(email)}, erasedAt)
		if got := rows(t, s.DB, "1 = 1"); got != 4 {
			t.Errorf("late events have queued %d letters", got-4)
		}

		// Whoever has the address may come back.
		s.advance(time.Second)
		before := s.mail.Count(email)
		s.Publish(t, registration(email))
		s.arrived(t, email, before+1)
	})
}

func want(got, want int64) error {
	if got != want {
		return fmt.Errorf("%d, want %d", got, want)
	}
	return nil
}

// late handles a draft as it is handled when its event was read before the erasure.
func late(t *testing.T, s *setup, d draft, occurredAt time.Time) {
	t.Helper()
	handle := queues(s.mailer, func(identity.AccountErased) draft { return d })
	err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
		return handle(t.Context(), tx, eventbus.Message[identity.AccountErased]{ID: id.New(), OccurredAt: occurredAt})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An erasure waits for letters that are being queued, and they for it: whichever is first, nothing is left.
func TestErasureMeetsQueueing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseAll(450))
		for range 10 {
			user, email := id.New(), id.New()+"@example.com"
			var all sync.WaitGroup
			all.Go(func() {
				late(t, s, draft{Kind: "account_exists", To: email, Locale: "en", About: user}, s.Clock.Now())
			})
			all.Go(func() {
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					return erase(tx, identity.AccountErased{UserID: user, AddressID: kit.AddressID(email), ErasedAt: s.Clock.Now()})
				})
				if err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			if got := rows(t, s.DB, "recipient = ?", email); got != 0 {
				t.Errorf("%d letters are left", got)
			}
		}
	})
}

// An export has the letters to the user, those from before there was an account too, and nobody else's.
func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email = "maria@example.com"
		mine := registration(email) // the registration's id becomes the user's
		applied := wholesale.ApplicationSubmitted{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", ContactEmail: email, AddressID: kit.AddressID(email)}
		s.Publish(t, mine, applied, registration("noah@example.com"))
		s.awaitStatus(t, "noah@example.com", sent)
		kit.Eventually(t, "all are recorded", func() error { return want(rows(t, s.DB, "status = ?", sent), 3) })
		raw := export(t, s, mine.RegistrationID)
		for _, part := range []string{`"kind":"registration_code"`, `"kind":"wholesale_received"`, `"to":"maria@example.com"`, `"status":"sent"`, `"createdAt":"2`, `"sentAt":"2`} {
			if !strings.Contains(raw, part) {
				t.Errorf("the export has no %s: %s", part, raw)
			}
		}
		if strings.Contains(raw, "noah") || strings.Count(raw, `"kind"`) != 2 {
			t.Errorf("the export is %s", raw)
		}
		if raw := export(t, s, id.New()); raw != "[]" {
			t.Errorf("the export of a stranger is %s", raw)
		}
	})
}

func export(t *testing.T, s *setup, userID string) string {
	t.Helper()
	all, err := s.Module.Export(t.Context(), s.DB, userID)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
