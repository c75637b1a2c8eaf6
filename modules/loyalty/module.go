package loyalty

import (
	"embed"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Copies *copies.Store
}

// New makes the module.
func New(d Deps) module.Module {
	return module.Module{
		Name:       "loyalty",
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, settings: copySettings(d.Copies)}).routes,
		Problems:   problems,
		Subscribe:  (&subscriber{clock: d.Clock}).subscribe,
		Export:     export,
	}
}
