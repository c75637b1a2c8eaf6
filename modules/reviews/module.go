package reviews

import (
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock
	Log   *zap.Logger
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:       "reviews",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock}).routes,
		Problems:   problems,
		Subscribe:  subscribe,
		Run:        d.run,
		Export:     export,
	}
}
