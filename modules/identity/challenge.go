package identity

import (
	"time"

	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// The limits of guessing. They hold even where rate limits are off.
const (
	maxAttempts    = 5
	maxAttemptsDay = 20
)

// grantTTL is the life of the code that an approved applicant gets.
const grantTTL = 24 * time.Hour

// challenge asks for a one-time code. The code itself stands nowhere: whoever needs it derives it from the id.
// An attempt or account has one challenge at most: a newer one takes the place of the older.
type challenge struct {
	ID             string `gorm:"primaryKey"`
	Purpose        onetimecode.Purpose
	AddressID      string  // pseudonym.Key.OfEmail: what guesses are counted by
	RegistrationID *string // of purpose registration
	UserID         *string // of purpose password
	TTLSeconds     int64
	Attempts       int
	MadeAt         time.Time
	SentAt         *time.Time // when the mail server took the letter
	ExpiresAt      time.Time  // SentAt + TTL; before it is sent, as if it were sent at the last moment
	UsedAt         *time.Time
}

func (challenge) TableName() string { return "identity_challenges" }

// registrationChallenge is a new one for the attempt.
func (s *service) registrationChallenge(r *attempt, now time.Time) challenge {
	c := s.newChallenge(onetimecode.Registration, r.Email, codeTTL, now)
	c.RegistrationID = &r.ID
	return c
}

// passwordChallenge is a new one for the account.
func (s *service) passwordChallenge(u *user, ttl time.Duration, now time.Time) challenge {
	c := s.newChallenge(onetimecode.Password, u.Email, ttl, now)
	c.UserID = &u.ID
	return c
}

func (s *service) newChallenge(purpose onetimecode.Purpose, email string, ttl time.Duration, now time.Time) challenge {
	return challenge{
		ID: id.New(), Purpose: purpose, AddressID: s.Pseudonyms.OfEmail(email), TTLSeconds: int64(ttl / time.Second),
		MadeAt: now, ExpiresAt: now.Add(mailPatience + ttl),
	}
}

// sent starts the challenge's time; a letter that is sent again starts it again.
func (c *challenge) sent(at time.Time) {
	c.SentAt, c.ExpiresAt = &at, at.Add(time.Duration(c.TTLSeconds)*time.Second)
}

// answeredBy tells whether code is the one that was mailed, under whichever secret.
func (c *challenge) answeredBy(code string, ring secret.Keyring) bool {
	right := false
	for key := range ring.Keys() {
		if onetimecode.Equal(code, onetimecode.Derive(key, c.Purpose, c.ID)) {
			right = true
		}
	}
	return right
}
