package payments

import (
	"context"
	"errors"
	"net/http"

	"go.uber.org/zap"
	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag      = "Payments"
	tagAdmin = "Administration: payments"
)

func (s *service) routes(r *httpapi.Router) {
	s.router = r
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getOrderPayment", Method: http.MethodGet, Path: "/v1/orders/{id}/payment", Tag: tag, Summary: "Read how an order is paid",
		Detail: "For `card`, give `clientSecret` to Stripe's client library; it is null for a moment after the checkout.",
		Errors: []string{fault.NotFound},
	}, s.get)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "receiveStripeEvent", Method: http.MethodPost, Path: "/v1/payments/webhooks/stripe", Tag: tag, Summary: "Take an event of Stripe's",
		Detail: "For Stripe alone: a wrong signature is 401. The same event twice counts once.",
		Errors: []string{fault.Unauthenticated, fault.NotFound},
	}, s.webhook)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listPaymentTasks", Method: http.MethodGet, Path: "/v1/admin/payments/tasks", Tag: tagAdmin, Summary: "List what was asked of the card provider, newest first",
		Detail: "A task is `failed` when the provider refused it for good or was away for 23 hours; the amount of such a `refund` " +
			"may be refunded again.",
	}, s.listTasks)
}

// paymentView is how an order is paid.
type paymentView struct {
	Method       ordering.PaymentMethod `json:"method" enum:"bank_transfer,cash_on_delivery,invoice,card" schema:"PaymentMethod" example:"card"`
	Status       ordering.PaymentStatus `json:"status" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus" doc:"A failed card may be tried again." example:"unpaid"`
	ClientSecret *string                `json:"clientSecret" doc:"For Stripe's client library; null until prepared, and unless method is card." example:"pi_3PqT2h_secret_R8bM"`
	Instructions *string                `json:"instructions" doc:"In the buyer's language." example:"Please have 58.87 EUR ready when the order is delivered."`
}

type paymentInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (s *service) get(ctx context.Context, in *paymentInput) (*httpapi.Reply[paymentView], error) {
	o, i, err := paymentOf(s.DB.WithContext(ctx), in.ID, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(paymentView{Method: o.Method, Status: i.status(o), ClientSecret: i.ClientSecret, Instructions: o.Instructions})
}

// taskView is a task as admins see it.
type taskView struct {
	ID        string       `json:"id" format:"uuid" doc:"The idempotency key at the provider." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderID   string       `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Kind      string       `json:"kind" enum:"intent,cancel,refund" schema:"PaymentTaskKind" doc:"cancel takes an intent back." example:"refund"`
	Status    string       `json:"status" enum:"queued,done,failed" schema:"PaymentTaskStatus" example:"failed"`
	Attempts  int          `json:"attempts" example:"1"`
	LastError *string      `json:"lastError" example:"the provider refused: 400 invalid_request_error charge_already_refunded"`
	DueAt     httpapi.Time `json:"dueAt" doc:"The next try of a queued one."`
	CreatedAt httpapi.Time `json:"createdAt"`
}

// SchemaName is the name in the document.
func (taskView) SchemaName() string { return "PaymentTask" }

type listTasksInput struct {
	httpapi.Page
	Status string `query:"status" enum:"queued,done,failed" schema:"PaymentTaskStatus"`
}

func (s *service) listTasks(ctx context.Context, in *listTasksInput) (*httpapi.Reply[httpapi.List[taskView]], error) {
	q := s.DB.WithContext(ctx)
	if in.Status != "" {
		q = q.Where("status = ?", in.Status)
	}
	found, total, err := httpapi.Find[task](q, in.Page, "id DESC")
	if err != nil {
		return nil, err
	}
	views := make([]taskView, len(found))
	for i, t := range found {
		views[i] = taskView{t.ID, t.OrderID, t.Kind, t.Status, t.Attempts, t.LastError, httpapi.TimeOf(t.DueAt), httpapi.TimeOf(t.CreatedAt)}
	}
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

type webhookInput struct {
	Signature string         `header:"Stripe-Signature"`
	Body      map[string]any `doc:"An event of Stripe's."`
	RawBody   []byte
}

// webhookReceipt tells Stripe that the event need not come again.
type webhookReceipt struct {
	Received bool `json:"received" example:"true"`
}

func (s *service) webhook(ctx context.Context, in *webhookInput) (*httpapi.Reply[webhookReceipt], error) {
	if s.provider == nil {
		return nil, fault.Missing()
	}
	told, err := s.provider.read(in.RawBody, in.Signature)
	if err != nil {
		if errors.Is(err, errSignature) {
			if over := s.router.Refused(ctx, "webhooks_refused"); over != nil {
				return nil, over // not logged: whoever sends them would fill the log
			}
			s.Log.Warn("a webhook with a bad signature was refused", zap.Error(err))
			return nil, fault.New(fault.Unauthenticated, "The signature is not valid.")
		}
		s.Log.Warn("a signed webhook is no event of the provider's", zap.Error(err))
		return nil, fault.New(fault.MalformedJSON, "This is no event of Stripe's.").Because(err)
	}
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (webhookReceipt, error) {
		return webhookReceipt{Received: true}, s.receive(ctx, tx, told)
	})
}
