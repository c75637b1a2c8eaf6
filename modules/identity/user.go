package identity

import (
	"strings"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
)

// english is the locale where none is known.
const english = "en"

// user is an account. It is verified exactly when it has a password: an account made by the approval of an application
// waits for its owner to set one with the code mailed to the address.
type user struct {
	ID              string `gorm:"primaryKey"`
	Email           string // as id.NormalizeEmail makes it; it never changes
	FullName        string
	Phone           *string
	PasswordHash    *string
	Role            auth.Role
	AccountType     events.AccountType
	BusinessName    *string
	Locale          string
	Search          string // what ?q looks in, in lower case: SQLite folds ASCII only
	EmailVerifiedAt *time.Time
	DisabledAt      *time.Time
	CreatedAt       time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt       time.Time `gorm:"autoUpdateTime:false"`
}

func (user) TableName() string { return "identity_users" }

// newUser is a retail customer, not yet verified.
func newUser(userID, email, fullName, locale string, now time.Time) user {
	u := user{
		ID: userID, Email: id.NormalizeEmail(email), Role: auth.RoleCustomer, AccountType: events.RetailAccount, Locale: locale,
		CreatedAt: now, UpdatedAt: now,
	}
	u.rename(fullName)
	return u
}

func (u *user) verified() bool { return u.EmailVerifiedAt != nil }
func (u *user) disabled() bool { return u.DisabledAt != nil }

// unclaimed tells whether the account waits for its owner to set the first password.
func (u *user) unclaimed() bool { return !u.verified() && !u.disabled() }

// activeAdmin tells whether u may work as an admin.
func (u *user) activeAdmin() bool { return u.Role == auth.RoleAdmin && !u.disabled() }

// setPassword gives the account a password and, as only its owner can have proved the right to, verifies it.
// It tells whether the account was not verified before.
func (u *user) setPassword(hash string, now time.Time) (first bool) {
	first = !u.verified()
	if first {
		u.EmailVerifiedAt = &now
	}
	u.PasswordHash, u.UpdatedAt = &hash, now
	return first
}

// becomeWholesale turns the account and tells whether that changed anything. Password and sessions stay.
func (u *user) becomeWholesale(businessName string, now time.Time) bool {
	if u.AccountType == events.WholesaleAccount && u.BusinessName != nil && *u.BusinessName == businessName {
		return false
	}
	u.AccountType, u.BusinessName, u.UpdatedAt = events.WholesaleAccount, &businessName, now
	return true
}

// setRole tells whether it was another one.
func (u *user) setRole(role auth.Role, now time.Time) bool {
	if u.Role == role {
		return false
	}
	u.Role, u.UpdatedAt = role, now
	return true
}

// setDisabled shuts the account out or lets it in again, and tells whether that changed anything.
func (u *user) setDisabled(disabled bool, now time.Time) bool {
	if u.disabled() == disabled {
		return false
	}
	u.DisabledAt, u.UpdatedAt = nil, now
	if disabled {
		u.DisabledAt = &now
	}
	return true
}

// rename sets the full name and what searches look in.
func (u *user) rename(fullName string) {
	u.FullName = fullName
	u.Search = strings.ToLower(u.Email + "\n" + fullName)
}

// created is the announcement of a new account.
func (u *user) created(origin events.AccountOrigin) events.AccountCreated {
	return events.AccountCreated{
		UserID: u.ID, Origin: origin, Role: events.Role(u.Role), AccountType: u.AccountType, Locale: u.Locale, CreatedAt: u.CreatedAt,
		Email: u.Email, FullName: u.FullName, Phone: u.Phone, BusinessName: u.BusinessName,
	}
}

// emailVerified is the announcement that the address is proved.
func (u *user) emailVerified() events.EmailVerified {
	return events.EmailVerified{UserID: u.ID, Locale: u.Locale, VerifiedAt: *u.EmailVerifiedAt, Email: u.Email, FullName: u.FullName}
}

// passwordChanged is the announcement of another password.
func (u *user) passwordChanged(how events.PasswordChangeMethod, first bool) events.PasswordChanged {
	return events.PasswordChanged{UserID: u.ID, How: how, First: first, Locale: u.Locale, Email: u.Email, FullName: u.FullName}
}

// actor is the user's name in the event log.
func (u *user) actor() string { return auth.Principal{UserID: u.ID}.Actor() }
