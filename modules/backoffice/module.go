package backoffice

import (
	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/module"
)

// Deps are what the module needs.
type Deps struct {
	DB    *gorm.DB
	Clock clock.Clock // nil is the system's
	// Site is the name of this database among others that it shares events with, or "".
	Site string
	// PublicURL is http.public_url: the pictures of the catalogue have addresses below it.
	PublicURL string
	// StaffOrigin is auth.staff_origin, where the web UI is opened.
	StaffOrigin string
	Config      Config
}

// Config is what the module shows of the configuration, which cmd/orderd/settings has validated. It
// has no secret.
type Config struct {
	ShopName      string   // shop.name
	Country       string   // shop.country
	Countries     []string // those of shop.tax_rates
	GuestCheckout bool     // shop.guest_checkout
	ProductURL    string   // shop.product_url
	BankAccount   string   // payments.bank_account
	LowStock      int      // ordering.low_stock
	VoucherDays   int      // loyalty.voucher_days
	MailFrom      string   // mail.from
	Dev           bool     // dev

	PaymentMethods []ordering.PaymentMethod // those that the shop takes
}

// New makes the module.
func New(d Deps) module.Module {
	if d.Clock == nil {
		d.Clock = clock.System()
	}
	return module.Module{
		Name: "backoffice",
		Routes: func(r *httpapi.Router) {
			(&api{db: d.DB, clock: d.Clock, site: d.Site, config: d.Config}).routes(r)
			mountPages(r, d.PublicURL, d.StaffOrigin)
		},
		Commands: []module.Command{retryCommand(d.DB, d.Clock)},
	}
}
