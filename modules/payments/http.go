package payments

import (
	"net/http"

	"go.uber.org/zap"
	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/secret"
)

// The headings in the document.
const (
	tag           = "Payments"
	tagAdmin      = "Administration: payments"
	tagStatements = "Administration: bank statements"
)

// api answers HTTP.
type api struct {
	db        *gorm.DB
	clock     clock.Clock
	log       *zap.Logger
	secret    secret.Keyring // of the tokens of guests' orders
	providers providers
	card      *shop.CardProvider // nil: no cards can be charged
	settings  *copies.Copy[settings]
	reader    *reader // nil: no provider is configured
	tasks     taskQueue
	limits    *httpapi.Router // set by routes
	uploading chan struct{}   // has room for the statements that are read at once
}

// uploadsAtOnce are how many statements are read at once.
const uploadsAtOnce = 2

func (a *api) routes(r *httpapi.Router) {
	a.limits = r
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "getOrderPayment", Guest: orderToken, Method: http.MethodGet, Path: "/v1/orders/{id}/payment", Tag: tag,
		Summary: "Read the payment of an order",
		Detail: "For `card`, give `publishableKey` and `clientSecret` to Stripe's client library. The secret is null for a " +
			"moment after the checkout, and while the card provider does not answer: ask again. A payment that has ended " +
			"there gets a new one; one that is `processing` needs none.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getPayment)
	a.stripeRoutes(r)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listPaymentTasks", Scope: "payments:read", Method: http.MethodGet, Path: "/v1/admin/payments/tasks",
		Tag: tagAdmin, Summary: "List payment tasks, newest first",
		Detail: "A task is `failed` when the provider refused it for good or was away for 23 hours; the amount of such a " +
			"`refund` may be refunded again.",
	}, a.listTasks)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryPaymentTask", Scope: "payments:write", Method: http.MethodPost, Path: "/v1/admin/payments/tasks/{id}/retry",
		Tag: tagAdmin, Summary: "Retry a payment task",
		Detail: "The task is due at once, with all its attempts. What is done is 409, and so is a `refund` that has " +
			"failed, because its amount may have been refunded again: refund the order once more.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.retryTask)
	a.statementRoutes(r)
	a.entryRoutes(r)
}
