package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/periodic"
)

const (
	// attemptRemains is how long an attempt is kept after its end: a letter that failed and that an admin sends again
	// still carries a code that works.
	attemptRemains = 5 * 24 * time.Hour
	// personalRemains is how long the log says which address without an account a code was asked for with, and from which network
	// somebody logged in or tried to.
	personalRemains = 30 * 24 * time.Hour
)

// runRetention deletes what is over, at least once an hour, until ctx ends.
func (s *service) runRetention(ctx context.Context) error {
	return periodic.Run(ctx, s.Log, periodic.Job{Name: "delete what has expired in identity", Every: time.Hour, Do: s.sweep})
}

// sweep deletes attempts with their personal data, sessions, and counts that count no longer, and blanks what the log says of strangers.
func (s *service) sweep(ctx context.Context) error {
	now := s.Clock.Now()
	for more := true; more; {
		err := database.InTx(ctx, s.DB, func(tx *gorm.DB) (err error) {
			more, err = sweepAttempts(ctx, tx, now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		for _, over := range []*gorm.DB{
			tx.Where("expires_at <= ?", now).Delete(&openSession{}),
			tx.Where("failed_at < ?", now.Add(-failureLife)).Delete(&loginFailures{}),
			tx.Where("(failed_at IS NULL OR failed_at < ?) AND (logged_in_at IS NULL OR logged_in_at < ?)", now.Add(-failureLife), now.Add(-trustLife)).Delete(&loginSource{}),
			tx.Where("day < ?", day(now.Add(-24*time.Hour))).Delete(&addressDay{}),
		} {
			if over.Error != nil {
				return over.Error
			}
		}
		for _, e := range []eventbus.Event{events.RegistrationUnclear{}, events.LoggedIn{}, events.LoginFailed{}} {
			if err := eventbus.EraseOlder(ctx, tx, e.EventName(), now.Add(-personalRemains)); err != nil {
				return err
			}
		}
		return nil
	})
}

// sweepAttempts deletes some attempts that are over and tells whether there may be more.
func sweepAttempts(ctx context.Context, tx *gorm.DB, now time.Time) (more bool, err error) {
	const some = 100
	var over []attempt
	if err := tx.Where("expires_at < ?", now.Add(-attemptRemains)).Order("expires_at").Limit(some).Find(&over).Error; err != nil {
		return false, err
	}
	return len(over) == some, deleteAttempts(ctx, tx, over, "")
}
