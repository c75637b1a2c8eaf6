package payments

import (
	"context"
	"embed"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/secret"
	"orderd/platform/tracing"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Log    *zap.Logger
	Tracer *tracing.Tracer // nil: none
	Copies *copies.Store
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// CardProvider is what buyers may pay with, and with which key; nil: no cards can be charged.
	CardProvider *shop.CardProvider
	// StripeKey is the secret key of the account; without it there are no card payments.
	StripeKey string
	// StripeWebhookSecret signs what Stripe sends.
	StripeWebhookSecret string
	// StripeURL is where Stripe's API is.
	StripeURL string
	// ReadAfter is how long an intent waits until the provider is read by itself; then it is read
	// ever more rarely.
	ReadAfter time.Duration
	// Secret signs the tokens of guests' orders (auth.secret).
	Secret secret.Keyring
}

// New makes the module.
func New(d Deps) module.Module {
	tasks := taskQueue{wake: background.NewSignal(), readings: background.NewSignal()}
	a := &api{
		db: d.DB, clock: d.Clock, log: d.Log, secret: d.Config.Secret, tasks: tasks, providers: newProviders(d.Config),
		settings: copySettings(d.Copies), card: d.Config.CardProvider, uploading: make(chan struct{}, uploadsAtOnce),
	}
	m := module.Module{
		Name:       "payments",
		Problems:   httpapi.Problems{German: german},
		Migrations: migrations,
		Routes:     a.routes,
		Subscribe:  (&subscriber{clock: d.Clock, tasks: tasks}).subscribe,
		Export:     export,
		Check:      (&taskCheck{clock: d.Clock}).check,
	}
	jobs := d.jobs()
	if len(a.providers) > 0 {
		s := settler{schedule: schedule{first: d.Config.ReadAfter}, tasks: tasks}
		a.reader = &reader{Deps: d, settler: s, providers: a.providers}
		jobs = append(jobs, (&worker{Deps: d, reader: a.reader, tasks: tasks}).jobs()...)
	}
	m.Run = func(ctx context.Context) error { return background.Run(ctx, d.Log, jobs...) }
	return m
}
