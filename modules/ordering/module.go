package ordering

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/locale"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Reads *database.Reads // where the export reads; nil: DB
	Clock clock.Clock
	Log   *zap.Logger
	// Pseudonyms gives the email addresses of guests the ids that their orders carry.
	Pseudonyms *pseudonym.Key
	// Export is what every module holds on a user or guest, by module.
	Export func(ctx context.Context, userID string) (map[string]any, error)
	Copies *copies.Store
	Config Config

	settings *copies.Copy[saleTerms]
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// OpenOrders and OpenUnits are the most open orders, and units in them, of a buyer, to a
	// destination and from a client's network, in this order; 0 is no limit. A wholesale account
	// has ten times as many (open_orders.go).
	OpenOrders, OpenUnits [3]int
	// Secret keys the digests of destinations and the tokens of guests' orders (auth.secret).
	Secret secret.Keyring
	// KeepDays is how many days a withdrawal is kept whose order was never found
	// (wholesale.keep_days).
	KeepDays int
	// CardProvider charges cards; nil: none can be charged.
	CardProvider *shop.CardProvider
}

// New makes the module.
func New(d Deps) module.Module {
	if d.Reads == nil {
		d.Reads = database.PrimaryReads(d.DB)
	}
	d.settings = copyTerms(d.Copies, &d.Config)
	return module.Module{
		Name:       "ordering",
		Migrations: migrations,
		Locale:     func() locale.Code { return locale.Code(d.settings.Current().profile.Locale) },
		Locales:    func() []string { return d.settings.Current().profile.Locales },
		Routes:     (&api{Deps: &d}).routes,
		Problems:   problems,
		Subscribe:  d.subscribe,
		Start:      d.start,
		Run:        d.run,
		Once:       []background.Once{formerNumbers},
		Export:     d.export,
	}
}

// start mends before the first request what a former binary has saved.
func (d *Deps) start(ctx context.Context) error {
	if err := d.announceShippingMethods(ctx); err != nil {
		return err
	}
	return d.renewAutomaticPromotions(ctx)
}
