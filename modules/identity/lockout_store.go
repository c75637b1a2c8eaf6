package identity

import (
	"time"

	"gorm.io/gorm"
)

// findSource returns what is known of the source of the attempt; nil when it is new.
func findSource(db *gorm.DB, p passwordAttempt) (*loginSource, error) {
	var rows []loginSource
	err := db.Where("address_id = ? AND source = ?", p.addressID, p.source).Find(&rows).Error
	return firstOf(rows), err
}

// findFailures returns the failures of the address; nil when there are none.
func findFailures(db *gorm.DB, addressID string) (*loginFailures, error) {
	var rows []loginFailures
	err := db.Where("address_id = ?", addressID).Find(&rows).Error
	return firstOf(rows), err
}

func firstOf[T any](rows []T) *T {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

// addAddressFailure counts a failure of the address; nil means that the address is locked until
// after over, and nothing was counted.
func addAddressFailure(tx *gorm.DB, addressID string, now, over time.Time) (*loginFailures, error) {
	var rows []loginFailures
	err := tx.Raw(`INSERT INTO identity_login_failures AS f (address_id, failures, failed_at, counted_from)
		VALUES (@address, 1, @now, @now)
		ON CONFLICT (address_id) DO UPDATE SET failed_at = excluded.failed_at,
			failures = CASE WHEN f.counted_from > @window THEN f.failures + 1 ELSE 1 END,
			counted_from = CASE WHEN f.counted_from > @window THEN f.counted_from ELSE excluded.counted_from END
		WHERE f.paused_until IS NULL OR f.paused_until <= @over
		RETURNING *`, map[string]any{"address": addressID, "now": now, "window": now.Add(-failureWindow), "over": over}).
		Scan(&rows).Error
	return firstOf(rows), err
}

// addSourceFailure counts a failure of the source; nil means that the source is locked, and nothing
// was counted.
func addSourceFailure(tx *gorm.DB, p passwordAttempt, now time.Time) (*loginSource, error) {
	var rows []loginSource
	err := tx.Raw(`INSERT INTO identity_login_sources AS f (address_id, source, failures, failed_at)
		VALUES (@address, @source, 1, @now)
		ON CONFLICT (address_id, source) DO UPDATE SET failed_at = excluded.failed_at,
			failures = CASE WHEN f.failed_at > @old THEN f.failures + 1 ELSE 1 END
		WHERE f.paused_until IS NULL OR f.paused_until <= @over
		RETURNING *`, map[string]any{
		"address": p.addressID, "source": p.source, "now": now, "old": now.Add(-failureRetention), "over": p.lockoutsEnd(now),
	}).Scan(&rows).Error
	return firstOf(rows), err
}

// countFailingNetworks counts the networks, other than that of the attempt, with a wrong password
// for the address since the time.
func countFailingNetworks(tx *gorm.DB, p passwordAttempt, since time.Time) (n int64, err error) {
	err = tx.Model(&loginSource{}).Where("address_id = ? AND source <> ? AND failed_at >= ?", p.addressID, p.source,
		since).
		Where("source <> ? AND source NOT LIKE 'session/%'", secondFactorSource).Count(&n).Error
	return n, err
}

func lockAddressUntil(tx *gorm.DB, f *loginFailures, until time.Time) error {
	return tx.Model(f).Update("paused_until", until).Error
}

func lockSourceUntil(tx *gorm.DB, s *loginSource, until time.Time) error {
	return tx.Model(s).Update("paused_until", until).Error
}

// resetSource resets the count of the source and records the login from its network; false means
// that its lockout ends after over.
func resetSource(tx *gorm.DB, p passwordAttempt, now, over time.Time) (bool, error) {
	var loggedIn *time.Time // a session is not a network
	if !p.bearer {
		loggedIn = &now
	}
	done := tx.Exec(`INSERT INTO identity_login_sources AS f (address_id, source, failures, logged_in_at)
		VALUES (?, ?, 0, ?)
		ON CONFLICT (address_id, source) DO UPDATE SET failures = 0, failed_at = NULL, paused_until = NULL,
			logged_in_at = excluded.logged_in_at
		WHERE f.paused_until IS NULL OR f.paused_until <= ?`, p.addressID, p.source, loggedIn, over)
	return done.RowsAffected == 1, done.Error
}

// trustedNetworks returns the networks that logged in to the account of the address.
func trustedNetworks(db *gorm.DB, addressID string) ([]networkExport, error) {
	networks := []networkExport{}
	err := db.Model(&loginSource{}).Select("source AS digest, logged_in_at").
		Where("address_id = ? AND logged_in_at IS NOT NULL", addressID).
		Order("logged_in_at").Find(&networks).Error
	return networks, err
}
