package identity

import (
	"time"

	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// The limits of attempts at codes. They hold even where rate limits are off.
const (
	maxAttempts      = 5  // at one challenge
	maxDailyAttempts = 20 // at the codes of one purpose for an address
)

// wholesaleCodeTTL is the life of the code that an approved applicant gets.
const wholesaleCodeTTL = 24 * time.Hour

// challenge is a request for a one-time code. The code is derived from the id and stored nowhere. A
// registration or an account has one challenge at most: a newer one replaces the older.
type challenge struct {
	ID             string `gorm:"primaryKey"`
	Purpose        onetimecode.Purpose
	AddressID      string  // pseudonym.Key.OfEmail: attempts are counted by it
	RegistrationID *string // of purpose registration
	UserID         *string // of purpose password
	TTLSeconds     int64
	Attempts       int
	MadeAt         time.Time
	SentAt         *time.Time // when the mail server took the mail
	ExpiresAt      time.Time  // SentAt + TTL; before it is sent, as if it were sent at the deadline
	UsedAt         *time.Time
}

func (challenge) TableName() string { return "identity_challenges" }

func newRegistrationChallenge(r *registration, addressID string, now time.Time) challenge {
	c := newChallenge(onetimecode.Registration, addressID, codeTTL, now)
	c.RegistrationID = &r.ID
	return c
}

func newPasswordChallenge(u *user, addressID string, ttl time.Duration, now time.Time) challenge {
	c := newChallenge(onetimecode.Password, addressID, ttl, now)
	c.UserID = &u.ID
	return c
}

func newChallenge(purpose onetimecode.Purpose, addressID string, ttl time.Duration, now time.Time) challenge {
	return challenge{
		ID: id.New(), Purpose: purpose, AddressID: addressID, TTLSeconds: int64(ttl / time.Second),
		MadeAt: now, ExpiresAt: now.Add(mailDeadline + ttl),
	}
}

// markSent starts the life of the code; a mail that is sent again starts it again.
func (c *challenge) markSent(at time.Time) {
	c.SentAt, c.ExpiresAt = &at, at.Add(time.Duration(c.TTLSeconds)*time.Second)
}

// matches reports whether code is the code of the challenge, under any of the secrets.
func (c *challenge) matches(code string, secrets secret.Keyring) bool {
	found := false
	for key := range secrets.Keys() {
		if onetimecode.Equal(code, onetimecode.Derive(key, c.Purpose, c.ID)) {
			found = true
		}
	}
	return found
}
