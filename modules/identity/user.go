package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/metadata"
	"orderd/platform/search"
)

// user is an account. It is verified exactly when it has a password: one that an approved
// application or an import made has none until its owner sets one with a mailed code.
type user struct {
	ID              string `gorm:"primaryKey"`
	Email           string // as id.NormalizeEmail makes it
	FullName        string
	Phone           *string
	PasswordHash    *string
	Role            auth.Role
	RoleID          *string // of who has the role staff
	AccountType     events.AccountType
	BusinessName    *string
	Locale          string
	Search          string // searchText, for ?q
	EmailVerifiedAt *time.Time
	DisabledAt      *time.Time
	MutesWebhooks   bool      // wants no mails of disabled webhooks
	Version         int64     `gorm:"default:1"` // rises with every change, the owner's too
	CreatedAt       time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt       time.Time `gorm:"autoUpdateTime:false"`

	// Metadata is of staff: the owner reads it in the export alone.
	Metadata metadata.Object `gorm:"serializer:json"`

	staffRole    *staffRole // set by loadStaffRoles
	secondFactor bool       // set by loadSecondFactor
}

func (user) TableName() string { return "identity_users" }

// newUser makes a retail customer, not yet verified.
func newUser(userID, email, fullName, locale string, now time.Time) user {
	return user{
		ID: userID, Email: id.NormalizeEmail(email), FullName: fullName, Role: auth.RoleCustomer,
		AccountType: events.RetailAccount, Locale: locale, CreatedAt: now, UpdatedAt: now,
	}
}

func (u *user) verified() bool { return u.EmailVerifiedAt != nil }
func (u *user) disabled() bool { return u.DisabledAt != nil }

// awaitsPassword reports whether the owner has yet to set the first password.
func (u *user) awaitsPassword() bool { return !u.verified() && !u.disabled() }

// activeAdmin reports whether u is an admin who is not disabled.
func (u *user) activeAdmin() bool { return u.Role == auth.RoleAdmin && !u.disabled() }

// setPassword sets the password and verifies the account: only its owner can have proved the right
// to set it. It reports whether the account was not verified before.
func (u *user) setPassword(hash string, now time.Time) (first bool) {
	first = !u.verified()
	if first {
		u.EmailVerifiedAt = &now
	}
	u.PasswordHash, u.UpdatedAt = &hash, now
	return first
}

// makeWholesale makes it a wholesale account and reports whether that changed anything. Password
// and sessions stay.
func (u *user) makeWholesale(businessName string, now time.Time) bool {
	if u.AccountType == events.WholesaleAccount && u.BusinessName != nil && *u.BusinessName == businessName {
		return false
	}
	u.AccountType, u.BusinessName, u.UpdatedAt = events.WholesaleAccount, &businessName, now
	return true
}

// AfterFind reads what a binary from before the role staff has written, which may still run beside
// this one.
func (u *user) AfterFind(*gorm.DB) error {
	if u.RoleID != nil {
		u.Role = auth.RoleStaff
	}
	return nil
}

// isStaff reports whether u is one of the staff, an admin included.
func (u *user) isStaff() bool { return u.Role != auth.RoleCustomer }

// setRole makes the user a customer or an admin and reports whether that changed anything.
func (u *user) setRole(role auth.Role, now time.Time) bool {
	if u.Role == role {
		return false
	}
	u.Role, u.RoleID, u.UpdatedAt = role, nil, now
	return true
}

// setStaffRole makes the user a member of the role, an admin for the built-in one, and reports
// whether that changed anything.
func (u *user) setStaffRole(r *staffRole, now time.Time) bool {
	if r.builtIn() {
		return u.setRole(auth.RoleAdmin, now)
	}
	if u.RoleID != nil && *u.RoleID == r.ID {
		return false
	}
	u.Role, u.RoleID, u.UpdatedAt = auth.RoleStaff, &r.ID, now
	return true
}

// setDisabled disables or enables the account and reports whether that changed anything.
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

// searchText is what staff find the account by.
func (u *user) searchText() string {
	business := ""
	if u.BusinessName != nil {
		business = *u.BusinessName
	}
	email := u.Email
	if shown := id.ShowEmail(email); shown != email {
		email += " " + shown
	}
	return search.Text(email, u.FullName, business, search.Phone(u.Phone))
}

// actor is the user's name in the event log.
func (u *user) actor() string { return auth.Principal{UserID: u.ID}.Actor() }

func (u *user) createdEvent(origin events.AccountOrigin) events.AccountCreated {
	return events.AccountCreated{
		UserID: u.ID, Origin: origin, Role: events.Role(u.Role), AccountType: u.AccountType, Locale: u.Locale,
		CreatedAt: u.CreatedAt, Email: u.Email, FullName: u.FullName, Phone: u.Phone, BusinessName: u.BusinessName,
	}
}

func (u *user) emailVerifiedEvent() events.EmailVerified {
	return events.EmailVerified{
		UserID: u.ID, Locale: u.Locale, VerifiedAt: *u.EmailVerifiedAt, Email: u.Email, FullName: u.FullName,
	}
}

func (u *user) profileChangedEvent() events.ProfileChanged {
	return events.ProfileChanged{UserID: u.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName, Phone: u.Phone}
}

// passwordCodeEvent says that the code of the challenge has to be mailed.
func (u *user) passwordCodeEvent(challengeID string) events.PasswordCodeRequested {
	return events.PasswordCodeRequested{
		UserID: u.ID, ChallengeID: challengeID, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	}
}

func (u *user) passwordChangedEvent(how events.PasswordChangeMethod, first bool) events.PasswordChanged {
	return events.PasswordChanged{
		UserID: u.ID, How: how, First: first, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
	}
}

// registrationRefusedEvent says that a client tried to register with the address of the account.
func (u *user) registrationRefusedEvent() events.RegistrationRefused {
	return events.RegistrationRefused{UserID: u.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName}
}
