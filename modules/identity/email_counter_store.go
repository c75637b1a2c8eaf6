package identity

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/onetimecode"
)

// emailCounter notes what happens to an email address, with an account or without.
//
// Its row is the lock of the address, and the first in the order in which rows are locked: the
// email counter, the login failures of the address, their source, users by id, roles, invitations,
// registrations, challenges, sessions.
type emailCounter struct {
	AddressID string     `gorm:"primaryKey"` // pseudonym.Key.OfEmail
	Day       string     // the first one that it was locked on
	UnclearAt *time.Time // the last mail about a code without a registration id

	// Of older binaries: codeAttempts has taken their place.
	Attempts, PasswordAttempts, InvitationAttempts int
	RegisteredAt                                   *time.Time
}

func (emailCounter) TableName() string { return "identity_code_days" }

// codeAttempts counts the attempts at codes of a purpose for an address on a day (UTC), from one
// network, or from all of them in the row of anyNetwork.
type codeAttempts struct {
	AddressID    string              `gorm:"primaryKey"`
	Network      string              `gorm:"primaryKey"` // httpapi.NetworkDigest
	Purpose      onetimecode.Purpose `gorm:"primaryKey"`
	Day          string
	Attempts     int
	RegisteredAt *time.Time // the last request for a registration
}

func (codeAttempts) TableName() string { return "identity_code_attempts" }

// anyNetwork is the network of the row that counts for all of them.
const anyNetwork = ""

// lockEmailAddress locks the counter of an address: transactions on its registrations and codes
// wait for each other here.
func lockEmailAddress(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days (address_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (address_id) DO UPDATE SET address_id = excluded.address_id`, addressID, dayOf(now)).Error
}

// recordRegistrationRequest records when a client of the network asked for a registration with the
// locked address.
func recordRegistrationRequest(tx *gorm.DB, addressID, network string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_attempts (address_id, network, purpose, day, attempts, registered_at)
		VALUES (?, ?, ?, ?, 0, ?)
		ON CONFLICT (address_id, network, purpose) DO UPDATE SET registered_at = excluded.registered_at`,
		addressID, network, onetimecode.Registration, dayOf(now), now).Error
}

// lastRegistrationRequest returns when a client of the network last asked for a registration with
// the address; zero when no recent request is known.
func lastRegistrationRequest(db *gorm.DB, addressID, network string) (time.Time, error) {
	var rows []codeAttempts
	err := db.Where("address_id = ? AND network = ? AND purpose = ? AND registered_at IS NOT NULL", addressID, network,
		onetimecode.Registration).
		Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return time.Time{}, err
	}
	return *rows[0].RegisteredAt, nil
}

// countDailyAttempt counts an attempt of the day for the locked address, if there was a challenge
// to try a code at; false means that those of the day are used up. Without a challenge it writes
// too, so that it takes the same time. The attempts of all networks do not count for one that
// lately logged in to the account: no stranger can use up those of the owner.
func countDailyAttempt(tx *gorm.DB, code submittedCode, live bool, now time.Time) (bool, error) {
	n, counted := 0, []string{}
	if live {
		n = 1
	}
	day := dayOf(now)
	err := tx.Raw(`INSERT INTO identity_code_attempts AS a (address_id, network, purpose, day, attempts)
		VALUES (@address, @network, @purpose, @day, @n),
			(@address, @any, @purpose, @day, @n)
		ON CONFLICT (address_id, network, purpose) DO UPDATE SET day = excluded.day,
			attempts = CASE WHEN a.day = excluded.day THEN a.attempts ELSE 0 END + excluded.attempts
		WHERE a.day <> excluded.day OR a.attempts + excluded.attempts <= CASE WHEN a.network = @any
			THEN CAST(@daily AS INTEGER) ELSE CAST(@ofNetwork AS INTEGER) END
		RETURNING network`, map[string]any{
		"address": code.AddressID, "network": code.Network, "any": anyNetwork, "purpose": code.Purpose, "day": day, "n": n,
		"daily": maxDailyAttempts, "ofNetwork": maxNetworkAttempts,
	}).Scan(&counted).Error
	ofNetwork, ofAll := slices.Contains(counted, code.Network), slices.Contains(counted, anyNetwork)
	if err != nil || ofAll || !ofNetwork {
		return ofNetwork && ofAll, err
	}
	p := passwordAttempt{addressID: code.AddressID, source: code.Network}
	known, err := findSource(tx, p)
	return known != nil && known.trustedAt(now), err
}

// recordAmbiguousMail records that a code without a registration id causes a mail; false means that
// another one did so recently. The caller holds the lock of the address.
func recordAmbiguousMail(tx *gorm.DB, addressID string, now time.Time) (bool, error) {
	done := tx.Model(&emailCounter{}).Where("address_id = ? AND (unclear_at IS NULL OR unclear_at <= ?)", addressID,
		now.Add(-ambiguousMailInterval)).
		Update("unclear_at", now)
	return done.RowsAffected == 1, done.Error
}

func dayOf(t time.Time) string { return t.Format(time.DateOnly) }
