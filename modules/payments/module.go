package payments

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/money"
	"orderd/platform/tracing"
	"orderd/platform/wakeup"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Log    *zap.Logger
	Tracer *tracing.Tracer // nil: none
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// StripeKey is the secret key of the account; without it there are no card payments.
	StripeKey string
	// StripeWebhookSecret signs what Stripe sends.
	StripeWebhookSecret string
	// StripeURL is where Stripe's API is.
	StripeURL string
}

// New makes the module.
func New(d Deps) module.Module {
	s := &service{Deps: d, queued: wakeup.New()}
	m := module.Module{
		Name:       "payments",
		Migrations: migrations,
		Routes:     s.routes,
		Subscribe:  s.subscribe,
		Export:     export,
		Check:      s.check,
	}
	if d.Config.StripeKey != "" {
		s.provider = newStripe(d.Config)
		m.Run = s.work
	}
	return m
}

// service is the module's use cases, handlers and workers.
type service struct {
	Deps
	provider provider        // nil: there are no card payments
	router   *httpapi.Router // set by routes
	queued   wakeup.Signal   // wakes the worker: a task was queued here
}

// payment is what an export tells of an order's payment.
type payment struct {
	OrderID string                 `json:"orderId"`
	Method  ordering.PaymentMethod `json:"method"`
	Status  ordering.PaymentStatus `json:"status"`
	Total   money.Cents            `json:"total"`
}

// export is how the user's orders were to be paid.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	var found []order
	err := db.WithContext(ctx).Where("user_id = ?", userID).Order("order_id").Find(&found).Error
	all := make([]payment, len(found))
	for i, o := range found {
		all[i] = payment{OrderID: o.OrderID, Method: o.Method, Status: o.Status, Total: o.Total}
	}
	return all, err
}
