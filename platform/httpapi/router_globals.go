package httpapi

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"

	"orderd/platform/fault"
	"orderd/platform/locale"
)

// gin and huma are configured by package variables. huma answers on its own only where it can't
// decode what the validation let pass or found wrong already; its own errors would show what was
// submitted.
func init() {
	gin.SetMode(gin.ReleaseMode)
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	huma.NewError = func(int, string, ...error) huma.StatusError {
		return platformRegistry.problemOf(undecodable, locale.English)
	}
	huma.NewErrorWithContext = func(hc huma.Context, _ int, _ string, _ ...error) huma.StatusError {
		q := requestOf(hc.Context())
		f := undecodable
		if len(q.faults) > 0 {
			f = fault.Invalid(q.faults...)
		}
		registry := platformRegistry
		if q.router != nil {
			registry = q.router.problems
		}
		p := registry.problemOf(f, q.language())
		p.RequestID = q.id
		hc.SetHeader("Content-Language", string(p.language))
		hc.AppendHeader("Vary", "Accept-Language")
		return p
	}
}

// platformRegistry makes the problem of a request whose router is not known.
var platformRegistry = func() *problemRegistry {
	r := newProblemRegistry("")
	r.add(platformProblems)
	return r
}()

var undecodable = fault.Invalid(fault.Field{Pointer: "", Code: fault.WrongType, Detail: "can't be read"})
