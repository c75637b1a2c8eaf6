package identity

import "time"

// The times of a registration.
const (
	codeTTL = 15 * time.Minute
	// mailPatience is how long a letter may wait in the queue before it is given up.
	mailPatience = 48 * time.Hour
	// resendPause is what lies between two codes to one address.
	resendPause = time.Minute
	// unclearPause is what lies between two mails that a code without a registration id causes.
	unclearPause = 15 * time.Minute
)

// attempt is one registration: whoever made it knows its password, and only the code mailed for it makes an account of it,
// whose id is the attempt's. One on the address of a verified account is recorded all the same, so
// that it costs and looks like any other; its code is never mailed and never good.
type attempt struct {
	ID           string `gorm:"primaryKey"`
	Email        string
	PasswordHash string
	FullName     string
	Phone        *string
	Locale       string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	ExpiresAt    time.Time // live until then: a code may be asked for again
}

func (attempt) TableName() string { return "identity_registrations" }

// extend keeps the attempt alive while a letter that is made now may still be on its way or its code good.
func (a *attempt) extend(now time.Time) { a.ExpiresAt = now.Add(mailPatience + codeTTL) }

// account is the verified account that the attempt becomes.
func (a *attempt) account(now time.Time) user {
	u := newUser(a.ID, a.Email, a.FullName, a.Locale, now)
	u.Phone = a.Phone
	u.setPassword(a.PasswordHash, now)
	return u
}
