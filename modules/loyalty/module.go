package loyalty

import (
	"embed"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

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
	return module.Module{
		Name:       "loyalty",
		Migrations: migrations,
		Routes: (&api{db: d.DB, clock: d.Clock,
			voucherLife: time.Duration(d.Config.VoucherDays) * 24 * time.Hour}).routes,
		Problems:  problems,
		Subscribe: (&subscriber{clock: d.Clock}).subscribe,
		Export:    export,
	}
}
