package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

const (
	// registrationRetention is how long a registration is kept after it expired: a mail that failed
	// and that an admin sends again carries a code that works.
	registrationRetention = 5 * 24 * time.Hour
	// personalDataRetention is how long the event log says for which address without an account a
	// code was requested, and from which network a user logged in or tried to.
	personalDataRetention = 30 * 24 * time.Hour
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log,
		background.Job{Name: "delete what has expired in identity", Every: time.Hour, Do: d.deleteExpired},
		userIndex.Job(d.DB, d.Clock),
	)
}

// deleteExpired deletes registrations with their personal data, sessions and counters that have
// expired, and blanks personal fields in old events.
func (d Deps) deleteExpired(ctx context.Context) error {
	now := d.Clock.Now()
	err := background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		return deleteExpiredRegistrations(ctx, tx, now)
	})
	if err != nil {
		return err
	}
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		if err := deleteExpiredRows(tx, now); err != nil {
			return err
		}
		for _, e := range []eventbus.Event{events.RegistrationUnclear{}, events.StaffInvited{}, events.LoggedIn{},
			events.LoginFailed{}} {
			if err := eventbus.EraseOlder(ctx, tx, e.EventName(), now.Add(-personalDataRetention)); err != nil {
				return err
			}
		}
		return nil
	})
}

// deleteExpiredRegistrations deletes a batch of expired registrations and reports whether there may
// be more.
func deleteExpiredRegistrations(ctx context.Context, tx *gorm.DB, now time.Time) (more bool, err error) {
	const batch = 100
	expired, err := registrationsExpiredBefore(tx, now.Add(-registrationRetention), batch)
	if err != nil {
		return false, err
	}
	return len(expired) == batch, deleteRegistrations(ctx, tx, expired, "")
}
