package shop

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// codeSlugTaken is a code of catalog too, whose errors.md says what it means.
const codeSlugTaken fault.Code = "slug_taken"

// problems are the codes with their HTTP statuses.
var problems = httpapi.Problems{Statuses: map[fault.Code]int{codeSlugTaken: http.StatusConflict}, German: german}
