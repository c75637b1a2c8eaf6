package webhooks

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The module's own problem codes. errors.md says what each means and what a client can do.
const codeLimitReached fault.Code = "limit_reached"

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{codeLimitReached: http.StatusConflict},
	Texts:    problemTexts,
	German:   german,
}
