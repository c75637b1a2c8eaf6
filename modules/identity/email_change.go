package identity

import (
	"time"

	"orderd/modules/identity/events"
)

// undoTTL is the life of the code that gives an account its former address back.
const undoTTL = 7 * 24 * time.Hour

// voidPassword is the hash of an account whose password was voided: none is equal to it.
const voidPassword = ""

// emailChange is a change of the address of an account. It was requested with the password, is
// confirmed with the code that was mailed to the new address, and can be undone with the one that
// was mailed to the former: so whoever has a session and the password, but not the mailbox, keeps
// the account for as long as its owner does not read mail.
//
// While the change can be undone (holderOf), the former address is held: no other account can get
// it. A change to the address of another account is stored all the same, so that it costs and looks
// like any other; its code is never mailed and never accepted.
type emailChange struct {
	ID              string `gorm:"primaryKey"`
	UserID          string
	Email           *string // as id.NormalizeEmail makes it; nil when it is no longer needed
	AddressID       string  // pseudonym.Key.OfEmail
	FormerEmail     *string // nil until it is confirmed, and when the address is no longer held
	FormerAddressID *string // nil until it is confirmed
	Held            bool    // a constraint keeps the former address from other accounts
	RequestedAt     time.Time
	ConfirmedAt     *time.Time
	UndoneAt        *time.Time
}

func (emailChange) TableName() string { return "identity_email_changes" }

// confirm makes the former address the one that the account had, and holds it.
func (e *emailChange) confirm(formerEmail, formerAddressID string, now time.Time) {
	e.FormerEmail, e.FormerAddressID, e.Held, e.ConfirmedAt = &formerEmail, &formerAddressID, true, &now
}

func (e *emailChange) requestedEvent(u *user, c *challenge) events.EmailChangeRequested {
	return events.EmailChangeRequested{
		UserID: u.ID, ChangeID: e.ID, ChallengeID: c.CodeID, AddressID: e.AddressID, Locale: u.Locale, Email: *e.Email,
	}
}

// changedEvent says that the user, who had the address formerEmail, has another one.
func (e *emailChange) changedEvent(u *user, formerEmail string, undone bool, now time.Time) events.EmailChanged {
	return events.EmailChanged{
		UserID: u.ID, ChangeID: e.ID, Undone: undone, Locale: u.Locale, ChangedAt: now, Email: u.Email,
		FormerEmail: formerEmail, FullName: u.FullName,
	}
}

// undoEvent says that the code of the challenge has to be mailed to the former address. The id of
// the challenge is in no answer and in no public event: only who reads the mail can name it.
func (e *emailChange) undoEvent(u *user, c *challenge) events.EmailUndoOffered {
	return events.EmailUndoOffered{
		UserID: u.ID, ChallengeID: c.ID, Locale: u.Locale, Email: *e.FormerEmail,
	}
}

// setEmail gives the account another address, which its owner has proved.
func (u *user) setEmail(email string, now time.Time) {
	u.Email, u.EmailVerifiedAt, u.UpdatedAt = email, &now, now
}
