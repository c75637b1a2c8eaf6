package httpapi

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"

	"orderd/platform/fault"
)

// gin and huma are configured by package variables. huma answers on its own only where it can't decode what the validation let pass or
// found wrong already; its own errors would echo what was submitted.
func init() {
	gin.SetMode(gin.ReleaseMode)
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	huma.NewError = func(int, string, ...error) huma.StatusError { return relativeTypes.problemOf(undecodable) }
	huma.NewErrorWithContext = func(hc huma.Context, _ int, _ string, _ ...error) huma.StatusError {
		q := requestOf(hc.Context())
		f := undecodable
		if len(q.faults) > 0 {
			f = fault.Invalid(q.faults...)
		}
		types := relativeTypes
		if q.router != nil {
			types = q.router.problemTypes
		}
		p := types.problemOf(f)
		p.RequestID = q.id
		return p
	}
}

var undecodable = fault.Invalid(fault.Field{Pointer: "", Code: fault.WrongType, Detail: "can't be read"})
