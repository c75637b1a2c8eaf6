package identity

import (
	"net/http"

	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tagAccounts  = "Accounts"
	tagProfile   = "Profile and addresses"
	tagUserAdmin = "Administration: users"
)

// api answers HTTP.
type api struct {
	Deps
	limits *httpapi.Router // set by routes
}

func (a *api) routes(r *httpapi.Router) {
	a.limits = r
	a.registrationRoutes(r)
	a.loginRoutes(r)
	a.passwordRoutes(r)
	a.sessionRoutes(r)
	a.profileRoutes(r)
	a.accountRoutes(r)
	a.addressRoutes(r)
	a.userRoutes(r)
}

// authPost completes the operation of a POST below /v1/auth.
func authPost(id, path string, op httpapi.Op) httpapi.Op {
	op.ID, op.Method, op.Path, op.Tag = id, http.MethodPost, "/v1/auth/"+path, tagAccounts
	return op
}
