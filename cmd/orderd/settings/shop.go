package settings

import (
	"maps"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/config"
	"orderd/platform/money"
	"orderd/platform/pageurl"
	"orderd/platform/postal"
)

// Payments configures payments.
type Payments struct {
	// Deadline is how long an order waits for its payment.
	Deadline time.Duration `yaml:"deadline"`
	// CardDeadline is the Deadline of orders paid by card.
	CardDeadline time.Duration `yaml:"card_deadline"`
	// ProcessingDeadline is the Deadline of orders whose money is on its way, since the provider says
	// so: direct debits take days.
	ProcessingDeadline time.Duration `yaml:"processing_deadline"`
	// InvoiceDays is how many days after its first parcel an invoice is to be paid.
	InvoiceDays int `yaml:"invoice_days"`
	// ReadAfter is how long a card payment waits until the provider is asked what became of it,
	// without an event of its own; then it is asked ever more rarely.
	ReadAfter time.Duration `yaml:"read_after"`
	// CardLeast and CardMost are the least and the most cents that the card provider takes. Orders
	// that cost less or more are not offered cards.
	CardLeast int64 `yaml:"card_least"`
	CardMost  int64 `yaml:"card_most"`
	// BankAccount is the account for transfers, as the payment instructions show it. Without it
	// there are none; dev mode has a made-up one.
	BankAccount string `yaml:"bank_account"`
	// StripeKey is the secret key of the Stripe account. Without it there are no card payments.
	StripeKey config.Secret `yaml:"stripe_key"`
	// StripePublishableKey is the public key of the account, with which storefronts call Stripe.
	StripePublishableKey string `yaml:"stripe_publishable_key"`
	// StripeMethods is automatic, or card: buyers pay with whatever the account takes, as Stripe's
	// dashboard says, or with cards alone.
	StripeMethods string `yaml:"stripe_methods"`
	// StripeWebhookSecret signs Stripe's calls of /v1/payments/webhooks/stripe.
	StripeWebhookSecret config.Secret `yaml:"stripe_webhook_secret"`
	// StripeURL is the URL of Stripe's API.
	StripeURL string `yaml:"stripe_url"`
}

// accountForm is how an account with an IBAN may be written: "IBAN DE02 …, BIC BYLADEM1001".
var accountForm = regexp.MustCompile(
	`^(?:IBAN:? )?([A-Z]{2}[0-9]{2}[A-Z0-9 ]+?)(?:,? BIC:? ([A-Z0-9]{8}(?:[A-Z0-9]{3})?))?$`)

// Account is what BankAccount holds: an IBAN, perhaps with a BIC, else a text.
func (p Payments) Account() (iban, bic, text string) {
	if parts := accountForm.FindStringSubmatch(p.BankAccount); parts != nil {
		if iban, ok := money.ParseIBAN(parts[1]); ok {
			return iban, parts[2], ""
		}
	}
	return "", "", p.BankAccount
}

// StripeAutomatic reports whether buyers may pay with more than cards.
func (p Payments) StripeAutomatic() bool { return p.StripeMethods == "automatic" }

// Loyalty configures points.
type Loyalty struct {
	VoucherDays int `yaml:"voucher_days"`
}

// Ordering configures stock and open orders.
type Ordering struct {
	// LowStock is the number of units below which admins are notified.
	LowStock int `yaml:"low_stock"`
	// OpenOrders and OpenUnits limit the open orders and the units in them: orders that are neither
	// paid nor shipped nor cancelled, and are not paid by invoice. Wholesale accounts have ten
	// times the limits. There are none when Limits are not enabled.
	OpenOrders OpenLimits `yaml:"open_orders"`
	OpenUnits  OpenLimits `yaml:"open_units"`
}

// Wholesale configures applications.
type Wholesale struct {
	// KeepDays is how long a rejected or undecided application keeps its personal data, unless its
	// address has an account.
	KeepDays int `yaml:"keep_days"`
}

// Shop is the seller.
type Shop struct {
	Name     string `yaml:"name"`
	Country  string `yaml:"country"`   // ISO 3166-1 alpha-2
	TimeZone string `yaml:"time_zone"` // IANA name: where the shop's days begin
	// ReturnsAddress is where customers send goods back to, in one line: it stands in the mail of
	// an approved return. Without it no return can be approved; dev mode has a made-up one.
	ReturnsAddress string `yaml:"returns_address"`
	// GuestCheckout is whether buyers without an account may order.
	GuestCheckout bool `yaml:"guest_checkout"`
	// OrderURL is the page of the storefront that shows a guest's order, with {token} and perhaps
	// {number} and {id} in it. Mails to guests link it. Without it they link that of the pages at /,
	// unless those are turned off.
	OrderURL string `yaml:"order_url"`
	// ProductURL is the page of the storefront that shows a product, with {slug} in it. The back
	// office links it.
	ProductURL string `yaml:"product_url"`
	// TaxRates are percentages by country: "DE: { standard: 19, reduced: 7 }", in the environment
	// "DE=19/7,AT=20/10". Another country has those of Country inside the EU, and 0 outside.
	TaxRates TaxRates `yaml:"tax_rates"`
	// SmallBusiness is whether the shop charges no VAT (German § 19 UStG and its like), and
	// WholesalePrices whether tiers for wholesale are entered with VAT (gross) or without (net).
	// Documents such as invoices read both.
	SmallBusiness   bool   `yaml:"small_business"`
	WholesalePrices string `yaml:"wholesale_prices"`
}

var percentPattern = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)

func (p Payments) validate(c *config.Checker) {
	c.Check("payments.deadline", p.Deadline > 0, "must be more than 0")
	c.Check("payments.card_deadline", p.CardDeadline > 0, "must be more than 0")
	c.Check("payments.processing_deadline", p.ProcessingDeadline > 0, "must be more than 0")
	c.Check("payments.invoice_days", p.InvoiceDays >= 0 && p.InvoiceDays <= 365, "must be from 0 to 365")
	c.Check("payments.card_least", p.CardLeast >= 0, "must not be negative")
	c.Check("payments.card_most", p.CardMost >= p.CardLeast, "must be at least payments.card_least")
	c.Check("payments.read_after", p.ReadAfter > 0, "must be more than 0")
	c.Check("payments.stripe_key", p.StripeKey != "" || p.StripeWebhookSecret == "",
		"is required with payments.stripe_webhook_secret")
	c.Check("payments.stripe_webhook_secret", p.StripeWebhookSecret != "" || p.StripeKey == "",
		"is required with payments.stripe_key: without it the service does not learn that money came")
	c.Check("payments.stripe_publishable_key", p.StripePublishableKey == "" ||
		strings.HasPrefix(p.StripePublishableKey, "pk_"), "must begin with pk_: everybody can read it")
	c.Check("payments.stripe_methods", slices.Contains([]string{"automatic", "card"}, p.StripeMethods),
		"must be automatic or card")
	c.Check("payments.stripe_url", isHTTPURL(p.StripeURL), "must be an absolute http or https URL without query")
}

const defaultShopName = "Orderd"

// ShopName is the one name of the shop: shop.name, or when that is the default, that of the sender
// of emails.
func (c *Config) ShopName() string {
	if from, err := mail.ParseAddress(c.Mail.From); err == nil && from.Name != "" && c.Shop.Name == defaultShopName {
		return from.Name
	}
	return c.Shop.Name
}

func (s Shop) validate(c *config.Checker) {
	c.Check("shop.name", strings.TrimSpace(s.Name) != "", "must not be empty")
	c.Check("shop.country", postal.IsCountry(s.Country), "must be a country code like DE")
	c.Check("shop.time_zone", clock.IsZone(s.TimeZone), "must be a time zone such as Europe/Berlin")
	c.Check("shop.wholesale_prices", s.WholesalePrices == "gross" || s.WholesalePrices == "net",
		"must be gross or net")
	c.Check("shop.order_url", s.OrderURL == "" || pageurl.Valid(s.OrderURL, "{token}"),
		"must be an absolute http or https URL with {token}, such as https://shop.example/orders/{number}#{token}")
	c.Check("shop.product_url", s.ProductURL == "" || pageurl.Valid(s.ProductURL, "{slug}"),
		"must be an absolute http or https URL with {slug}, such as https://shop.example/products/{slug}")
	for _, name := range slices.Sorted(maps.Keys(s.TaxRates)) {
		r := s.TaxRates[name]
		c.Check("shop.tax_rates", postal.IsCountry(name), "%q is not a country code like DE", name)
		c.Check("shop.tax_rates", percentPattern.MatchString(r.Standard) && percentPattern.MatchString(r.Reduced),
			"%s: standard and reduced must be percents such as 19 or 5.5", name)
	}
	_, hasRates := s.TaxRates[s.Country]
	_, inEU := shop.TableRate(s.Country) // which has the table's without
	c.Check("shop.tax_rates", hasRates || inEU, "must hold the rates of shop.country, which is not in the EU")
}
