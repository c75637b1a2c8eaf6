package events

// Role is what an account may do.
type Role string

// The roles.
const (
	RoleCustomer Role = "customer"
	RoleAdmin    Role = "admin"
)

// AccountType says which prices an account pays.
type AccountType string

// The account types.
const (
	RetailAccount    AccountType = "retail"
	WholesaleAccount AccountType = "wholesale"
)

// AccountOrigin says how an account came to be.
type AccountOrigin string

// The origins of an account.
const (
	OriginRegistration AccountOrigin = "registration" // its owner registered and proved the address
	OriginWholesale    AccountOrigin = "wholesale"    // an application was approved
	OriginAdmin        AccountOrigin = "admin"        // the configuration or the command line
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
)
