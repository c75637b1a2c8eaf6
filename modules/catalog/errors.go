package catalog

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The codes of the module's problems. errors.md says what each means and what a client can do.
const (
	codeSlugTaken fault.Code = "slug_taken"
	codeSKUTaken  fault.Code = "sku_taken"

	codeLimitReached fault.Code = "limit_reached"
)

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{
		codeSlugTaken: http.StatusConflict,
		codeSKUTaken:  http.StatusConflict,

		codeLimitReached: http.StatusConflict,
	},
	Texts:  problemTexts,
	German: german,
}
