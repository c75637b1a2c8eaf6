package backoffice

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// tag is the heading in the document.
const tag = "Administration: operations"

// api answers HTTP.
type api struct {
	db    *gorm.DB
	clock clock.Clock
	site  string // Deps.Site
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listEvents", Scope: "audit:read", Method: http.MethodGet, Path: "/v1/admin/events", Tag: tag,
		Summary: "List the event log, newest first", Detail: "`sessions=false` leaves out what each sign-in and each " +
			"renewal of a session adds. `meta.total` and the pages stop at 10 000; `cursor` goes on to the end of the log.",
	}, a.listEvents)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAudit", Scope: "audit:read", Method: http.MethodGet, Path: "/v1/admin/audit", Tag: tag,
		Summary: "List the audit log, newest first",
		Detail: "What concerns access and what admins did; `sessions=false` leaves out what each sign-in and each renewal " +
			"of a session adds. `meta.total` and the pages stop at 10 000; `cursor` goes on to the end of the log.",
	}, a.listAudit)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listDeadDeliveries", Scope: "audit:read", Method: http.MethodGet, Path: "/v1/admin/events/dead", Tag: tag,
		Summary: "List dead deliveries, the latest first",
		Detail: "Each holds back the later events of its key at its consumer: `waiting` counts them. `unserved` are " +
			"subscriptions that this process does not serve. With several sites each has a list of its own, of its " +
			"consumers: `site` names it.",
	}, a.listDead)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listEventConsumers", Scope: "audit:read", Method: http.MethodGet, Path: "/v1/admin/events/consumers", Tag: tag,
		Summary: "List the consumers of events, by name",
		Detail:  "How many deliveries of each wait or are dead, and how far it is behind. All of them, without pages.",
	}, a.listConsumers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDelivery", Scope: "audit:write", Method: http.MethodPost, Path: "/v1/admin/events/dead/{id}/retry",
		Tag: tag, Summary: "Retry a dead delivery",
		Detail: "It is tried again at once, with all its attempts; the answer is the delivery as it was.",
		Errors: []fault.Code{fault.NotFound},
	}, a.retryDelivery)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDeliveries", Scope: "audit:write", Method: http.MethodPost, Path: "/v1/admin/events/dead/retry",
		Tag: tag, Summary: "Retry many dead deliveries",
		Detail: "Those of a `consumer`, of one event when it has a `name`. They are revived in batches: a request that " +
			"fails may have revived some.",
	}, a.retryDeliveries)
}
