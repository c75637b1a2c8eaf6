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
	// Defaults are the values that null stands for.
	Defaults events.Settings
	// Given are the defaults with what the configuration says.
	Given events.Settings
	// Pinned are the fields that file or environment set, by group.
	Pinned map[events.Group][]events.Pin
	// MailAddress is the address that mails come from.
	MailAddress string
	// MediaURL begins the addresses of the service's own pictures.
	MediaURL string
	// PagesURL begins the addresses of the shop's pages; "": the service has none.
	PagesURL string
	// CardProvider charges cards; nil: none can be charged.
	CardProvider *events.CardProvider
	// Dev is whether the service is one to try out.
	Dev bool
}

// New makes the module.
func New(d Deps) module.Module {
	groups := newGroups(d.Config)
	a := &api{Deps: d, groups: groups, public: copyPublicData(d.Copies), rendered: newRenderedPages()}
	return module.Module{
		Name:       "shop",
		Migrations: migrations,
		Routes:     a.routes,
		Problems:   problems,
		Subscribe:  subscribe,
		Check:      (&checker{groups: groups}).check,
		Configure:  (&configurator{Deps: d, groups: groups}).configure,
	}
}
