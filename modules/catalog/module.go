package catalog

import (
	"context"
	"embed"
	"slices"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps is what the module needs.
type Deps struct {
	DB     *gorm.DB
	Reads  *database.Reads // where anonymous callers and exports read; nil: DB
	Clock  clock.Clock
	Log    *zap.Logger
	Copies *copies.Store
	// PagesURL begins the addresses of the shop's pages; "": the service has none.
	PagesURL string
}

// New makes the module.
func New(d Deps) module.Module {
	bulk, planner, shower := newBulkEditor(d), newPricePlanner(d), newPictureShower(d)
	return module.Module{
		Name:       "catalog",
		Migrations: migrations,
		Routes:     newAPI(d, bulk, planner).routes,
		Problems:   problems,
		Subscribe:  func(bus *eventbus.Bus) { d.subscribe(bus, shower) },
		Run: func(ctx context.Context) error {
			return d.run(ctx, slices.Concat(bulk.jobs(), planner.jobs(), []background.Job{shower.job()})...)
		},
		Once:   []background.Once{formerSlugs, formerOptions, formerWeights, formerPrices, formerWords},
		Export: export,
	}
}

func (d Deps) sales() salesCounter { return salesCounter{db: d.DB, clock: d.Clock, log: d.Log} }

func (d Deps) pairs() pairCounter { return pairCounter{d.sales()} }
