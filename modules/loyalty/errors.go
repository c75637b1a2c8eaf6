package loyalty

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The codes of the module's problems. errors.md says what each means and what a client can do.
const (
	codeProductNotFound    fault.Code = "product_not_found"
	codeInsufficientPoints fault.Code = "insufficient_points"
)

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{
		codeProductNotFound:    http.StatusNotFound,
		codeInsufficientPoints: http.StatusConflict,
	},
	Texts:  problemTexts,
	German: german,
}
