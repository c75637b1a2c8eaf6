package identity

import (
	"time"

	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// The limits of attempts at codes. They hold even where rate limits are off.
const (
	maxAttempts = 5 // at one challenge: of requests that name it, and as many of those that name none
	// maxNetworkAttempts and maxDailyAttempts are those of a day at the codes of one purpose for an
	// address: from one network, and from all of them.
	maxNetworkAttempts = 20
	maxDailyAttempts   = 200
)

// wholesaleCodeTTL is the life of the code that an approved applicant gets.
const wholesaleCodeTTL = 24 * time.Hour

// sharedCodeAge is how old the mail may be whose code a challenge without a mail of its own shares.
// A mail to an address that has had the mails of the hour is not older.
const sharedCodeAge = time.Hour

// challenge is a request for a one-time code. The code is derived from CodeID and stored nowhere. A
// registration has one challenge: a newer one replaces the older. Those of an account live side by
// side, so that no request ends the code of another one.
type challenge struct {
	ID              string `gorm:"primaryKey"`
	Purpose         onetimecode.Purpose
	AddressID       string  // pseudonym.Key.OfEmail
	RegistrationID  *string // of purpose registration
	UserID          *string // of every other purpose
	ChangeID        *string // of purpose email_change and email_undo
	CodeID          string  // the challenge whose mail carries the code: this one, or see shareCode
	TTLSeconds      int64
	Attempts        int // of requests that name the challenge
	UnnamedAttempts int // of requests that name none
	MadeAt          time.Time
	MailedAt        *time.Time // when the mail with the code was queued; nil for none
	SentAt          *time.Time // when the mail server took the mail
	ExpiresAt       time.Time  // SentAt + TTL; before it is sent, as if it were sent at the deadline
	UsedAt          *time.Time
}

func (challenge) TableName() string { return "identity_code_challenges" }

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

// newEmailChallenge asks for the code that confirms the change, at its new address, or that undoes
// it, at the former one.
func newEmailChallenge(
	purpose onetimecode.Purpose, e *emailChange, addressID string, ttl time.Duration, now time.Time,
) challenge {
	c := newChallenge(purpose, addressID, ttl, now)
	c.UserID, c.ChangeID = &e.UserID, &e.ID
	return c
}

func newChallenge(purpose onetimecode.Purpose, addressID string, ttl time.Duration, now time.Time) challenge {
	challengeID := id.New()
	return challenge{
		ID: challengeID, Purpose: purpose, AddressID: addressID, CodeID: challengeID, TTLSeconds: int64(ttl / time.Second),
		MadeAt: now, MailedAt: &now, ExpiresAt: now.Add(mailDeadline + ttl),
	}
}

// shareCode makes the code of the challenge that of an earlier one for the same address and
// purpose, or of none (nil), because no other mail leaves: the owner has the code already. The life
// of the challenge starts now, unless that mail still waits in the queue.
func (c *challenge) shareCode(mailed *challenge) {
	c.MailedAt = nil
	if mailed == nil {
		return
	}
	c.CodeID, c.MailedAt = mailed.CodeID, mailed.MailedAt
	if mailed.SentAt != nil {
		c.markSent(c.MadeAt)
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
		if onetimecode.Equal(code, onetimecode.Derive(key, c.Purpose, c.CodeID)) {
			found = true
		}
	}
	return found
}
