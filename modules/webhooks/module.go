package webhooks

import (
	"embed"
	"net/netip"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/module"
	"orderd/platform/outbound"
	"orderd/platform/secret"
	"orderd/platform/telemetry"
)

//go:embed migrations
var migrations embed.FS

// Deps is what the module needs.
type Deps struct {
	DB      *gorm.DB
	Clock   clock.Clock
	Log     *zap.Logger
	Metrics *telemetry.Metrics // nil: none
	Config  Config
}

// Config is the module's part of the configuration, validated by cmd/orderd/settings.
type Config struct {
	Secret        secret.Keyring // auth.secret: the secrets of endpoints are derived from it
	AllowNetworks []netip.Prefix // webhooks.allow_networks
	Concurrency   int            // webhooks.concurrency
	KeepDays      int            // webhooks.keep_days
}

// New makes the module.
func New(d Deps) module.Module {
	allowed := outbound.Targets{Allowed: d.Config.AllowNetworks}
	work := &deliverer{
		Deps: d, transport: outbound.NewTransport(allowed.NewDialer(), d.Config.Concurrency),
		newcomers: background.NewSignal(), replays: background.NewSignal(), deletions: background.NewSignal(),
		queues:  background.NewSignal(),
		workers: map[string]*worker{}, attempts: newAttemptMetrics(d.Metrics),
	}
	if d.Metrics != nil {
		d.Metrics.Watch(gauges, work.readGauges)
	}
	return module.Module{
		Name:       "webhooks",
		Migrations: migrations,
		Routes:     work.newAPI(allowed).routes,
		Problems:   problems,
		Subscribe:  (&outbox{clock: d.Clock, wake: work.wake}).subscribe,
		Run:        work.run,
		Export:     export,
	}
}

func (d *deliverer) newAPI(allowed outbound.Targets) *api {
	return &api{
		db: d.DB, clock: d.Clock, log: d.Log, secrets: d.Config.Secret, targets: allowed, wake: d.wake,
		replay: d.replays.Send, purge: d.deletions.Send, transport: d.transport, horizon: new(eventbus.Horizon),
	}
}
