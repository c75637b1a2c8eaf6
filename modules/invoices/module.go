package invoices

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
	"orderd/platform/secret"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Log    *zap.Logger
	Copies *copies.Store
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// Secret signs the tokens of guests' orders (auth.secret).
	Secret secret.Keyring
	// Dev is whether the service is one to try out: its documents are samples.
	Dev bool
}

// New makes the module.
func New(d Deps) module.Module {
	i := &issuer{
		clock: d.Clock, settings: copySettings(d.Copies), wake: background.NewSignal(), sample: d.Config.Dev,
	}
	maker := &fileMaker{Deps: d, wake: i.wake, render: render}
	return module.Module{
		Name:       "invoices",
		Migrations: migrations,
		Routes:     (&api{issuer: i, db: d.DB, secret: d.Config.Secret}).routes,
		Problems:   httpapi.Problems{German: german},
		Subscribe:  i.subscribe,
		Run: func(ctx context.Context) error {
			return background.Run(ctx, d.Log, append(i.jobs(d.DB), maker.job())...)
		},
		Once:   []background.Once{formerOrders},
		Export: export,
		Check:  (&fileCheck{clock: d.Clock}).check,
		Commands: []module.Command{{
			Name: "invoices verify", Summary: "compare the numbers, sums and files of all documents", Run: d.verify,
		}},
	}
}
