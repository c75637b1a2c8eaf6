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
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listEvents", Method: http.MethodGet, Path: "/v1/admin/events", Tag: tag,
		Summary: "List the event log, newest first", Detail: "`meta.total` and the pages stop at 10 000; `cursor` goes on to the end of the log.",
	}, a.listEvents)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAudit", Method: http.MethodGet, Path: "/v1/admin/audit", Tag: tag,
		Summary: "List who did what, newest first",
		Detail: "What concerns access and what admins did. `meta.total` and the pages stop at 10 000; `cursor` goes on to the end of " +
			"the log.",
	}, a.listAudit)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listDeadDeliveries", Method: http.MethodGet, Path: "/v1/admin/events/dead", Tag: tag,
		Summary: "List the deliveries that a consumer gave up on, the latest death first",
		Detail: "Each holds back the later events of its key at its consumer: `waiting` counts them. `unserved` are subscriptions " +
			"that this process does not serve.",
	}, a.listDead)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDelivery", Method: http.MethodPost, Path: "/v1/admin/events/dead/{id}/retry", Tag: tag,
		Summary: "Give a dead delivery another life",
		Detail:  "It is tried again at once, with all its attempts; the answer is the delivery as it was.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.retryDelivery)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDeliveries", Method: http.MethodPost, Path: "/v1/admin/events/dead/retry", Tag: tag,
		Summary: "Give many dead deliveries another life",
		Detail: "Without `consumer` and `name` all of them. They are revived in batches: a request that fails may have revived " +
			"some.",
	}, a.retryDeliveries)
}
