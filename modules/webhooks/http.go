package webhooks

import (
	"net/http"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/outbound"
	"orderd/platform/secret"
)

const tag = "Administration: webhooks"

// scopeCustomers is what a caller needs who wants personal fields.
const scopeCustomers auth.Scope = "customers:read"

// api has the handlers of the routes.
type api struct {
	db      *gorm.DB
	clock   clock.Clock
	log     *zap.Logger
	secrets secret.Keyring
	targets outbound.Targets
	wake    func(endpointIDs []string) // wakes the workers of endpoints
	replay  func()                     // wakes the replays
	purge   func()                     // wakes purgeDeleted

	transport http.RoundTripper
	horizon   *eventbus.Horizon
}

func (a *api) routes(r *httpapi.Router) {
	a.endpointRoutes(r)
	a.deliveryRoutes(r)
	a.replayRoutes(r)
	a.feedRoutes(r)
	publicEvents.describe(r)
}

// newOp describes an operation below /v1/admin/webhooks.
func newOp(id, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
	scope := auth.Scope("webhooks:write")
	if method == http.MethodGet {
		scope = "webhooks:read"
	}
	return httpapi.Op{
		ID: id, Scope: scope, Method: method, Path: "/v1/admin/webhooks" + path, Tag: tag, Summary: summary, Detail: detail,
		Errors: errors,
	}
}
