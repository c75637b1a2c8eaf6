// Package config loads the service's configuration: defaults, then a YAML file, then the environment, each over the one
// before. A key is its YAML path (http.addr); its variable is ORDERD_ and the path in capitals (ORDERD_HTTP_ADDR).
// Everything that is wrong is reported at once, and secrets never print.
package config

import (
	"path/filepath"
	"reflect"
	"strings"
	"time"
)

// Config is the whole configuration. The keys and their defaults are promised: operators, compose
// files and tests rely on the names. Every leaf has a yaml tag, which names it.
type Config struct {
	// Dev makes a service to try out: loopback only, a mailbox inside, an admin with a printed password.
	Dev bool `yaml:"dev"`
	// DataDir holds the embedded database and the generated keys.
	DataDir   string    `yaml:"data_dir"`
	HTTP      HTTP      `yaml:"http"`
	Ops       Ops       `yaml:"ops"`
	Database  Database  `yaml:"database"`
	Events    Events    `yaml:"events"`
	Mail      Mail      `yaml:"mail"`
	Auth      Auth      `yaml:"auth"`
	Admin     Admin     `yaml:"admin"`
	Limits    Limits    `yaml:"limits"`
	Payments  Payments  `yaml:"payments"`
	Loyalty   Loyalty   `yaml:"loyalty"`
	Ordering  Ordering  `yaml:"ordering"`
	Wholesale Wholesale `yaml:"wholesale"`
	Shop      Shop      `yaml:"shop"`
	Log       Log       `yaml:"log"`
	Telemetry Telemetry `yaml:"telemetry"`
}

// HTTP is the public listener.
type HTTP struct {
	Addr string `yaml:"addr"`
	// PublicURL is how clients reach the service: links in mails, the OpenAPI document, the issuer of tokens. Unless set it follows Addr.
	PublicURL string `yaml:"public_url"`
	// TrustedProxies are the addresses and networks whose X-Forwarded-For counts.
	TrustedProxies []string `yaml:"trusted_proxies"`
	// CORSOrigins are the origins whose pages may call the API; in dev mode those of loopback may, too.
	CORSOrigins []string `yaml:"cors_origins"`
}

// Ops is the listener for operators: metrics, profiles, health.
type Ops struct {
	Addr string `yaml:"addr"`
}

// Database says where the data is.
type Database struct {
	// URL is sqlite:PATH (in DataDir unless set) or postgres://….
	URL URL `yaml:"url"`
}

// Events says what carries the events.
type Events struct {
	// URL is database:. Another broker (nats://…) has a place here and is not built.
	URL string `yaml:"url"`
	// Keep is how long the log keeps an event, at least a day; 0 is for ever. What still waits somewhere stays.
	Keep time.Duration `yaml:"keep"`
}

// Mail says how letters leave.
type Mail struct {
	// URL is smtp://user:pass@host:587 (STARTTLS required), smtps://user:pass@host:465 or smtp://host:1025?tls=none.
	URL  URL    `yaml:"url"`
	From string `yaml:"from"`
}

// Auth holds what signs tokens and derives codes. Several replicas share both.
type Auth struct {
	// KeysFile is a PEM file of PKCS#8 Ed25519 keys; the first signs, all verify.
	KeysFile string `yaml:"keys_file"`
	// Secret keys one-time codes, refresh tokens and pseudonyms: at least 32 characters each. The first signs, all verify.
	Secret Secrets `yaml:"secret"`
}

// Admin is the first admin, made verified at start when there is none.
type Admin struct {
	Email    string `yaml:"email"`
	Password Secret `yaml:"password"`
}

// Limits are the rate limits: calls per time, several windows with commas. configs/dev.yaml says what each counts by.
type Limits struct {
	// Enabled is false for load tests. The attempts at a one-time code hold all the same.
	Enabled                 bool   `yaml:"enabled"`
	Login                   string `yaml:"login"`
	Register                string `yaml:"register"`
	RegisterEmail           string `yaml:"register_email"`
	CodeEmail               string `yaml:"code_email"`
	Code                    string `yaml:"code"`
	Verify                  string `yaml:"verify"`
	Refresh                 string `yaml:"refresh"`
	WholesaleApply          string `yaml:"wholesale_apply"`
	WholesaleEmail          string `yaml:"wholesale_apply_email"`
	Checkout                string `yaml:"checkout"`
	Redeem                  string `yaml:"redeem"`
	Share                   string `yaml:"share"`
	Reviews                 string `yaml:"reviews"`
	Reads                   string `yaml:"reads"`
	ReadsAnonymous          string `yaml:"reads_anonymous"`
	Writes                  string `yaml:"writes"`
	WritesAnonymous         string `yaml:"writes_anonymous"`
	PromotionCodes          string `yaml:"promotion_codes"`
	PromotionCodesAnonymous string `yaml:"promotion_codes_anonymous"`
	Admin                   string `yaml:"admin"`
	BadTokens               string `yaml:"bad_tokens"`
	WebhooksRefused         string `yaml:"webhooks_refused"`
}

// Payments is about money that has not come yet.
type Payments struct {
	// Deadline is how long an order waits for its payment.
	Deadline time.Duration `yaml:"deadline"`
	// CardDeadline is how long an order that is paid by card waits.
	CardDeadline time.Duration `yaml:"card_deadline"`
	// BankAccount is where transfers go; it stands in the payment instructions. Not set, they name the shop alone.
	BankAccount string `yaml:"bank_account"`
	// StripeKey is the secret key of the Stripe account. Not set, nobody pays by card.
	StripeKey Secret `yaml:"stripe_key"`
	// StripeWebhookSecret signs what Stripe sends to /v1/payments/webhooks/stripe.
	StripeWebhookSecret Secret `yaml:"stripe_webhook_secret"`
	// StripeURL is where Stripe's API is.
	StripeURL string `yaml:"stripe_url"`
}

// Loyalty is about points.
type Loyalty struct {
	VoucherDays int `yaml:"voucher_days"`
}

// Ordering is about stock and what holds it.
type Ordering struct {
	// LowStock is the number of units below which admins are told.
	LowStock int `yaml:"low_stock"`
	// OpenOrders and OpenUnits are the most orders, and units in them, that are neither paid nor shipped nor cancelled nor to be
	// paid by invoice. Wholesale accounts have ten times as many. They are off with Limits.
	OpenOrders OpenLimits `yaml:"open_orders"`
	OpenUnits  OpenLimits `yaml:"open_units"`
}

// Wholesale is about applications.
type Wholesale struct {
	// KeepDays is how long a rejected or undecided application keeps what is personal in it, unless its address has an account.
	KeepDays int `yaml:"keep_days"`
}

// Shop is who sells.
type Shop struct {
	Name    string `yaml:"name"`
	Country string `yaml:"country"` // ISO 3166-1 alpha-2
	// TaxRates are percents by country: "DE: { standard: 19, reduced: 7 }", in the environment "DE=19/7,AT=20/10". A country
	// that is not in it has those of Country inside the EU, and 0 outside.
	TaxRates TaxRates `yaml:"tax_rates"`
}

// Log says how much is logged and in which form.
type Log struct {
	Level  string `yaml:"level"`  // debug, info, warn, error
	Format string `yaml:"format"` // json, console; auto is console in dev mode, else json
	// Requests says which requests have a line: off, slow (a second or more, and every 5xx) or all. Unless set it is all in dev mode.
	Requests string `yaml:"requests"`
}

// Telemetry says who watches.
type Telemetry struct {
	// OTLPURL is the collector that traces go to: http://collector:4318. Not set, there are none.
	OTLPURL URL `yaml:"otlp_url"`
}

// Default is the configuration before file and environment.
func Default() Config {
	return Config{
		DataDir: "./data",
		HTTP:    HTTP{Addr: "127.0.0.1:8080", PublicURL: "http://127.0.0.1:8080"},
		Ops:     Ops{Addr: "127.0.0.1:9090"},
		Events:  Events{URL: "database:"},
		Mail:    Mail{From: "Orderd <no-reply@localhost>"},
		Limits: Limits{
			Enabled:                 true,
			Login:                   "30/1m",
			Register:                "20/1h",
			RegisterEmail:           "3/1h",
			CodeEmail:               "1/1m,5/1h",
			Code:                    "20/1h",
			Verify:                  "60/1h",
			Refresh:                 "30/1m",
			WholesaleApply:          "5/24h",
			WholesaleEmail:          "3/24h",
			Checkout:                "10/1m,60/1h",
			Redeem:                  "10/1h",
			Share:                   "10/1h",
			Reviews:                 "10/1h",
			Reads:                   "300/1m",
			ReadsAnonymous:          "120/1m",
			Writes:                  "300/1m",
			WritesAnonymous:         "300/1m",
			PromotionCodes:          "20/1h",
			PromotionCodesAnonymous: "100/1h",
			Admin:                   "600/1m",
			BadTokens:               "60/1m",
			WebhooksRefused:         "60/1m",
		},
		Payments:  Payments{Deadline: 72 * time.Hour, CardDeadline: 30 * time.Minute, StripeURL: "https://api.stripe.com"},
		Loyalty:   Loyalty{VoucherDays: 365},
		Ordering:  Ordering{LowStock: 5, OpenOrders: OpenLimits{5, 10, 20}, OpenUnits: OpenLimits{200, 400, 1000}},
		Wholesale: Wholesale{KeepDays: 180},
		Shop:      Shop{Name: "Orderd", Country: "DE", TaxRates: TaxRates{"DE": {Standard: "19", Reduced: "7"}}},
		Log:       Log{Level: "info", Format: "auto", Requests: "slow"},
	}
}

// Keys are the names of all keys, in the order of the struct.
func Keys() []string {
	var keys []string
	for _, l := range leaves(new(Config)) {
		keys = append(keys, l.key)
	}
	return keys
}

// Rates are the limits by name ("login": "30/1m"), without enabled.
func (l Limits) Rates() map[string]string {
	rates := map[string]string{}
	for _, f := range leaves(&l) {
		if text, ok := reflect.TypeAssert[string](f.value); ok {
			rates[f.key] = text
		}
	}
	return rates
}

// UsesPostgres tells whether the database is PostgreSQL, that is, whether several replicas may run.
func (c Config) UsesPostgres() bool { return strings.HasPrefix(string(c.Database.URL), "postgres") }

// LogFormat is the format that auto means.
func (c Config) LogFormat() string {
	switch {
	case c.Log.Format != "auto":
		return c.Log.Format
	case c.Dev:
		return "console"
	default:
		return "json"
	}
}

// derive fills in the defaults that follow other keys.
func (c *Config) derive(set map[string]bool) {
	if c.Database.URL == "" {
		c.Database.URL = URL("sqlite:" + filepath.Join(c.DataDir, "orderd.db"))
	}
	if !set["http.public_url"] {
		c.HTTP.PublicURL = "http://" + reachable(c.HTTP.Addr)
	}
	if c.Dev && !set["log.requests"] {
		c.Log.Requests = "all"
	}
	c.HTTP.PublicURL = strings.TrimRight(c.HTTP.PublicURL, "/")
}
