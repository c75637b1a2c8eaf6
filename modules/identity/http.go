package identity

import (
	"net/http"

	"orderd/platform/httpapi"
	"orderd/platform/tablefile"
)

// The headings in the document.
const (
	tagAccounts  = "Accounts"
	tagProfile   = "Profile and addresses"
	tagUserAdmin = "Administration: users"
	tagStaff     = "Administration: staff"
	tagKeys      = "Administration: API keys"
	tagOwn       = "Administration: own account"
)

// api answers HTTP.
type api struct {
	Deps
	limits   *httpapi.Router // set by routes
	passkeys passkeys
	// importing bounds the imports that run at once.
	importing tablefile.Semaphore
}

// shopName is a text that no password may be made of, and what authenticators show.
func (a *api) shopName() string { return a.settings.Current().Name }

func (a *api) routes(r *httpapi.Router) {
	a.limits = r
	r.AllowCookieHeader(refreshCookieHeader)
	a.registrationRoutes(r)
	a.loginRoutes(r)
	a.passwordRoutes(r)
	a.sessionRoutes(r)
	a.profileRoutes(r)
	a.emailChangeRoutes(r)
	a.accountRoutes(r)
	a.addressRoutes(r)
	a.userRoutes(r)
	a.customerFileRoutes(r)
	a.addressAdminRoutes(r)
	a.sessionAdminRoutes(r)
	a.accountAdminRoutes(r)
	a.roleRoutes(r)
	a.staffRoutes(r)
	a.invitationRoutes(r)
	a.apiKeyRoutes(r)
	a.secondFactorRoutes(r)
	a.factorRoutes(r)
	a.stepUpRoutes(r)
	a.passkeyRoutes(r)
}

// stepUpOfWrites is the Op.StepUp of an operation that requires a step-up when it writes.
func stepUpOfWrites(method string) httpapi.StepUp {
	if method == http.MethodGet {
		return ""
	}
	return httpapi.StepUpUsual
}

// authPost completes the operation of a POST below /v1/auth.
func authPost(id, path string, op httpapi.Op) httpapi.Op {
	op.ID, op.Method, op.Path, op.Tag = id, http.MethodPost, "/v1/auth/"+path, tagAccounts
	return op
}
