package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// countFailure counts a wrong password and locks the rows that it counts in. It returns fault.RateLimited, and nothing is
// counted, when others at the same time have used up the failures: the caller must not learn that the password was wrong.
func (s *service) countFailure(tx *gorm.DB, c credential, now time.Time) error {
	if !c.bearer {
		if err := s.countAddressFailure(tx, c, now); err != nil {
			return err
		}
	}
	return s.countSourceFailure(tx, c, now)
}

func (s *service) countAddressFailure(tx *gorm.DB, c credential, now time.Time) error {
	over := s.pausesEnd(now)
	if c.trusted {
		over = now.Add(failureWindow) // no pause of the address is longer
	}
	var rows []loginFailures
	err := tx.Raw(`INSERT INTO identity_login_failures AS f (address_id, failures, failed_at, counted_from) VALUES (@address, 1, @now, @now)
		ON CONFLICT (address_id) DO UPDATE SET failed_at = excluded.failed_at,
			failures = CASE WHEN f.counted_from > @window THEN f.failures + 1 ELSE 1 END,
			counted_from = CASE WHEN f.counted_from > @window THEN f.counted_from ELSE excluded.counted_from END
		WHERE f.paused_until IS NULL OR f.paused_until <= @over
		RETURNING *`, map[string]any{"address": c.addressID, "now": now, "window": now.Add(-failureWindow), "over": over}).Scan(&rows).Error
	switch {
	case err != nil:
		return err
	case len(rows) == 0:
		return s.admitAddress(tx, &c, now)
	case rows[0].Failures < hourFailures:
		return nil
	}
	return tx.Model(&rows[0]).Update("paused_until", rows[0].CountedFrom.Add(failureWindow)).Error
}

func (s *service) countSourceFailure(tx *gorm.DB, c credential, now time.Time) error {
	var rows []loginSource
	err := tx.Raw(`INSERT INTO identity_login_sources AS f (address_id, source, failures, failed_at) VALUES (@address, @source, 1, @now)
		ON CONFLICT (address_id, source) DO UPDATE SET failed_at = excluded.failed_at,
			failures = CASE WHEN f.failed_at > @old THEN f.failures + 1 ELSE 1 END
		WHERE f.paused_until IS NULL OR f.paused_until <= @over
		RETURNING *`, map[string]any{
		"address": c.addressID, "source": c.source, "now": now, "old": now.Add(-failureLife), "over": s.pausesEnd(now),
	}).Scan(&rows).Error
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return s.refusePausing(tx, c, now)
	}
	if pause := pauseAfter(rows[0].Failures); pause > 0 {
		return tx.Model(&rows[0]).Update("paused_until", now.Add(pause)).Error
	}
	return nil
}

// countSuccess ends the count of the source after a right password, and trusts the network. It returns
// fault.RateLimited when the source or the address has begun to pause meanwhile: of many guesses at once, none beyond the
// allowed ones may succeed.
func (s *service) countSuccess(tx *gorm.DB, c credential, now time.Time) error {
	if err := s.admitAddress(database.ForUpdate(tx), &c, now); err != nil {
		return err
	}
	counted, err := endFailures(tx, c, now, s.pausesEnd(now))
	if err != nil || counted {
		return err
	}
	return s.refusePausing(tx, c, now)
}

// trustNetwork ends the count of the source and trusts its network: whoever has the mailbox need not wait.
func trustNetwork(tx *gorm.DB, c credential, now time.Time) error {
	_, err := endFailures(tx, c, now, now.Add(longestPause))
	return err
}

// endFailures ends the count of the source; false means that its pause goes on after over.
func endFailures(tx *gorm.DB, c credential, now, over time.Time) (bool, error) {
	var loggedIn *time.Time // a session is not a network
	if !c.bearer {
		loggedIn = &now
	}
	done := tx.Exec(`INSERT INTO identity_login_sources AS f (address_id, source, failures, logged_in_at) VALUES (?, ?, 0, ?)
		ON CONFLICT (address_id, source) DO UPDATE SET failures = 0, failed_at = NULL, paused_until = NULL, logged_in_at = excluded.logged_in_at
		WHERE f.paused_until IS NULL OR f.paused_until <= ?`, c.addressID, c.source, loggedIn, over)
	return done.RowsAffected == 1, done.Error
}

// refusePausing returns fault.RateLimited for a source that pauses.
func (s *service) refusePausing(tx *gorm.DB, c credential, now time.Time) error {
	var rows []loginSource
	if err := tx.Where("address_id = ? AND source = ?", c.addressID, c.source).Find(&rows).Error; err != nil || len(rows) == 0 {
		return err
	}
	return s.refuseUntil(rows[0].PausedUntil, now)
}

// pausesEnd is the moment up to which a pause that ends is over: where limits are off, all of them are.
func (s *service) pausesEnd(now time.Time) time.Time {
	if s.Config.LimitsOff {
		return now.Add(failureWindow)
	}
	return now
}
