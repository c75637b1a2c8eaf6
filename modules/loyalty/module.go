package loyalty

import (
	"embed"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

//go:embed errors.md
var errorTexts string

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// VoucherDays is how many days a voucher may be spent.
	VoucherDays int
}

// New makes the module.
func New(d Deps) module.Module {
	s := &service{Deps: d}
	return module.Module{
		Name:       "loyalty",
		Migrations: migrations,
		Routes:     s.routes,
		Errors:     errorTexts,
		Subscribe:  s.subscribe,
		Export:     export,
	}
}

// service is the module's use cases and handlers.
type service struct{ Deps }
