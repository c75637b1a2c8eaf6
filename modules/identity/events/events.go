// Package events holds the events that identity publishes: the module's public contract. Fields are
// only ever added.
package events

import "time"

// RegistrationRequested: a client asked for an account, or for another code. The mailer derives the
// code from ChallengeID and mails it. The subject is the registration, whose id becomes the user's.
// When identity deletes a registration that was never verified, the personal fields are blanked.
type RegistrationRequested struct {
	RegistrationID string    `json:"registrationId"`
	ChallengeID    string    `json:"challengeId"`
	Locale         string    `json:"locale"`
	Resent         bool      `json:"resent"`      // another code for a registration
	RequestedAt    time.Time `json:"requestedAt"` // of the registration; zero in old events
	Email          string    `json:"email" pii:"true"`
	FullName       string    `json:"fullName" pii:"true"`
}

func (RegistrationRequested) EventName() string      { return "identity.registration_requested.v1" }
func (e RegistrationRequested) EventKey() string     { return e.RegistrationID }
func (e RegistrationRequested) EventSubject() string { return e.RegistrationID }

// RegistrationRefused: a client tried to register, or asked for a registration code, with the
// address of a verified account. A mail informs its owner.
type RegistrationRefused struct {
	UserID   string `json:"userId"`
	Locale   string `json:"locale"`
	Email    string `json:"email" pii:"true"`
	FullName string `json:"fullName" pii:"true"`
}

func (RegistrationRefused) EventName() string      { return "identity.registration_refused.v1" }
func (e RegistrationRefused) EventKey() string     { return e.UserID }
func (e RegistrationRefused) EventSubject() string { return e.UserID }

// RegistrationUnclear: a code was requested while not exactly one registration of the address is
// live, or a code came without a registration id while several are. The mail says to register
// again. The personal fields are blanked after 30 days: the address may never get an account.
type RegistrationUnclear struct {
	AddressID string `json:"addressId"` // pseudonym.Key.OfEmail
	Locale    string `json:"locale"`
	Email     string `json:"email" pii:"true"`
}

func (RegistrationUnclear) EventName() string      { return "identity.registration_unclear.v1" }
func (e RegistrationUnclear) EventKey() string     { return e.AddressID }
func (e RegistrationUnclear) EventSubject() string { return e.AddressID }

// AccountCreated: an account exists. Origin says whether it came from a verified registration, an
// approved wholesale application, a file of customers or the operator.
type AccountCreated struct {
	UserID       string        `json:"userId"`
	Origin       AccountOrigin `json:"origin"`
	Role         Role          `json:"role"`
	AccountType  AccountType   `json:"accountType"`
	Locale       string        `json:"locale"`
	CreatedAt    time.Time     `json:"createdAt"`
	Email        string        `json:"email" pii:"true"`
	FullName     string        `json:"fullName" pii:"true"`
	Phone        *string       `json:"phone" pii:"true"`
	BusinessName *string       `json:"businessName" pii:"true"`
}

func (AccountCreated) EventName() string      { return "identity.account_created.v1" }
func (e AccountCreated) EventKey() string     { return e.UserID }
func (e AccountCreated) EventSubject() string { return e.UserID }

// EmailVerified: the owner of the account proved the address with a mailed code.
type EmailVerified struct {
	UserID     string    `json:"userId"`
	Locale     string    `json:"locale"`
	VerifiedAt time.Time `json:"verifiedAt"`
	Email      string    `json:"email" pii:"true"`
	FullName   string    `json:"fullName" pii:"true"`
}

func (EmailVerified) EventName() string      { return "identity.email_verified.v1" }
func (e EmailVerified) EventKey() string     { return e.UserID }
func (e EmailVerified) EventSubject() string { return e.UserID }

// ProfileChanged carries the whole profile as it now is.
type ProfileChanged struct {
	UserID   string  `json:"userId"`
	Locale   string  `json:"locale"`
	Email    string  `json:"email" pii:"true"`
	FullName string  `json:"fullName" pii:"true"`
	Phone    *string `json:"phone" pii:"true"`
}

func (ProfileChanged) EventName() string      { return "identity.profile_changed.v1" }
func (e ProfileChanged) EventKey() string     { return e.UserID }
func (e ProfileChanged) EventSubject() string { return e.UserID }

// AddressSaved: an address was added or changed, or its default mark was. The key is the owner's
// id.
type AddressSaved struct {
	UserID     string  `json:"userId"`
	AddressID  string  `json:"addressId"`
	IsDefault  bool    `json:"isDefault"`
	Label      *string `json:"label" pii:"true"`
	FullName   string  `json:"fullName" pii:"true"`
	Company    *string `json:"company" pii:"true"`
	Phone      *string `json:"phone" pii:"true"`
	Line1      string  `json:"line1" pii:"true"`
	Line2      *string `json:"line2" pii:"true"`
	City       string  `json:"city" pii:"true"`
	State      *string `json:"state" pii:"true"`
	PostalCode string  `json:"postalCode" pii:"true"`
	Country    string  `json:"country" pii:"true"`
}

func (AddressSaved) EventName() string      { return "identity.address_saved.v1" }
func (e AddressSaved) EventKey() string     { return e.UserID }
func (e AddressSaved) EventSubject() string { return e.UserID }

// AddressDeleted: an address was deleted.
type AddressDeleted struct {
	UserID    string `json:"userId"`
	AddressID string `json:"addressId"`
}

func (AddressDeleted) EventName() string  { return "identity.address_deleted.v1" }
func (e AddressDeleted) EventKey() string { return e.UserID }

// AccountTypeChanged: a retail account became a wholesale account, or the reverse.
type AccountTypeChanged struct {
	UserID       string      `json:"userId"`
	AccountType  AccountType `json:"accountType"`
	BusinessName *string     `json:"businessName" pii:"true"`
}

func (AccountTypeChanged) EventName() string      { return "identity.account_type_changed.v1" }
func (e AccountTypeChanged) EventKey() string     { return e.UserID }
func (e AccountTypeChanged) EventSubject() string { return e.UserID }

// RoleChanged: the account has another role.
type RoleChanged struct {
	UserID string `json:"userId"`
	Role   Role   `json:"role"`
	RoleID string `json:"roleId,omitempty"` // of RoleSaved, when Role is RoleStaff
}

func (RoleChanged) EventName() string  { return "identity.role_changed.v1" }
func (e RoleChanged) EventKey() string { return e.UserID }

// RoleSaved: a role of the staff was made or changed.
type RoleSaved struct {
	RoleID string   `json:"roleId"`
	Name   string   `json:"name"`
	Scopes []string `json:"scopes"`
}

func (RoleSaved) EventName() string  { return "identity.role_saved.v1" }
func (e RoleSaved) EventKey() string { return e.RoleID }

// RoleDeleted: a role of the staff is no more; it had no members.
type RoleDeleted struct {
	RoleID string `json:"roleId"`
}

func (RoleDeleted) EventName() string  { return "identity.role_deleted.v1" }
func (e RoleDeleted) EventKey() string { return e.RoleID }

// StaffInvited: someone was invited to the staff, or an invitation was sent again. The mailer
// derives the code from ChallengeID and mails it. The personal fields are blanked after 30 days.
type StaffInvited struct {
	InvitationID string `json:"invitationId"`
	ChallengeID  string `json:"challengeId"`
	AddressID    string `json:"addressId"` // pseudonym.Key.OfEmail
	RoleID       string `json:"roleId"`
	RoleName     string `json:"roleName"`
	Resent       bool   `json:"resent"`
	Locale       string `json:"locale"`
	Email        string `json:"email" pii:"true"`
	FullName     string `json:"fullName" pii:"true"`
}

func (StaffInvited) EventName() string      { return "identity.staff_invited.v1" }
func (e StaffInvited) EventKey() string     { return e.AddressID }
func (e StaffInvited) EventSubject() string { return e.AddressID }

// InvitationRevoked: an invitation was taken back, or a newer one to the address took its place.
type InvitationRevoked struct {
	InvitationID string `json:"invitationId"`
	AddressID    string `json:"addressId"`
}

func (InvitationRevoked) EventName() string  { return "identity.invitation_revoked.v1" }
func (e InvitationRevoked) EventKey() string { return e.AddressID }

// InvitationAccepted: the account of the address is one of the staff.
type InvitationAccepted struct {
	InvitationID string `json:"invitationId"`
	AddressID    string `json:"addressId"`
	UserID       string `json:"userId"`
}

func (InvitationAccepted) EventName() string  { return "identity.invitation_accepted.v1" }
func (e InvitationAccepted) EventKey() string { return e.AddressID }

// APIKeySaved: an API key was made or changed.
type APIKeySaved struct {
	KeyID     string     `json:"keyId"`
	Name      string     `json:"name"`
	Prefix    string     `json:"prefix"` // the first 12 characters of the key
	Scopes    []string   `json:"scopes"`
	ExpiresAt *time.Time `json:"expiresAt"`
}

func (APIKeySaved) EventName() string  { return "identity.api_key_saved.v1" }
func (e APIKeySaved) EventKey() string { return e.KeyID }

// APIKeyRevoked: an API key is refused from now on.
type APIKeyRevoked struct {
	KeyID string `json:"keyId"`
}

func (APIKeyRevoked) EventName() string  { return "identity.api_key_revoked.v1" }
func (e APIKeyRevoked) EventKey() string { return e.KeyID }

// AccessChanged: an admin disabled the account or enabled it again.
type AccessChanged struct {
	UserID   string `json:"userId"`
	Disabled bool   `json:"disabled"`
}

func (AccessChanged) EventName() string  { return "identity.access_changed.v1" }
func (e AccessChanged) EventKey() string { return e.UserID }

// WholesaleAccessGranted: the account of an approved application is ready. The mail about it
// carries the code of the challenge.
type WholesaleAccessGranted struct {
	UserID        string `json:"userId"`
	ApplicationID string `json:"applicationId"`
	TrackingID    string `json:"trackingId"`
	ChallengeID   string `json:"challengeId"`
	Locale        string `json:"locale"`
	NewAccount    bool   `json:"newAccount"`
	Email         string `json:"email" pii:"true"`
	FullName      string `json:"fullName" pii:"true"`
	BusinessName  string `json:"businessName" pii:"true"`
}

func (WholesaleAccessGranted) EventName() string      { return "identity.wholesale_access_granted.v1" }
func (e WholesaleAccessGranted) EventKey() string     { return e.UserID }
func (e WholesaleAccessGranted) EventSubject() string { return e.UserID }

// PasswordCodeRequested: a client asked for a code to set the password of an account.
type PasswordCodeRequested struct {
	UserID      string `json:"userId"`
	ChallengeID string `json:"challengeId"`
	Locale      string `json:"locale"`
	Email       string `json:"email" pii:"true"`
	FullName    string `json:"fullName" pii:"true"`
}

func (PasswordCodeRequested) EventName() string      { return "identity.password_code_requested.v1" }
func (e PasswordCodeRequested) EventKey() string     { return e.UserID }
func (e PasswordCodeRequested) EventSubject() string { return e.UserID }

// PasswordCodeRefused: a client asked for a code, and the address has no account that may log in.
// No mail follows. The mailer subscribes to it so that the request costs the same as one for an
// account.
type PasswordCodeRefused struct {
	AddressID string `json:"addressId"`
}

func (PasswordCodeRefused) EventName() string  { return "identity.password_code_refused.v1" }
func (e PasswordCodeRefused) EventKey() string { return e.AddressID }

// PasswordChanged: the account has another password.
type PasswordChanged struct {
	UserID   string               `json:"userId"`
	How      PasswordChangeMethod `json:"how"`
	First    bool                 `json:"first"` // the account had none before
	Locale   string               `json:"locale"`
	Email    string               `json:"email" pii:"true"`
	FullName string               `json:"fullName" pii:"true"`
}

func (PasswordChanged) EventName() string      { return "identity.password_changed.v1" }
func (e PasswordChanged) EventKey() string     { return e.UserID }
func (e PasswordChanged) EventSubject() string { return e.UserID }

// LoggedIn: a session began. Network is a keyed digest of the client's network, "" where there is
// none; it is blanked after 30 days.
type LoggedIn struct {
	UserID    string      `json:"userId"`
	SessionID string      `json:"sessionId"`
	Method    LoginMethod `json:"method"`
	// SecondFactor is what was proved beside Method; "" for nothing.
	SecondFactor ProofMethod `json:"secondFactor,omitempty"`
	Network      string      `json:"network" pii:"true"`
}

func (LoggedIn) EventName() string      { return "identity.logged_in.v1" }
func (e LoggedIn) EventKey() string     { return e.UserID }
func (e LoggedIn) EventSubject() string { return e.UserID }

// LoginFailed: a password was refused, at login or at a request that asks for it again. AddressID
// is pseudonym.Key.OfEmail of the given address, Network as in LoggedIn.
type LoginFailed struct {
	AddressID string             `json:"addressId"`
	Reason    LoginFailureReason `json:"reason"`
	Network   string             `json:"network" pii:"true"`
}

func (LoginFailed) EventName() string      { return "identity.login_failed.v1" }
func (e LoginFailed) EventKey() string     { return e.AddressID }
func (e LoginFailed) EventSubject() string { return e.AddressID }

// CodeRejected: a one-time code was wrong, used or expired, or had no attempts left.
type CodeRejected struct {
	AddressID string      `json:"addressId"`
	Purpose   CodePurpose `json:"purpose"`
}

func (CodeRejected) EventName() string  { return "identity.code_rejected.v1" }
func (e CodeRejected) EventKey() string { return e.AddressID }

// CodeWithheld: a client asked for a one-time code, and no mail leaves, because the address has had
// the mails of the hour. The newest of them has the code.
type CodeWithheld struct {
	AddressID string      `json:"addressId"` // pseudonym.Key.OfEmail
	Purpose   CodePurpose `json:"purpose"`
}

func (CodeWithheld) EventName() string  { return "identity.code_withheld.v1" }
func (e CodeWithheld) EventKey() string { return e.AddressID }

// SessionRefreshed: a refresh token was exchanged for the next one.
type SessionRefreshed struct {
	UserID    string `json:"userId"`
	SessionID string `json:"sessionId"`
}

func (SessionRefreshed) EventName() string  { return "identity.session_refreshed.v1" }
func (e SessionRefreshed) EventKey() string { return e.SessionID }

// SessionsEnded: sessions ended before they expired.
type SessionsEnded struct {
	UserID     string           `json:"userId"`
	SessionIDs []string         `json:"sessionIds"`
	Reason     SessionEndReason `json:"reason"`
}

func (SessionsEnded) EventName() string  { return "identity.sessions_ended.v1" }
func (e SessionsEnded) EventKey() string { return e.UserID }
