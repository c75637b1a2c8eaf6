package identity

import (
	"time"

	"orderd/modules/identity/events"
)

const (
	codeTTL = 15 * time.Minute
	// mailDeadline is how long a mail may wait in the queue until it counts as failed.
	mailDeadline = 48 * time.Hour
	// resendInterval is the least time between two codes to one address.
	resendInterval = time.Minute
	// ambiguousMailInterval is the least time between two mails to one address about a code that
	// came without a registration id.
	ambiguousMailInterval = 15 * time.Minute
)

// registration is a request for an account. The client that made it knows its password, and only
// the code that was mailed for it makes an account of it, with the registration's id. A
// registration for the address of a verified account is stored all the same, so that it costs and
// looks like any other; its code is never mailed and never accepted.
type registration struct {
	ID           string `gorm:"primaryKey"`
	Email        string
	PasswordHash string
	FullName     string
	Phone        *string
	Locale       string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	ExpiresAt    time.Time // live until then: a client may ask for another code
}

func (registration) TableName() string { return "identity_registrations" }

// extendLife keeps the registration live while a mail that is queued now may be on its way, or its
// code good.
func (r *registration) extendLife(now time.Time) { r.ExpiresAt = now.Add(mailDeadline + codeTTL) }

// verifiedUser is the verified account that the registration becomes.
func (r *registration) verifiedUser(now time.Time) user {
	u := newUser(r.ID, r.Email, r.FullName, r.Locale, now)
	u.Phone = r.Phone
	u.setPassword(r.PasswordHash, now)
	return u
}

// requestedEvent says that the code of the challenge has to be mailed.
func (r *registration) requestedEvent(c *challenge, resent bool) events.RegistrationRequested {
	return events.RegistrationRequested{
		RegistrationID: r.ID, ChallengeID: c.CodeID, Locale: r.Locale, Resent: resent, RequestedAt: r.CreatedAt,
		Email: r.Email, FullName: r.FullName,
	}
}
