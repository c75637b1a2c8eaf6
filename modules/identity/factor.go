package identity

import (
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/id"
	"orderd/platform/pseudonym"
	"orderd/platform/totp"
)

// factor is a second factor of one of the staff. A TOTP factor has no ConfirmedAt until its owner
// has shown with a code that the app has the secret; until then it counts for nothing. An account
// has one of each at most: with the code the new one replaces the other.
type factor struct {
	ID          string `gorm:"primaryKey"`
	UserID      string
	Kind        events.FactorKind
	Name        string
	LastStep    int64 // of TOTP: the step of the last code that was used
	ConfirmedAt *time.Time
	LastUsedAt  *time.Time
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
}

func (factor) TableName() string { return "identity_factors" }

// pendingFactorTTL is how long a factor is kept that waits for its first code.
const pendingFactorTTL = 24 * time.Hour

// appName is the name of every TOTP factor: an account has one.
const appName = "Authenticator app"

func newTOTP(userID string, now time.Time) factor {
	return factor{ID: id.New(), UserID: userID, Kind: events.FactorTOTP, Name: appName, CreatedAt: now}
}

// totpSecret is the secret of a TOTP factor. It is derived from the id and stored nowhere, and
// replacing auth.secret does not change it.
func totpSecret(keys *pseudonym.Key, factorID string) []byte {
	return keys.Secret("totp", factorID)[:totp.SecretSize]
}

// changedFactorEvent is what is published, and mailed, about a change of the second factor. f is
// empty when all factors are meant.
func (u *user) changedFactorEvent(change events.FactorChange, f factor) events.SecondFactorChanged {
	return events.SecondFactorChanged{
		UserID: u.ID, Change: change, FactorID: f.ID, Kind: f.Kind, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	}
}
