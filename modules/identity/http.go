package identity

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tagAccounts  = "Accounts"
	tagProfile   = "Profile and addresses"
	tagUserAdmin = "Administration: users"
)

func (s *service) routes(r *httpapi.Router) {
	s.limits = r
	s.loginRoutes(r)
	s.userRoutes(r)
	s.addressRoutes(r)
	s.adminRoutes(r)
}

func (s *service) loginRoutes(r *httpapi.Router) {
	post := func(id, path string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag = id, http.MethodPost, "/v1/auth/"+path, tagAccounts
		return op
	}
	httpapi.Handle(r, httpapi.Public, post("register", "register", httpapi.Op{
		Summary: "Ask for an account", Status: http.StatusAccepted, Limits: []string{"register"},
		Detail: "Mails a six-digit code for `verify-email`; the account exists once that code was entered. An address that has an " +
			"account gets the same answer, and a mail that says so. Each registration has its own password and code: keep the " +
			"`registrationId` and send it with the code.",
	}), s.handleRegister)
	httpapi.Handle(r, httpapi.Public, post("verifyEmail", "verify-email", httpapi.Op{
		Summary: "Log in with the code of a registration", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "Makes the account of the registration and logs in. A code is good once, for 15 minutes from when its mail left, and " +
			"for 5 attempts; every code that is not right is `invalid_code`. With `registrationId` only the code of that " +
			"registration is right; without it, and with more than one registration live for the address, no code is, and a mail " +
			"says to register again.",
	}), s.handleVerifyEmail)
	httpapi.Handle(r, httpapi.Public, post("resendCode", "resend-code", httpapi.Op{
		Summary: "Ask for the code of a registration again", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Not before 60 s, 5 times an hour. The answer is the same whatever is known of the address. Without `registrationId` a " +
			"code is sent only when exactly one registration is live; else the mail says to register again.",
	}), s.handleResendCode)
	httpapi.Handle(r, httpapi.Public, post("login", "login", httpapi.Op{
		Summary: "Log in with the password", Secret: true, Limits: []string{"login"}, Errors: []string{fault.InvalidCredentials, fault.EmailNotVerified},
		Detail: "A wrong password, an unknown address and a disabled account are all `invalid_credentials`; `email_not_verified` " +
			"follows a right password only. After 10 failures for an account from one network that network pauses: 60 s, and " +
			"longer after each further one. After 100 within an hour so does every network that has not lately logged in to the " +
			"account.",
	}), s.handleLogin)
	httpapi.Handle(r, httpapi.Public, post("refresh", "refresh", httpapi.Op{
		Summary: "Exchange a refresh token for the next one", Secret: true, Errors: []string{fault.InvalidRefreshToken},
		Detail: "Answers with a new access token and a new refresh token: keep both. Each refresh token is good once. The one just " +
			"replaced gets the same successor for 10 s, for a client whose answer was lost; used later, it ends the session. " +
			"`invalid_refresh_token` means to log in again.",
	}), s.handleRefresh)
	httpapi.Handle(r, httpapi.User, post("logout", "logout", httpapi.Op{
		Summary: "End this session",
		Detail:  "Its refresh token and its access tokens are refused within a second. Other sessions of the user go on.",
	}), s.handleLogout)
	httpapi.Handle(r, httpapi.Public, post("forgotPassword", "forgot-password", httpapi.Op{
		Summary: "Ask for a code to set the password", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Mails an eight-digit code for `set-password` when the address has an account: once a minute, 5 times an hour. The " +
			"answer is the same whatever is known of the address.",
	}), s.handleForgotPassword)
	httpapi.Handle(r, httpapi.Public, post("setPassword", "set-password", httpapi.Op{
		Summary: "Set the password with a mailed code and log in", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "For the code of `forgot-password`, which lives for 15 minutes, and that of an approved wholesale application (24 " +
			"hours). Ends every other session of the user and logs in; a mail reports that a password was replaced.",
	}), s.handleSetPassword)
	httpapi.Handle(r, httpapi.User, post("changePassword", "change-password", httpapi.Op{
		Summary: "Change the password",
		Detail: "Ends every other session of the user and mails that the password was changed. A wrong `currentPassword` is " +
			"`invalid_credentials`.",
		Errors: []string{fault.InvalidCredentials},
	}), s.handleChangePassword)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listSessions", Method: http.MethodGet, Path: "/v1/auth/sessions", Tag: tagAccounts, Summary: "List where the caller is logged in",
		Detail: "One for each login that has not ended, with the browser that it came from. `current` marks the session of this " +
			"request.",
	}, s.handleListSessions)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "endSession", Method: http.MethodDelete, Path: "/v1/auth/sessions/{id}", Tag: tagAccounts, Summary: "End one of the caller's sessions",
		Detail: "Its refresh token and its access tokens are refused within a second. To end the current one is to log out.",
	}, s.handleEndSession)
}

func (s *service) userRoutes(r *httpapi.Router) {
	const path = "/v1/users/me"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getProfile", Method: http.MethodGet, Path: path, Tag: tagProfile, Summary: "Read the caller's profile",
		Detail: "What a storefront shows of the account. `role` and `accountType` are in the access token too, but a token may be " +
			"older than an approval.",
	}, s.handleGetProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateProfile", Method: http.MethodPatch, Path: path, Tag: tagProfile, Summary: "Change the caller's profile",
		Detail: "Absent fields stay as they are; `phone` as `null` clears it. `locale` is the language of later mails and " +
			"notifications.",
	}, s.handlePatchProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "eraseAccount", Method: http.MethodDelete, Path: path, Tag: tagProfile, Status: http.StatusAccepted,
		Summary: "Erase the caller's account", Errors: []string{fault.InvalidCredentials, fault.LastAdmin},
		Detail: "Erases the caller's personal data in every module, in the event log and in the mails, and ends all sessions; this " +
			"can't be undone. Orders are kept, anonymised; an open one keeps where it is sent until it has ended. A wrong password " +
			"is `invalid_credentials`; the only admin gets `last_admin`.",
	}, s.handleErase)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "exportAccount", Method: http.MethodGet, Path: path + "/export", Tag: tagProfile, Summary: "Read everything that is held on the caller, by module",
		Detail: "One member for each module that holds something: the profile, addresses, orders, reviews, points, notifications, " +
			"mails. It is for people to keep; modules may add to theirs.",
	}, s.handleExport)
}

func (s *service) addressRoutes(r *httpapi.Router) {
	const list, one = "/v1/users/me/addresses", "/v1/users/me/addresses/{id}"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listAddresses", Method: http.MethodGet, Path: list, Tag: tagProfile, Summary: "List the caller's addresses, oldest first",
		Detail: "A plain array of all of them, without pages. When there is any, exactly one has `isDefault`: the one that a checkout " +
			"without a recipient goes to.",
	}, s.handleListAddresses)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "addAddress", Method: http.MethodPost, Path: list, Tag: tagProfile, Status: http.StatusCreated,
		Summary: "Add an address",
		Detail:  "The first one is the default, and so is a later one with `isDefault`. At most 50: one more is 422.",
	}, s.handleAddAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getAddress", Method: http.MethodGet, Path: one, Tag: tagProfile, Summary: "Read an address",
		Detail: "Only one of the caller's own; every other id is 404.",
	}, s.handleGetAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "replaceAddress", Method: http.MethodPut, Path: one, Tag: tagProfile, Summary: "Replace an address",
		Detail: "Takes the whole address: a field that is left out is cleared. The default ceases to be it only when another address " +
			"becomes it. Orders keep the address that they were placed with.",
	}, s.handleChangeAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteAddress", Method: http.MethodDelete, Path: one, Tag: tagProfile,
		Summary: "Delete an address",
		Detail:  "If it was the default, the oldest of the others becomes it. Orders keep the address that they were placed with.",
	}, s.handleDeleteAddress)
}

func (s *service) adminRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users", "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUsers", Method: http.MethodGet, Path: list, Tag: tagUserAdmin, Summary: "List users, newest first",
		Detail: "Finds users by role, and by a text in their name or email. Erased accounts are not among them.",
	}, s.handleListUsers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUser", Method: http.MethodGet, Path: one, Tag: tagUserAdmin, Summary: "Read a user",
		Detail: "The profile, and whether the account is `disabled`.",
	}, s.handleGetUser)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateUser", Method: http.MethodPatch, Path: one, Tag: tagUserAdmin, Errors: []string{fault.LastAdmin},
		Summary: "Change a user's role, or shut the user out",
		Detail: "Another `role` ends the access tokens that exist, and a refresh brings one with the new role; `disabled` ends the " +
			"sessions too and refuses logins until it is `false` again. Both count within a second. To take away the last admin " +
			"who may work is `last_admin`.",
	}, s.handlePatchUser)
}
