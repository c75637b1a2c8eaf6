package catalog

import (
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
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
	return module.Module{
		Name:       "catalog",
		Migrations: migrations,
		Routes:     newAPI(d).routes,
		Problems:   problems,
		Subscribe:  d.subscribe,
		Run:        d.run,
		Once:       []background.Once{formerSlugs, formerOptions, formerWeights, formerPrices},
		Export:     export,
	}
}

func (d Deps) sales() salesCounter { return salesCounter{db: d.DB, clock: d.Clock, log: d.Log} }

func (d Deps) pairs() pairCounter { return pairCounter{d.sales()} }
