package webhooks

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// testTimeout is how long a receiver has to answer a test.
const testTimeout = 5 * time.Second

func (a *api) deliveryRoutes(r *httpapi.Router) {
	test := newOp("testWebhook", http.MethodPost, "/{id}/test", "Send a ping now",
		"Sends `webhooks.ping.v1`, to a disabled endpoint too, and answers what came back within 5 seconds. It is not "+
			"tried again and is in no list.",
		fault.NotFound)
	test.Limits = []string{"webhook_test"}
	httpapi.Handle(r, httpapi.Admin, test, a.testEndpoint)
	httpapi.Handle(r, httpapi.Admin, newOp("listWebhookDeliveries", http.MethodGet, "/deliveries",
		"List the deliveries, newest first",
		"A delivery is an event on its way to an endpoint. It is kept for `webhooks.keep_days` after its "+
			"end."), a.listDeliveries)
	httpapi.Handle(r, httpapi.Admin, newOp("getWebhookDelivery", http.MethodGet, "/deliveries/{id}", "Read a delivery",
		"With the text of its request and the last 20 attempts. Personal fields are in the text when the endpoint gets "+
			"them and the caller has `customers:read`. `request` is null before the first attempt, and of an event that "+
			"can't be sent.", fault.NotFound), a.getDelivery)
	httpapi.Handle(r, httpapi.Admin, newOp("redeliverWebhookDelivery", http.MethodPost, "/deliveries/{id}/redeliver",
		"Send an event again",
		"The delivery is queued anew with all its attempts, under the same id. One that is queued, or whose endpoint is "+
			"disabled, is a 409.",
		fault.NotFound, fault.InvalidTransition), a.redeliver)
}

// testView is what came of a ping.
type testView struct {
	OK         bool          `json:"ok" doc:"The answer was 2xx." example:"true"`
	StatusCode *int          `json:"statusCode" example:"204"`
	DurationMS int64         `json:"durationMs" example:"42"`
	Error      *attemptError `json:"error" example:"status"`
	Response   string        `json:"response" doc:"The first KiB of the answer." example:""`
}

// SchemaName is the name in the document.
func (testView) SchemaName() string { return "WebhookTest" }

func (a *api) testEndpoint(ctx context.Context, in *endpointInput) (*httpapi.Reply[testView], error) {
	e, err := endpointByID(a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	now := a.clock.Now()
	ping := publicBody{ID: id.New(), Type: pingName, Timestamp: httpapi.TimeOf(now), Key: e.ID, Data: publicData("{}")}
	text, err := json.Marshal(ping)
	if err != nil {
		return nil, err
	}
	got := send(ctx, a.transport, newRequest(e.URL, ping.ID, text, e.keys(a.secrets, now), now), testTimeout, a.clock)
	entry := got.entry()
	view := testView{
		OK: got.ok(), StatusCode: entry.StatusCode, DurationMS: entry.DurationMS, Error: entry.Error, Response: got.response,
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(*gorm.DB) (testView, error) { return view, nil })
}

// deliveryView is a delivery as admins see it.
type deliveryView struct {
	ID            string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	EndpointID    string         `json:"endpointId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	EventID       string         `json:"eventId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Type          string         `json:"type" example:"ordering.order_placed.v1"`
	Key           string         `json:"key" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Seq           int64          `json:"seq" maximum:"9007199254740991" example:"4711"`
	Status        deliveryStatus `json:"status" doc:"cancelled: its endpoint answered 410." example:"delivered"`
	Attempts      int            `json:"attempts" example:"1"`
	NextAttemptAt *httpapi.Time  `json:"nextAttemptAt" doc:"null while it is being sent, and after its end."`
	StatusCode    *int           `json:"statusCode" doc:"Of the last attempt." example:"204"`
	Error         *attemptError  `json:"error" example:"status"`
	DeliveredAt   *httpapi.Time  `json:"deliveredAt"`
	CreatedAt     httpapi.Time   `json:"createdAt"`
	UpdatedAt     httpapi.Time   `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (deliveryView) SchemaName() string { return "WebhookDelivery" }

func viewDelivery(d delivery) deliveryView {
	v := deliveryView{
		ID: d.ID, EndpointID: d.EndpointID, EventID: d.EventID, Type: d.Type, Key: d.Key, Seq: d.Seq, Status: d.Status,
		Attempts:   d.Attempts,
		StatusCode: d.StatusCode, Error: d.Error, DeliveredAt: httpapi.TimePtr(d.DeliveredAt),
		CreatedAt: httpapi.TimeOf(d.CreatedAt), UpdatedAt: httpapi.TimeOf(d.UpdatedAt),
	}
	if d.Status == deliveryQueued && d.Claim == nil {
		v.NextAttemptAt = httpapi.TimePtr(&d.DueAt)
	}
	return v
}

// deliveryDetail is a delivery with what was sent and answered.
type deliveryDetail struct {
	deliveryView
	Request *requestView  `json:"request"`
	Log     []attemptView `json:"log" doc:"The last 20 attempts, oldest first."`
}

// SchemaName is the name in the document.
func (deliveryDetail) SchemaName() string { return "WebhookDeliveryDetail" }

// requestView is the text of a request.
type requestView struct {
	Headers map[string]string `json:"headers" doc:"The signatures are ***." example:"{\"webhook-signature\":\"***\"}"`
	Body    string            `json:"body" example:"{\"id\":\"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f\"}"`
}

// SchemaName is the name in the document.
func (requestView) SchemaName() string { return "WebhookRequest" }

// attemptView is an attempt.
type attemptView struct {
	At         httpapi.Time  `json:"at"`
	StatusCode *int          `json:"statusCode" example:"204"`
	DurationMS int64         `json:"durationMs" example:"42"`
	Error      *attemptError `json:"error" example:"status"`
	Response   string        `json:"response" doc:"The first KiB; blank after an erasure, and of an endpoint with personalData to callers who may not read it." example:"ok"`
}

// SchemaName is the name in the document.
func (attemptView) SchemaName() string { return "WebhookAttempt" }

// viewAttempts are the attempts with their responses. A receiver may answer with what it got: where
// that was personal data, its answers are for callers who may read such, whatever the endpoint gets
// by now.
func viewAttempts(d delivery, mayReadPersonal bool) []attemptView {
	views := make([]attemptView, len(d.Log))
	erased := len(d.Log) - len(d.Responses) // attempts before an erasure
	for i, entry := range d.Log {
		views[i] = attemptView{
			At: httpapi.TimeOf(entry.At), StatusCode: entry.StatusCode, DurationMS: entry.DurationMS, Error: entry.Error,
		}
		if i >= erased && (entry.Blank || mayReadPersonal) {
			views[i].Response = d.Responses[i-erased]
		}
	}
	return views
}

type listDeliveriesInput struct {
	httpapi.Page
	EndpointID string         `query:"endpointId" maxLength:"200" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Status     deliveryStatus `query:"status"`
	Type       string         `query:"type" maxLength:"200" example:"ordering.order_placed.v1"`
	Key        string         `query:"key" maxLength:"200" doc:"Id of the aggregate." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	From       time.Time      `query:"from" doc:"Created, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To         time.Time      `query:"to" doc:"Created, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

func (a *api) listDeliveries(
	ctx context.Context, in *listDeliveriesInput,
) (*httpapi.Reply[httpapi.List[deliveryView]], error) {
	f := deliveryFilter{in.EndpointID, in.Status, in.Type, in.Key, in.From, in.To}
	found, total, err := pageOfDeliveries(a.db.WithContext(ctx), f, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewDelivery), total, in.Page))
}

type deliveryInput struct{ httpapi.PathID }

func (a *api) getDelivery(ctx context.Context, in *deliveryInput) (*httpapi.Reply[deliveryDetail], error) {
	db := a.db.WithContext(ctx)
	d, err := deliveryByID(db, in.ID)
	if err != nil {
		return nil, err
	}
	e, err := endpointByID(db, d.EndpointID)
	if err != nil {
		return nil, err
	}
	mayReadPersonal := auth.MustFrom(ctx).MayUse(scopeCustomers)
	detail := deliveryDetail{deliveryView: viewDelivery(d), Log: viewAttempts(d, mayReadPersonal)}
	if len(d.Log) == 0 {
		return httpapi.OK(detail)
	}
	entries, err := eventbus.ReadEntries(ctx, db, []int64{d.Seq})
	if err != nil {
		return nil, err
	}
	text, err := bodyText(entries[d.Seq], e.PersonalData && mayReadPersonal)
	if err == nil { // else the log has no such event any more, or one that has no body
		detail.Request = viewRequest(newRequest(e.URL, d.EventID, text, nil, d.Log[len(d.Log)-1].At))
	}
	return httpapi.OK(detail)
}

func viewRequest(q signedRequest) *requestView {
	v := &requestView{Headers: map[string]string{}, Body: string(q.body)}
	for name := range q.headers {
		v.Headers[name] = q.headers.Get(name)
	}
	v.Headers[http.CanonicalHeaderKey("webhook-signature")] = "***"
	return v
}

func (a *api) redeliver(ctx context.Context, in *deliveryInput) (*httpapi.Reply[deliveryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (deliveryView, error) {
		d, err := redeliver(ctx, tx, in.ID, a.clock.Now())
		if err != nil {
			return deliveryView{}, err
		}
		database.AfterCommit(tx, func() { a.wake([]string{d.EndpointID}) })
		return viewDelivery(d), nil
	})
}
