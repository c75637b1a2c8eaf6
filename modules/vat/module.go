package vat

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/telemetry"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB      *gorm.DB
	Clock   clock.Clock
	Log     *zap.Logger
	Metrics *telemetry.Metrics // nil: none
	Copies  *copies.Store
	Config  Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// VIESURL is where VIES's REST interface is; "" is the stand-in of dev mode.
	VIESURL string
}

// register is VIES, or the stand-in.
func (c Config) register() register {
	if c.VIESURL == "" {
		return standIn{}
	}
	return newVIES(c.VIESURL)
}

// New makes the module.
func New(d Deps) module.Module {
	w := newWorker(d)
	return module.Module{
		Name:       "vat",
		Problems:   httpapi.Problems{German: german},
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, settings: w.settings, wake: w.wake}).routes,
		Subscribe:  subscribe,
		Run:        func(ctx context.Context) error { return background.Run(ctx, d.Log, w.jobs()...) },
		Export:     export,
		Check:      (&lateCheck{clock: d.Clock}).check,
	}
}
