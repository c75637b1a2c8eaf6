package identity

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// After ten failures an address pauses, a minute at first, then twice as long after each further one, up to 15 minutes.
// A day without a failure, or a login, ends the row.
const (
	freeFailures = 10
	firstPause   = time.Minute
	longestPause = 15 * time.Minute
	failureLife  = 24 * time.Hour
)

// pauseAfter is how long an address pauses after so many failures.
func pauseAfter(failures int) time.Duration {
	if failures < freeFailures {
		return 0
	}
	pause := firstPause
	for n := freeFailures; n < failures && pause < longestPause; n++ {
		pause *= 2
	}
	return min(pause, longestPause)
}

// loginFailures are the wrong passwords given for an address since the last right one, known address or not.
type loginFailures struct {
	AddressID   string `gorm:"primaryKey"`
	Failures    int
	FailedAt    time.Time
	PausedUntil *time.Time
}

func (loginFailures) TableName() string { return "identity_login_failures" }

// pause is what is left of the pause, at least 0.
func (f *loginFailures) pause(now time.Time) time.Duration {
	if f.PausedUntil == nil {
		return 0
	}
	return max(0, f.PausedUntil.Sub(now))
}

// notPausing returns fault.RateLimited while the address pauses.
func (s *service) notPausing(ctx context.Context, email string) error {
	var rows []loginFailures
	if err := s.DB.WithContext(ctx).Where("address_id = ?", s.Pseudonyms.OfEmail(email)).Find(&rows).Error; err != nil {
		return err
	}
	return s.refusePausing(rows, s.Clock.Now())
}

// countFailure counts a wrong password and locks the address's row. It returns fault.RateLimited when others at the same
// time have used up the failures: the caller must not learn that the password was wrong.
func (s *service) countFailure(tx *gorm.DB, email string, now time.Time) error {
	var rows []loginFailures
	err := tx.Raw(`INSERT INTO identity_login_failures (address_id, failures, failed_at) VALUES (?, 1, ?)
		ON CONFLICT (address_id) DO UPDATE SET failed_at = excluded.failed_at,
			failures = CASE WHEN identity_login_failures.failed_at < ? THEN 1 ELSE identity_login_failures.failures + 1 END
		RETURNING *`, s.Pseudonyms.OfEmail(email), now, now.Add(-failureLife)).Scan(&rows).Error
	if err != nil {
		return err
	}
	if err := s.refusePausing(rows, now); err != nil {
		return err
	}
	if pause := pauseAfter(rows[0].Failures); pause > 0 {
		return tx.Model(&rows[0]).Update("paused_until", now.Add(pause)).Error
	}
	return nil
}

// forgetFailures ends the count after a right password. It returns fault.RateLimited when the address has begun to pause
// meanwhile: of many guesses at once, none beyond the tenth may succeed.
func (s *service) forgetFailures(tx *gorm.DB, email string, now time.Time) error {
	var rows []loginFailures
	err := tx.Raw(`DELETE FROM identity_login_failures WHERE address_id = ? RETURNING *`, s.Pseudonyms.OfEmail(email)).Scan(&rows).Error
	if err != nil {
		return err
	}
	return s.refusePausing(rows, now)
}

func (s *service) refusePausing(rows []loginFailures, now time.Time) error {
	if s.Config.LimitsOff || len(rows) == 0 {
		return nil
	}
	return limited(rows[0].pause(now))
}
