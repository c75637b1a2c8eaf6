package shop

import (
	"embed"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
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
	Copies *copies.Store // of the process: an answer waits until they are new
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	Profile  Values[events.Profile]
	Seller   Values[events.Seller]
	Bank     Values[events.Bank]
	Tax      Values[events.Tax]
	Checkout Values[events.Checkout]
	Loyalty  Values[events.Loyalty]
	Mail     Values[events.Mail]
	// MailAddress is the address that mails come from.
	MailAddress string
	// CardProvider is whether cards can be charged.
	CardProvider bool
	// Dev is whether the service is one to try out.
	Dev bool
}

// Values is what the configuration says of a group.
type Values[V any] struct {
	// Default are the values that null stands for.
	Default V
	// Given are the defaults with what the configuration says.
	Given V
	// Pinned are the fields that file or environment set.
	Pinned []events.Pin
}

// New makes the module.
func New(d Deps) module.Module {
	groups := newGroups(d.Config)
	return module.Module{
		Name:       "shop",
		Migrations: migrations,
		Routes:     (&api{Deps: d, groups: groups}).routes,
		Subscribe:  subscribe,
		Configure:  (&configurator{Deps: d, groups: groups}).configure,
	}
}
