package settings

import (
	"maps"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"orderd/platform/config"
)

// Payments configures payments.
type Payments struct {
	// Deadline is how long an order waits for its payment.
	Deadline time.Duration `yaml:"deadline"`
	// CardDeadline is the Deadline of orders paid by card.
	CardDeadline time.Duration `yaml:"card_deadline"`
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
	// StripeWebhookSecret signs Stripe's calls of /v1/payments/webhooks/stripe.
	StripeWebhookSecret config.Secret `yaml:"stripe_webhook_secret"`
	// StripeURL is the URL of Stripe's API.
	StripeURL string `yaml:"stripe_url"`
}

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
	Name    string `yaml:"name"`
	Country string `yaml:"country"` // ISO 3166-1 alpha-2
	// ReturnsAddress is where customers send goods back to, in one line: it stands in the mail of
	// an approved return. Without it no return can be approved; dev mode has a made-up one.
	ReturnsAddress string `yaml:"returns_address"`
	// GuestCheckout is whether buyers without an account may order.
	GuestCheckout bool `yaml:"guest_checkout"`
	// OrderURL is the page of the storefront that shows a guest's order, with {token} and perhaps
	// {number} in it. Mails to guests link it.
	OrderURL string `yaml:"order_url"`
	// ProductURL is the page of the storefront that shows a product, with {slug} in it. The back
	// office links it.
	ProductURL string `yaml:"product_url"`
	// TaxRates are percentages by country: "DE: { standard: 19, reduced: 7 }", in the environment
	// "DE=19/7,AT=20/10". Another country has those of Country inside the EU, and 0 outside.
	TaxRates TaxRates `yaml:"tax_rates"`
}

var (
	countryPattern = regexp.MustCompile(`^[A-Z]{2}$`)
	percentPattern = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)
)

func (p Payments) validate(c *config.Checker) {
	c.Check("payments.deadline", p.Deadline > 0, "must be more than 0")
	c.Check("payments.card_deadline", p.CardDeadline > 0, "must be more than 0")
	c.Check("payments.card_least", p.CardLeast >= 0, "must not be negative")
	c.Check("payments.card_most", p.CardMost >= p.CardLeast, "must be at least payments.card_least")
	c.Check("payments.read_after", p.ReadAfter > 0, "must be more than 0")
	c.Check("payments.stripe_key", p.StripeKey != "" || p.StripeWebhookSecret == "",
		"is required with payments.stripe_webhook_secret")
	c.Check("payments.stripe_webhook_secret", p.StripeWebhookSecret != "" || p.StripeKey == "",
		"is required with payments.stripe_key: without it nobody hears that money came")
	c.Check("payments.stripe_url", isHTTPURL(p.StripeURL), "must be an absolute http or https URL without query")
}

// isPageURL reports whether text is the URL of a web page with a place for what is required, as
// {token} is.
func isPageURL(text, required string) bool {
	u, err := url.Parse(strings.NewReplacer("{number}", "ORD-1", "{token}", "t", "{slug}", "s").Replace(text))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		strings.Contains(text, required)
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
	c.Check("shop.country", countryPattern.MatchString(s.Country), "must be a country code of two capitals")
	c.Check("shop.order_url", s.OrderURL == "" || isPageURL(s.OrderURL, "{token}"), "must be an absolute http or https "+
		"URL with {token}, such as https://shop.example/orders/{number}#{token}")
	c.Check("shop.product_url", s.ProductURL == "" || isPageURL(s.ProductURL, "{slug}"), "must be an absolute http or "+
		"https URL with {slug}, such as https://shop.example/products/{slug}")
	for _, name := range slices.Sorted(maps.Keys(s.TaxRates)) {
		r := s.TaxRates[name]
		c.Check("shop.tax_rates", countryPattern.MatchString(name), "%q is not a country code of two capitals", name)
		c.Check("shop.tax_rates", percentPattern.MatchString(r.Standard) && percentPattern.MatchString(r.Reduced),
			"%s: standard and reduced must be percents such as 19 or 5.5", name)
	}
	_, ok := s.TaxRates[s.Country]
	c.Check("shop.tax_rates", ok, "must hold the rates of shop.country")
}
