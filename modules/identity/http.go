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
		Detail: "Mails a code for `verify-email`, which makes the account: keep the `registrationId` for it. The answer is the " +
			"same for an address that has an account.",
	}), s.handleRegister)
	httpapi.Handle(r, httpapi.Public, post("verifyEmail", "verify-email", httpapi.Op{
		Summary: "Log in with the code of a registration", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "Makes the account. A code is good once, for 15 minutes from its mail and 5 attempts; each failure is " +
			"`invalid_code`.",
	}), s.handleVerifyEmail)
	httpapi.Handle(r, httpapi.Public, post("resendCode", "resend-code", httpapi.Op{
		Summary: "Ask for the code of a registration again", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Once a minute, 5 times an hour. The answer is the same for an unknown address.",
	}), s.handleResendCode)
	httpapi.Handle(r, httpapi.Public, post("login", "login", httpapi.Op{
		Summary: "Log in with the password", Secret: true, Limits: []string{"login"}, Errors: []string{fault.InvalidCredentials, fault.EmailNotVerified},
		Detail: "A wrong password, an unknown address and a disabled account are all `invalid_credentials`; `email_not_verified` " +
			"follows a right password only. After 10 failures for an account from one network that network pauses for 60 s, " +
			"then longer; after 100 in an hour so does every network that has not lately logged in to it.",
	}), s.handleLogin)
	httpapi.Handle(r, httpapi.Public, post("refresh", "refresh", httpapi.Op{
		Summary: "Exchange a refresh token for the next one", Secret: true, Errors: []string{fault.InvalidRefreshToken},
		Detail: "Keep both tokens: each refresh token is good once. The one just replaced gets the same answer for 10 s; used " +
			"later, it ends the session. After `invalid_refresh_token` log in again.",
	}), s.handleRefresh)
	httpapi.Handle(r, httpapi.User, post("logout", "logout", httpapi.Op{
		Summary: "End this session",
		Detail:  "Its tokens are refused within a second.",
	}), s.handleLogout)
	httpapi.Handle(r, httpapi.Public, post("forgotPassword", "forgot-password", httpapi.Op{
		Summary: "Ask for a code to set the password", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Mails a code for `set-password`, once a minute, 5 times an hour. The answer is the same for an unknown address.",
	}), s.handleForgotPassword)
	httpapi.Handle(r, httpapi.Public, post("setPassword", "set-password", httpapi.Op{
		Summary: "Set the password with a mailed code and log in", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "The code is good for 15 minutes, that of an approved wholesale application for 24 hours. Ends every other " +
			"session of the user; a mail says so.",
	}), s.handleSetPassword)
	httpapi.Handle(r, httpapi.User, post("changePassword", "change-password", httpapi.Op{
		Summary: "Change the password",
		Detail:  "Ends every other session of the user; a mail says so. A wrong `currentPassword` is `invalid_credentials`.",
		Errors:  []string{fault.InvalidCredentials},
	}), s.handleChangePassword)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listSessions", Method: http.MethodGet, Path: "/v1/auth/sessions", Tag: tagAccounts, Summary: "List where the caller is logged in",
		Detail: "`current` marks the session of this request.",
	}, s.handleListSessions)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "endSession", Method: http.MethodDelete, Path: "/v1/auth/sessions/{id}", Tag: tagAccounts, Summary: "End one of the caller's sessions",
		Detail: "Its tokens are refused within a second.",
	}, s.handleEndSession)
}

func (s *service) userRoutes(r *httpapi.Router) {
	const path = "/v1/users/me"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getProfile", Method: http.MethodGet, Path: path, Tag: tagProfile, Summary: "Read the caller's profile",
		Detail: "`role` and `accountType` may be newer than those in the access token.",
	}, s.handleGetProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateProfile", Method: http.MethodPatch, Path: path, Tag: tagProfile, Summary: "Change the caller's profile",
		Detail: "Absent fields stay, `null` clears.",
	}, s.handlePatchProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "eraseAccount", Method: http.MethodDelete, Path: path, Tag: tagProfile, Status: http.StatusAccepted,
		Summary: "Erase the caller's account", Errors: []string{fault.InvalidCredentials, fault.LastAdmin},
		Detail: "Erases personal data in every module, in the event log and in the mails, and ends all sessions. Orders stay, " +
			"anonymised; an open one keeps where it is sent until it has ended. The only admin is refused.",
	}, s.handleErase)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "exportAccount", Method: http.MethodGet, Path: path + "/export", Tag: tagProfile, Summary: "Read everything that is held on the caller, by module",
		Detail: "One member for each module that holds something; modules may add to theirs.",
	}, s.handleExport)
}

func (s *service) addressRoutes(r *httpapi.Router) {
	const list, one = "/v1/users/me/addresses", "/v1/users/me/addresses/{id}"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listAddresses", Method: http.MethodGet, Path: list, Tag: tagProfile, Summary: "List the caller's addresses, oldest first",
		Detail: "All of them, without pages. The one with `isDefault` is that of a checkout without a recipient.",
	}, s.handleListAddresses)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "addAddress", Method: http.MethodPost, Path: list, Tag: tagProfile, Status: http.StatusCreated,
		Summary: "Add an address",
		Detail:  "The first one is the default. At most 50: one more is 422.",
	}, s.handleAddAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getAddress", Method: http.MethodGet, Path: one, Tag: tagProfile, Summary: "Read an address",
		Detail: "Only the caller's own; every other is 404.",
	}, s.handleGetAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "replaceAddress", Method: http.MethodPut, Path: one, Tag: tagProfile, Summary: "Replace an address",
		Detail: "A field that is left out is cleared. Orders keep theirs.",
	}, s.handleChangeAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteAddress", Method: http.MethodDelete, Path: one, Tag: tagProfile,
		Summary: "Delete an address",
		Detail:  "If it was the default, the oldest of the others becomes it. Orders keep theirs.",
	}, s.handleDeleteAddress)
}

func (s *service) adminRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users", "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUsers", Method: http.MethodGet, Path: list, Tag: tagUserAdmin, Summary: "List users, newest first",
		Detail: "Erased accounts are not among them.",
	}, s.handleListUsers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUser", Method: http.MethodGet, Path: one, Tag: tagUserAdmin, Summary: "Read a user",
		Detail: "The profile, and whether the account is `disabled`.",
	}, s.handleGetUser)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateUser", Method: http.MethodPatch, Path: one, Tag: tagUserAdmin, Errors: []string{fault.LastAdmin},
		Summary: "Change a user's role, or shut the user out",
		Detail: "Another `role` ends the access tokens, but a refresh brings a new one; `disabled` ends the sessions too. Both count " +
			"within a second.",
	}, s.handlePatchUser)
}
