package mailer

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

const (
	maria = "maria@example.com"
	noah  = "noah@example.com"
)

// application is an event that sends a mail to the address, before it has an account.
func application(address string) wholesale.ApplicationSubmitted {
	return wholesale.ApplicationSubmitted{
		ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en",
		ContactEmail: address, AddressID: kit.AddressID(address), ContactFullName: "Maria Schmidt",
	}
}

func accountErased(userID, address string, at time.Time) identity.AccountErased {
	return identity.AccountErased{UserID: userID, AddressID: kit.AddressID(address), ErasedAt: at}
}

// An erasure deletes the user's queued emails and blanks the others. Other users' emails stay.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		userID := id.New()
		asUser := identity.PasswordCodeRequested{
			UserID: userID, ChallengeID: id.New(), Locale: "en", Email: maria, FullName: "Maria Schmidt",
		}
		s.Publish(t, asUser, application(maria), registration(noah))
		s.awaitMessages(t, maria, 2)
		s.awaitCount(t, emailSent, 3)
		s.server.Script(mailserver.RefuseTo(maria, 550)) // one with an error
		s.Publish(t, asUser)
		s.awaitCount(t, emailFailed, 1)
		s.server.Script(mailserver.RefuseTo(maria, 450)) // two that wait
		s.Publish(t, asUser, application(maria))
		kit.Eventually(t, "two wait", func() error {
			return want(rows(t, s.DB, "status = ? AND last_error <> ''", emailQueued), 2)
		})

		erased := accountErased(userID, maria, s.Clock.Now())
		s.Publish(t, erased, erased)
		for where, want := range map[string]int64{
			"1 = 1": 4,
			"recipient = '' AND data = '{}' AND last_error IS NULL AND subject_id IS NULL AND address_id IS NULL": 3,
			"recipient = '" + noah + "' AND data LIKE '%requestedAt%'":                                            1,
		} {
			if got := rows(t, s.DB, where); got != want {
				t.Errorf("%d emails with %s, want %d", got, where, want)
			}
		}
	})
}

// The erasure of a guest deletes the queued emails about the guest's orders and blanks the others.
// Emails to the address about an account, or an application, stay. So does what the guest does
// next.
func TestErasureOfAGuest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		guestID := kit.AddressID(maria)
		placed := func() ordering.OrderPlaced {
			return ordering.OrderPlaced{Order: ordering.Order{
				OrderID: id.New(), Number: "ORD-1", UserID: guestID, Locale: "en", Guest: true, Email: maria, FullName: "Maria Schmidt",
			}}
		}
		asUser := identity.PasswordCodeRequested{UserID: id.New(), ChallengeID: id.New(), Locale: "en", Email: maria, FullName: "Maria Schmidt"}
		s.Publish(t, asUser, application(maria), placed())
		s.awaitCount(t, emailSent, 3)
		if held := s.Exported(t, guestID); strings.Count(held, `"kind"`) != 2 || strings.Contains(held, "password_code") {
			t.Errorf("export: %s", held)
		}
		s.server.Script(mailserver.RefuseTo(maria, 450))
		s.Publish(t, placed(), asUser)
		kit.Eventually(t, "two wait", func() error {
			return want(rows(t, s.DB, "status = ? AND last_error <> ''", emailQueued), 2)
		})
		s.Publish(t, ordering.GuestErased{GuestID: guestID, ErasedAt: s.Clock.Now()})
		for where, want := range map[string]int64{
			"1 = 1": 4, "kind = 'order_placed'": 1, "kind = 'order_placed' AND recipient = '' AND data = '{}' AND subject_id IS NULL": 1,
			"recipient = '" + maria + "'": 3, "kind <> 'order_placed' AND recipient = '" + maria + "'": 3,
		} {
			if got := rows(t, s.DB, where); got != want {
				t.Errorf("%d emails with %s, want %d", got, where, want)
			}
		}
		s.advance(time.Second)
		s.server.Script(nil)
		s.Publish(t, placed())
		kit.Eventually(t, "the guest is back", func() error {
			return want(rows(t, s.DB, "kind = 'order_placed' AND status = ? AND recipient = ?", emailSent, maria), 1)
		})
	})
}

// The emails about what a guest has withdrawn from go with the guest: they have the name and the
// address, and what was declared.
func TestErasureOfAGuestWhoWithdrew(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		guestID := kit.AddressID(maria)
		w := ordering.Withdrawal{
			WithdrawalID: id.New(), OrderNumber: "ORD-1", UserID: guestID, Locale: "en", Guest: true, ReceivedAt: s.Clock.Now(),
			Email: maria, FullName: "Maria Schmidt",
		}
		s.Publish(t, ordering.WithdrawalDeclared{
			Withdrawal: w, State: ordering.WithdrawalStateReceived, Texts: []ordering.WithdrawalText{{Text: "The moka pot"}},
		}, ordering.WithdrawalContested{Withdrawal: w, Reason: "Too late."})
		s.awaitCount(t, emailSent, 2)
		s.Publish(t, ordering.GuestErased{GuestID: guestID, ErasedAt: s.Clock.Now()})
		if got := rows(t, s.DB, "recipient = '' AND data = '{}' AND subject_id IS NULL AND address_id IS NULL"); got != 2 {
			t.Errorf("%d of 2 emails are blank", got)
		}
	})
}

// After an erasure no event from before it enqueues an email. The address may be used again.
func TestEventsAfterErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		userID, erasedAt := id.New(), s.Clock.Now()
		s.Publish(t, accountErased(userID, maria, erasedAt))
		toUser := draft{Kind: events.KindAccountExists, To: maria, Locale: "en", SubjectID: userID}
		handleLate(t, s, toUser, s.Clock.Now().Add(time.Hour))
		toAddress := draft{Kind: events.KindWholesaleReceived, To: maria, Locale: "en", SubjectID: kit.AddressID(maria)}
		handleLate(t, s, toAddress, erasedAt)
		if got := rows(t, s.DB, "1 = 1"); got != 0 {
			t.Errorf("late events have enqueued %d emails", got)
		}
		s.advance(time.Second)
		s.register(t, maria)
		s.awaitMessages(t, maria, 1)
	})
}

// handleLate handles a draft as if its event had been read before the erasure.
func handleLate(t *testing.T, s *setup, d draft, occurredAt time.Time) {
	t.Helper()
	handle := enqueueHandler(s.mailer, func(identity.AccountErased) draft { return d })
	err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
		return handle(t.Context(), tx, []eventbus.Message[identity.AccountErased]{{ID: id.New(), OccurredAt: occurredAt}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Enqueueing and erasing wait for each other: whichever is first, nothing of the user is left.
func TestErasureDuringEnqueueing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(450))
		for range 10 {
			userID, address := id.New(), id.New()+"@example.com"
			var all sync.WaitGroup
			all.Go(func() {
				d := draft{Kind: events.KindAccountExists, To: address, Locale: "en", SubjectID: userID}
				handleLate(t, s, d, s.Clock.Now())
			})
			all.Go(func() {
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					return erase(tx, accountErased(userID, address, s.Clock.Now()))
				})
				if err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			if got := rows(t, s.DB, "recipient = ?", address); got != 0 {
				t.Errorf("%d emails are left", got)
			}
		}
	})
}

// An erasure waits for an enqueueing that has not committed yet, and finds its email; an
// enqueueing waits for an erasure, and finds its tombstone. SQLite runs one after the other.
func TestErasureAndEnqueueingWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, func(moduletest.Deps, *module.Module) {})
	enqueueing := func(tx *gorm.DB, userID, address string) error {
		d := draft{Kind: events.KindAccountExists, To: address, Locale: "en", SubjectID: userID}
		_, err := enqueue(tx, []causedEmail{{s.newEmail(t, d), s.Clock.Now()}})
		return err
	}
	erasing := func(tx *gorm.DB, userID, address string) error {
		return erase(tx, accountErased(userID, address, s.Clock.Now()))
	}
	for name, row := range map[string]struct {
		first, second func(tx *gorm.DB, userID, address string) error
	}{
		"enqueueing first": {enqueueing, erasing},
		"erasing first":    {erasing, enqueueing},
	} {
		userID, address := id.New(), id.New()+"@example.com"
		var second <-chan error
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			if err := row.first(tx, userID, address); err != nil {
				return err
			}
			second = kit.Contend(t, s.DB, tx, func() error {
				return database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return row.second(tx, userID, address) })
			})
			return nil
		})
		if err := errors.Join(err, <-second); err != nil {
			t.Fatal(name, err)
		}
		if got := rows(t, s.DB, "recipient = ?", address); got != 0 {
			t.Errorf("%s: %d emails are left", name, got)
		}
	}
}

// An export has the emails to the user, also those from before there was an account, and no others.
func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		mine := registration(maria) // the id of the registration becomes the user's
		s.Publish(t, mine, application(maria), registration(noah))
		s.awaitCount(t, emailSent, 3)
		raw := s.Exported(t, mine.RegistrationID)
		for _, part := range []string{
			`"kind":"registration_code"`, `"kind":"wholesale_received"`, `"to":"maria@example.com"`,
			`"status":"sent"`, `"createdAt":"2`, `"sentAt":"2`,
		} {
			if !strings.Contains(raw, part) {
				t.Errorf("the export has no %s: %s", part, raw)
			}
		}
		if strings.Contains(raw, "noah") || strings.Count(raw, `"kind"`) != 2 {
			t.Errorf("the export is %s", raw)
		}
		if raw := s.Exported(t, id.New()); raw != "[]" {
			t.Errorf("the export of an unknown user is %s", raw)
		}
	})
}
