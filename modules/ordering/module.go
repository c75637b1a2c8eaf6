package ordering

import (
	"context"
	"embed"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/platform/money"
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
	Config Config
}

// Config is the module's part of the configuration, which cmd/orderd/settings has validated.
type Config struct {
	// Country is where the shop is. Its tax rates apply where those of a destination in the EU are
	// not known (tax.go).
	Country string
	// TaxRates are the VAT rates by country and tax class (standard, reduced). The class zero is 0
	// everywhere.
	TaxRates map[string]map[string]money.Rate
	// LowStock is the number of units at or below which admins are notified.
	LowStock int
	// PaymentDeadline is how long an order waits for its payment, CardDeadline how long it does
	// when it is paid by card.
	PaymentDeadline, CardDeadline time.Duration
	// OpenOrders and OpenUnits are the most open orders, and units in them, of a buyer, to a
	// destination and from a client's network, in this order; 0 is no limit. A wholesale account
	// has ten times as many (open_orders.go).
	OpenOrders, OpenUnits [3]int
	// GuestCheckout is whether buyers without an account may order.
	GuestCheckout bool
	// Secret keys the digests of destinations and the tokens of guests' orders (auth.secret).
	Secret secret.Keyring
	// PaymentMethods are those that the shop takes.
	PaymentMethods []paymentMethod
	// CardLeast and CardMost are what an order must cost to be paid by card; 0 is no bound.
	CardLeast, CardMost money.Cents
	// ShopName and BankAccount stand in the payment instructions.
	ShopName, BankAccount string
	// ReturnsAddress is where buyers send goods back to: a line. Without it no return is approved.
	ReturnsAddress string
}

// New makes the module.
func New(d Deps) module.Module {
	if d.Reads == nil {
		d.Reads = database.PrimaryReads(d.DB)
	}
	return module.Module{
		Name:       "ordering",
		Migrations: migrations,
		Routes:     (&api{Deps: &d}).routes,
		Problems:   problems,
		Subscribe:  d.subscribe,
		Run:        d.run,
		Export:     d.export,
	}
}
