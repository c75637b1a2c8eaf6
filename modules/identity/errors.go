package identity

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The codes of the module's problems. errors.md says what each means and what a client can do.
const (
	codeInvalidCode         fault.Code = "invalid_code"
	codeInvalidCredentials  fault.Code = "invalid_credentials"
	codeInvalidRefreshToken fault.Code = "invalid_refresh_token"
	codeEmailNotVerified    fault.Code = "email_not_verified"
	codeLastAdmin           fault.Code = "last_admin"
)

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{
		codeInvalidCode:         http.StatusBadRequest,
		codeInvalidCredentials:  http.StatusUnauthorized,
		codeInvalidRefreshToken: http.StatusUnauthorized,
		codeEmailNotVerified:    http.StatusForbidden,
		codeLastAdmin:           http.StatusConflict,
	},
	Texts:  problemTexts,
	German: german,
}
