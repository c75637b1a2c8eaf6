package reviews

import (
	_ "embed"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The codes of the module's problems. errors.md says what each means and what a client can do.
const (
	codeProductNotFound     fault.Code = "product_not_found"
	codeReviewAlreadyExists fault.Code = "review_already_exists"
)

//go:embed errors.md
var problemTexts string

// problems are the codes with their HTTP statuses, and the texts of their pages.
var problems = httpapi.Problems{
	Statuses: map[fault.Code]int{
		codeProductNotFound:     http.StatusNotFound,
		codeReviewAlreadyExists: http.StatusConflict,
	},
	Texts:  problemTexts,
	German: german,
}
