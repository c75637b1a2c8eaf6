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
	lookupAttempts      = 5  // at one code
	lookupDailyAttempts = 20 // at the codes for an email
)

const (
	// lookupCodeTTL is the life of a code from the moment when the mail server took its mail.
	lookupCodeTTL = 15 * time.Minute
	// lookupMailDeadline is when a mail has been sent or has expired.
	lookupMailDeadline = 48 * time.Hour
	// lookupRetention is how long a look-up is kept after it expired: a mail that failed and that an
	// admin sends again carries a code that works.
	lookupRetention = 5 * 24 * time.Hour
)

// lookup is a request for a code that opens a guest's order. The code is derived from the id and
// stored nowhere. An order has one look-up at most: a newer one replaces the older.
type lookup struct {
	ID        string `gorm:"primaryKey"`
	OrderID   string
	GuestID   string // attempts are counted by it
	Attempts  int
	MadeAt    time.Time
	SentAt    *time.Time // when the mail server took the mail
	ExpiresAt time.Time  // before it is sent, as if it were sent at the deadline
	UsedAt    *time.Time
}

func (lookup) TableName() string { return "ordering_lookups" }

func newLookup(orderID, guestID string, now time.Time) lookup {
	return lookup{ID: id.New(), OrderID: orderID, GuestID: guestID, MadeAt: now, ExpiresAt: now.Add(lookupMailDeadline + lookupCodeTTL)}
}

// matches reports whether code is the code of the look-up, under any of the secrets.
func (l *lookup) matches(code string, secrets secret.Keyring) bool {
	found := false
	for key := range secrets.Keys() {
		if onetimecode.Equal(code, onetimecode.Derive(key, onetimecode.OrderLookup, l.ID)) {
			found = true
		}
	}
	return found
}

// lookupDay counts the attempts at the codes for an email on a day.
type lookupDay struct {
	GuestID  string `gorm:"primaryKey"`
	Day      string
	Attempts int
}

func (lookupDay) TableName() string { return "ordering_lookup_days" }

func invalidCode() error {
	return fault.New(codeInvalidCode, "The code is not valid. It may be wrong, used or too old.")
}
