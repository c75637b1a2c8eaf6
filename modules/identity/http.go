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
		Detail: "Mails a code for `verify-email`. The address of an account gets the same answer, and a mail that says so.",
	}), s.handleRegister)
	httpapi.Handle(r, httpapi.Public, post("verifyEmail", "verify-email", httpapi.Op{
		Summary: "Log in with the code of a registration", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "A code is good once, for 15 minutes from when its mail left, and for 5 attempts. With `registrationId` only the code of that " +
			"registration is right; without it, and with more than one registration live for the address, no code is, and a mail says to register again.",
	}), s.handleVerifyEmail)
	httpapi.Handle(r, httpapi.Public, post("resendCode", "resend-code", httpapi.Op{
		Summary: "Ask for the code of a registration again", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Not before 60 s, 5 times an hour. The answer is the same whatever is known of the address. Without `registrationId` a code is " +
			"sent only when exactly one registration is live; else the mail says to register again.",
	}), s.handleResendCode)
	httpapi.Handle(r, httpapi.Public, post("login", "login", httpapi.Op{
		Summary: "Log in with the password", Secret: true, Limits: []string{"login"}, Errors: []string{fault.InvalidCredentials, fault.EmailNotVerified},
		Detail: "After 10 failures for an account from one network that network pauses: 60 s, and longer after each further one. After 100 " +
			"within an hour so does every network that has not lately logged in to the account.",
	}), s.handleLogin)
	httpapi.Handle(r, httpapi.Public, post("refresh", "refresh", httpapi.Op{
		Summary: "Exchange a refresh token for the next one", Secret: true, Errors: []string{fault.InvalidRefreshToken},
		Detail: "Each token is good once. The one just replaced gets the same successor for 10 s; later it ends the session.",
	}), s.handleRefresh)
	httpapi.Handle(r, httpapi.User, post("logout", "logout", httpapi.Op{Summary: "End this session"}), s.handleLogout)
	httpapi.Handle(r, httpapi.Public, post("forgotPassword", "forgot-password", httpapi.Op{
		Summary: "Ask for a code to set the password", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Once a minute, 5 times an hour. The answer is the same whatever is known of the address.",
	}), s.handleForgotPassword)
	httpapi.Handle(r, httpapi.Public, post("setPassword", "set-password", httpapi.Op{
		Summary: "Set the password with a mailed code and log in", Secret: true, Limits: []string{"verify"}, Errors: []string{fault.InvalidCode},
		Detail: "For the code of `forgot-password` and that of an approved wholesale application. Ends every other session.",
	}), s.handleSetPassword)
	httpapi.Handle(r, httpapi.User, post("changePassword", "change-password", httpapi.Op{
		Summary: "Change the password", Detail: "Ends every other session.", Errors: []string{fault.InvalidCredentials},
	}), s.handleChangePassword)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listSessions", Method: http.MethodGet, Path: "/v1/auth/sessions", Tag: tagAccounts, Summary: "List where the caller is logged in",
	}, s.handleListSessions)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "endSession", Method: http.MethodDelete, Path: "/v1/auth/sessions/{id}", Tag: tagAccounts, Summary: "End one of the caller's sessions",
	}, s.handleEndSession)
}

func (s *service) userRoutes(r *httpapi.Router) {
	const path = "/v1/users/me"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getProfile", Method: http.MethodGet, Path: path, Tag: tagProfile, Summary: "Read the caller's profile",
	}, s.handleGetProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateProfile", Method: http.MethodPatch, Path: path, Tag: tagProfile, Summary: "Change the caller's profile",
	}, s.handlePatchProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "eraseAccount", Method: http.MethodDelete, Path: path, Tag: tagProfile, Status: http.StatusAccepted,
		Summary: "Erase the caller's account", Errors: []string{fault.InvalidCredentials, fault.LastAdmin},
		Detail: "Erases the caller's personal data everywhere. Orders are kept, anonymised. This can't be undone.",
	}, s.handleErase)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "exportAccount", Method: http.MethodGet, Path: path + "/export", Tag: tagProfile, Summary: "Read everything that is held on the caller, by module",
	}, s.handleExport)
}

func (s *service) addressRoutes(r *httpapi.Router) {
	const list, one = "/v1/users/me/addresses", "/v1/users/me/addresses/{id}"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listAddresses", Method: http.MethodGet, Path: list, Tag: tagProfile, Summary: "List the caller's addresses, oldest first",
	}, s.handleListAddresses)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "addAddress", Method: http.MethodPost, Path: list, Tag: tagProfile, Status: http.StatusCreated,
		Summary: "Add an address", Detail: "The first one is the default. At most 50.",
	}, s.handleAddAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getAddress", Method: http.MethodGet, Path: one, Tag: tagProfile, Summary: "Read an address",
	}, s.handleGetAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "replaceAddress", Method: http.MethodPut, Path: one, Tag: tagProfile, Summary: "Replace an address",
	}, s.handleChangeAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteAddress", Method: http.MethodDelete, Path: one, Tag: tagProfile,
		Summary: "Delete an address", Detail: "The oldest of the others becomes the default in its place.",
	}, s.handleDeleteAddress)
}

func (s *service) adminRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users", "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUsers", Method: http.MethodGet, Path: list, Tag: tagUserAdmin, Summary: "List users, newest first",
	}, s.handleListUsers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUser", Method: http.MethodGet, Path: one, Tag: tagUserAdmin, Summary: "Read a user",
	}, s.handleGetUser)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateUser", Method: http.MethodPatch, Path: one, Tag: tagUserAdmin, Errors: []string{fault.LastAdmin},
		Summary: "Change a user's role, or shut the user out", Detail: "Counts at once, also for tokens that exist. The last admin stays.",
	}, s.handlePatchUser)
}
