package backoffice

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

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
	}, a.events)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAudit", Method: http.MethodGet, Path: "/v1/admin/audit", Tag: tag,
		Summary: "List who did what, newest first",
		Detail: "What concerns access and what admins did. `meta.total` and the pages stop at 10 000; `cursor` goes on to the end of " +
			"the log.",
	}, a.audit)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listDeadDeliveries", Method: http.MethodGet, Path: "/v1/admin/events/dead", Tag: tag,
		Summary: "List the deliveries that a consumer gave up on, the latest death first",
		Detail: "Each holds back the later events of its key at its consumer: `waiting` counts them. `unserved` are subscriptions " +
			"that this process does not serve.",
	}, a.dead)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDelivery", Method: http.MethodPost, Path: "/v1/admin/events/dead/{id}/retry", Tag: tag,
		Summary: "Give a dead delivery another life",
		Detail:  "It is tried again at once, with all its attempts; the answer is the delivery as it was.",
		Errors:  []string{fault.NotFound},
	}, a.retry)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryDeadDeliveries", Method: http.MethodPost, Path: "/v1/admin/events/dead/retry", Tag: tag,
		Summary: "Give many dead deliveries another life",
		Detail: "Without `consumer` and `name` all of them. They are revived in batches: a request that fails may have revived " +
			"some.",
	}, a.retryMany)
}

// filter is what the two lists of events can be asked for.
type filter struct {
	httpapi.Page
	Name      string    `query:"name" maxLength:"200" example:"identity.logged_in.v1"`
	Key       string    `query:"key" maxLength:"200" doc:"Id of the aggregate: a user, an application, …" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	RequestID string    `query:"requestId" maxLength:"128" doc:"Events of handlers included."`
	Actor     string    `query:"actor" maxLength:"200" doc:"user:<id>, anonymous, system or cli." example:"anonymous"`
	From      time.Time `query:"from" doc:"Inclusive." example:"2026-11-20T00:00:00.000Z"`
	To        time.Time `query:"to" doc:"Exclusive." example:"2026-11-21T00:00:00.000Z"`
	Cursor    string    `query:"cursor" maxLength:"60" doc:"nextCursor of the answer before; page is then 1."`
}

func (f *filter) events() eventbus.LogFilter {
	return eventbus.LogFilter{Name: f.Name, Key: f.Key, RequestID: f.RequestID, Actor: f.Actor, From: f.From, To: f.To}
}

func (a *api) events(ctx context.Context, in *filter) (*httpapi.Reply[eventList], error) {
	return a.list(ctx, in.events(), in)
}

func (a *api) audit(ctx context.Context, in *filter) (*httpapi.Reply[eventList], error) {
	f := in.events()
	f.Names = audited
	return a.list(ctx, f, in)
}

func (a *api) dead(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[deadList], error) {
	found, total, err := eventbus.ListDead(ctx, a.db, in.Limit, in.Offset())
	if err != nil {
		return nil, err
	}
	views := make([]deadDelivery, len(found))
	for i, d := range found {
		if views[i], err = deadOf(d); err != nil {
			return nil, err
		}
	}
	unserved, err := eventbus.UnservedSubscriptions(ctx, a.db)
	if err != nil {
		return nil, err
	}
	page := httpapi.Listed(views, total, *in)
	return httpapi.OK(deadList{Data: page.Data, Meta: page.Meta, Unserved: unservedOf(unserved)})
}

type deadInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) retry(ctx context.Context, in *deadInput) (*httpapi.Reply[deadDelivery], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (deadDelivery, error) {
		d, err := retry(ctx, tx, in.ID)
		if err != nil {
			return deadDelivery{}, err
		}
		return deadOf(d)
	})
}

type retryManyInput struct {
	Body struct {
		Consumer string `json:"consumer,omitempty" maxLength:"200" example:"mailer.letters"`
		Name     string `json:"name,omitempty" maxLength:"200" example:"ordering.order_placed.v1"`
	}
}

// retryResult is the answer of a retry of many.
type retryResult struct {
	Retried int `json:"retried" example:"12"`
}

// retryMany stores its answer in a transaction after the batches: a twin that comes meanwhile finds nothing left to revive.
func (a *api) retryMany(ctx context.Context, in *retryManyInput) (*httpapi.Reply[retryResult], error) {
	n, err := retryMany(ctx, a.db, eventbus.DeadFilter{Consumer: in.Body.Consumer, Name: in.Body.Name, Until: a.clock.Now()})
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(*gorm.DB) (retryResult, error) { return retryResult{n}, nil })
}
