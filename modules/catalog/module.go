package catalog

import (
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps is what the module needs.
type Deps struct {
	DB    *gorm.DB
	Reads *database.Reads // where anonymous callers and exports read; nil: DB
	Clock clock.Clock
	Log   *zap.Logger
	// LowStock is the number of units at or below which a variant is low in lists for admins.
	LowStock int
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
		Export:     export,
	}
}

func (d Deps) sales() salesCounter { return salesCounter{db: d.DB, clock: d.Clock, log: d.Log} }
