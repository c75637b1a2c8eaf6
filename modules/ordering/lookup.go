package ordering

import (
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// The limits of the attempts at codes of look-ups. They hold even where rate limits are off.
const (
	// lookupAttempts are those at one code of requests that name the look-up; requests that name none
	// have as many.
	lookupAttempts = 5
	// lookupNetworkAttempts and lookupDailyAttempts are those of a day at the codes for an email:
	// from one network, and from all of them.
	lookupNetworkAttempts = 20
	lookupDailyAttempts   = 200
)

const (
	// lookupCodeTTL is the life of a code from the moment when the mail server took its mail.
	lookupCodeTTL = 15 * time.Minute
	// lookupMailDeadline is when a mail has been sent or has expired.
	lookupMailDeadline = 48 * time.Hour
	// lookupRetention is how long a look-up is kept after it expired: a mail that failed and that
	// an admin sends again carries a code that works.
	lookupRetention = 5 * 24 * time.Hour
	// sharedCodeAge is how old the mail may be whose code a look-up without a mail of its own
	// shares.
	sharedCodeAge = time.Hour
)

// lookup is a request for a code that opens a guest's order. The code is derived from CodeID and
// stored nowhere. Several look-ups of an order live side by side, so that no request ends the code
// of another one.
type lookup struct {
	ID              string `gorm:"primaryKey"`
	OrderID         string
	GuestID         string
	CodeID          string // the look-up whose mail carries the code: this one, or see shareCode
	Attempts        int    // of requests that name the look-up
	UnnamedAttempts int    // of requests that name none
	MadeAt          time.Time
	MailedAt        *time.Time // when the mail with the code was queued; nil for none
	SentAt          *time.Time // when the mail server took the mail
	ExpiresAt       time.Time  // before it is sent, as if it were sent at the deadline
	UsedAt          *time.Time
}

func (lookup) TableName() string { return "ordering_lookup_requests" }

func newLookup(orderID, guestID string, now time.Time) lookup {
	lookupID := id.New()
	return lookup{
		ID: lookupID, OrderID: orderID, GuestID: guestID, CodeID: lookupID, MadeAt: now, MailedAt: &now,
		ExpiresAt: now.Add(lookupMailDeadline + lookupCodeTTL),
	}
}

// shareCode makes the code of the look-up that of an earlier one for the same email, or of none
// (nil), because no other mail leaves: the buyer has the code already. The life of the look-up
// starts now, unless that mail still waits in the queue.
func (l *lookup) shareCode(mailed *lookup) {
	l.MailedAt = nil
	if mailed == nil {
		return
	}
	l.CodeID, l.MailedAt = mailed.CodeID, mailed.MailedAt
	if mailed.SentAt != nil {
		l.SentAt, l.ExpiresAt = &l.MadeAt, l.MadeAt.Add(lookupCodeTTL)
	}
}

// matches reports whether code is the code of the look-up, under any of the secrets.
func (l *lookup) matches(code string, secrets secret.Keyring) bool {
	found := false
	for key := range secrets.Keys() {
		if onetimecode.Equal(code, onetimecode.Derive(key, onetimecode.OrderLookup, l.CodeID)) {
			found = true
		}
	}
	return found
}

// lookupDay is the lock of an email.
type lookupDay struct {
	GuestID  string `gorm:"primaryKey"`
	Day      string
	Attempts int // of older binaries: lookupCounter has taken its place
}

func (lookupDay) TableName() string { return "ordering_lookup_days" }

// lookupCounter counts the attempts at the codes for an email on a day, from one network, or from
// all of them in the row of anyNetwork.
type lookupCounter struct {
	GuestID  string `gorm:"primaryKey"`
	Network  string `gorm:"primaryKey"` // httpapi.NetworkDigest
	Day      string
	Attempts int
}

func (lookupCounter) TableName() string { return "ordering_lookup_attempts" }

// anyNetwork is the network of the row that counts for all of them.
const anyNetwork = ""

func invalidCode() error {
	return fault.New(codeInvalidCode, "The code is not valid. It may be wrong, used or too old.")
}
