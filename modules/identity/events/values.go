package events

import "orderd/platform/convert"

// Role is what an account may do.
type Role string

// The roles.
const (
	RoleCustomer Role = "customer"
	RoleStaff    Role = "staff"
	RoleAdmin    Role = "admin"
)

// Values are all of them.
func (Role) Values() []string { return convert.Strings(RoleCustomer, RoleStaff, RoleAdmin) }

// AccountType says which prices an account pays.
type AccountType string

// The account types.
const (
	RetailAccount    AccountType = "retail"
	WholesaleAccount AccountType = "wholesale"
)

// Values are all of them.
func (AccountType) Values() []string { return convert.Strings(RetailAccount, WholesaleAccount) }

// ProfileField is a field of a profile.
type ProfileField string

// The fields of a profile.
const (
	ProfileFullName ProfileField = "fullName"
	ProfilePhone    ProfileField = "phone"
	ProfileLocale   ProfileField = "locale"
	ProfileMetadata ProfileField = "metadata" // its values are in no event
)

// AccountOrigin says how an account came to be.
type AccountOrigin string

// The origins of an account.
const (
	OriginRegistration AccountOrigin = "registration" // its owner registered and proved the address
	OriginWholesale    AccountOrigin = "wholesale"    // an application was approved
	OriginAdmin        AccountOrigin = "admin"        // the configuration or the command line
	OriginInvitation   AccountOrigin = "invitation"   // an invitation to the staff was accepted
	OriginImport       AccountOrigin = "import"       // a file of customers was imported
)

// PasswordChangeMethod says what the owner proved before the password was changed.
type PasswordChangeMethod string

// The ways to change a password.
const (
	PasswordSetWithCode    PasswordChangeMethod = "set"     // the address, with a mailed code
	PasswordChangedWithOld PasswordChangeMethod = "changed" // the old password
)

// LoginMethod says how a session was opened.
type LoginMethod string

// The ways to log in.
const (
	LoginWithPassword         LoginMethod = "password"
	LoginWithRegistrationCode LoginMethod = "verify_email"
	LoginWithPasswordCode     LoginMethod = "set_password"
	LoginWithInvitation       LoginMethod = "accept_invitation"
	LoginWithPasskey          LoginMethod = "passkey" // which is both factors
)

// FactorKind says what a second factor is.
type FactorKind string

// The kinds of second factors.
const (
	FactorTOTP    FactorKind = "totp" // an authenticator app
	FactorPasskey FactorKind = "passkey"
)

// Values are all of them.
func (FactorKind) Values() []string { return convert.Strings(FactorTOTP, FactorPasskey) }

// FactorChange says what happened to the second factors of an account.
type FactorChange string

// The changes of second factors.
const (
	FactorStarted        FactorChange = "started" // it waits for its first code and does not count yet
	FactorAdded          FactorChange = "added"
	FactorReplaced       FactorChange = "replaced" // the app replaces the one before
	FactorRemoved        FactorChange = "removed"
	FactorsReset         FactorChange = "reset"   // an admin or the operator removed all
	FactorsDropped       FactorChange = "dropped" // the owner left the staff
	RecoveryCodesRenewed FactorChange = "recovery_codes"
)

// ProofMethod says how a second factor was proved.
type ProofMethod string

// The ways to prove a second factor, or to step a session up without one.
const (
	ProofByTOTP         ProofMethod = "totp"
	ProofByPasskey      ProofMethod = "passkey"
	ProofByRecoveryCode ProofMethod = "recovery_code"
	ProofByPassword     ProofMethod = "password" // of an account without a second factor
)

// Values are all of them.
func (ProofMethod) Values() []string {
	return convert.Strings(ProofByTOTP, ProofByPasskey, ProofByRecoveryCode, ProofByPassword)
}

// SchemaName is the name in the OpenAPI document.
func (ProofMethod) SchemaName() string { return "StepUpMethod" }

// ProofPurpose says what a second factor was asked for.
type ProofPurpose string

// The purposes of a proof.
const (
	ProofForLogin  ProofPurpose = "login"
	ProofForStepUp ProofPurpose = "step_up"
)

// LoginFailureReason says why a password was refused.
type LoginFailureReason string

// The reasons of a failed login.
const (
	LoginFailedCredentials LoginFailureReason = "credentials"  // wrong password or unknown address
	LoginFailedNotVerified LoginFailureReason = "not_verified" // the password of a registration
	LoginFailedDisabled    LoginFailureReason = "disabled"     // the password of a disabled account
)

// CodePurpose says what a one-time code is for.
type CodePurpose string

// The purposes of a one-time code.
const (
	CodeForRegistration CodePurpose = "registration"
	CodeForPassword     CodePurpose = "password"
	CodeForInvitation   CodePurpose = "invitation"
	CodeForEmailChange  CodePurpose = "email_change"
	CodeForEmailUndo    CodePurpose = "email_undo"
)

// SessionEndReason says why sessions ended before they expired.
type SessionEndReason string

// The reasons of an early end.
const (
	SessionEndedByLogout     SessionEndReason = "logout"
	SessionEndedByUser       SessionEndReason = "ended"       // from the list of sessions
	SessionEndedByPassword   SessionEndReason = "password"    // another password
	SessionEndedByDisabling  SessionEndReason = "disabled"    // an admin disabled the account
	SessionEndedByTokenReuse SessionEndReason = "token_reuse" // a replaced refresh token came back
	SessionEndedByErasure    SessionEndReason = "erased"
	SessionEndedByReset      SessionEndReason = "second_factor_reset"
	SessionEndedByAdmin      SessionEndReason = "admin"    // an admin ended them alone
	SessionEndedByNewer      SessionEndReason = "too_many" // a newer one took its place
	SessionEndedByEmail      SessionEndReason = "email"    // another address, or the former one
)

// StaffAlert says what an email to the staff is about.
type StaffAlert string

// The alerts.
const (
	AlertWebhookDisabled StaffAlert = "webhook_disabled" // an endpoint failed for 72 hours
	AlertNotices         StaffAlert = "notices"          // what has happened since the last mail
)
