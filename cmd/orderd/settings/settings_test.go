package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"orderd/platform/config"
)

// writeFile writes a configuration file.
func writeFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "orderd.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// mustLoad loads a file with this text, and variables.
func mustLoad(t *testing.T, yaml string, environ ...string) Config {
	t.Helper()
	c, err := Load(writeFile(t, yaml), environ)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// These limits stand in what clients are promised.
func TestDefaultLimits(t *testing.T) {
	t.Parallel()
	rates := Default().Limits.Rates()
	for name, want := range map[string]string{
		"email_change": "3/1h", "mail_test": "10/1h", "storefront": "60000/1m", "webhook_test": "10/1m", "api_key": "600/1m",
		"bad_tokens": "60/1m", "guest_checkout": "10/1h", "guest_email": "3/1h,10/24h", "checkout": "10/1m,60/1h",
	} {
		if rates[name] != want {
			t.Errorf("limits.%s is %s, want %s", name, rates[name], want)
		}
	}
}

// Each source takes precedence over the one before it.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	if c := mustLoad(t, "dev: true"); c.Ordering.LowStock != 5 || !c.Limits.Enabled {
		t.Errorf("defaults: %+v", c)
	}
	if c := mustLoad(t, "dev: true\nordering: {low_stock: 7}"); c.Ordering.LowStock != 7 {
		t.Errorf("file: low_stock = %d", c.Ordering.LowStock)
	}
	c := mustLoad(t, "dev: true\nordering: {low_stock: 7}", "ORDERD_ORDERING_LOW_STOCK=9", "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_LIMITS_LOGIN=1/1s,2/1m",
		"ORDERD_PAYMENTS_DEADLINE=15m", "ORDERD_HTTP_TRUSTED_PROXIES=10.0.0.0/8, 192.0.2.1", "ORDERD_SHOP_TAX_RATES=DE=19/7,AT=20/10",
		"ORDERD_ORDERING_OPEN_ORDERS=0, 7,8", "HOME=/root")
	if c.Ordering.LowStock != 9 || c.Limits.Enabled || c.Limits.Rates()["login"] != "1/1s,2/1m" || c.Payments.Deadline != 15*time.Minute ||
		!slices.Equal(c.HTTP.TrustedProxies, []string{"10.0.0.0/8", "192.0.2.1"}) || c.Shop.TaxRates["AT"] != (TaxRate{"20", "10"}) ||
		c.Ordering.OpenOrders != (OpenLimits{0, 7, 8}) || c.Ordering.OpenUnits != (OpenLimits{200, 400, 1000}) {
		t.Errorf("environment: %+v", c)
	}
	if _, err := Load("", []string{"ORDERD_DEV=true", "ORDERD_MAIL_URL=", "ORDERD_SERVICE_HOST=10.1.1.1",
		"ORDERD_PORT_8080_TCP=tcp://10.1.1.1:8080"}); err != nil {
		t.Errorf("empty variables and those of Kubernetes do not count: %v", err)
	}
}

// A storefront on this machine passes on the addresses of its visitors in dev mode.
func TestTrustedProxies(t *testing.T) {
	t.Parallel()
	if c := mustLoad(t, "dev: true"); !slices.Equal(c.HTTP.TrustedProxies, []string{"127.0.0.0/8", "::1/128"}) {
		t.Errorf("in dev mode: %v", c.HTTP.TrustedProxies)
	}
	if c := mustLoad(t, "dev: true\nhttp: {trusted_proxies: [10.0.0.7]}"); !slices.Equal(c.HTTP.TrustedProxies, []string{"10.0.0.7"}) {
		t.Errorf("configured: %v", c.HTTP.TrustedProxies)
	}
	if c := mustLoad(t, "mail: {url: 'smtp://mail:25'}"); len(c.HTTP.TrustedProxies) != 0 {
		t.Errorf("by default: %v", c.HTTP.TrustedProxies)
	}
}

// The refresh cookie goes to the pages of one site.
func TestIsSameSite(t *testing.T) {
	t.Parallel()
	const api = "https://api.example.com/v1"
	for _, row := range []struct {
		origin, publicURL string
		same              bool
	}{
		{"https://shop.example.com", api, true}, {"https://example.com", api, true}, {"https://a.b.example.com:8443", api, true},
		{"https://api.example.com", api, true}, {"http://shop.example.com", api, false}, {"https://shop.example.org", api, false},
		{"https://notexample.com", api, false}, {"https://shop.co.uk", "https://api.co.uk", false},
		{"https://shop.example.co.uk", "https://api.example.co.uk", true}, {"https://shop.github.io", "https://api.github.io", false},
		{"http://127.0.0.1:5173", "http://127.0.0.1:8080", true}, {"http://127.0.0.2", "http://127.0.0.1", false},
		{"http://10.0.0.1", "http://20.0.0.1", false}, {"http://[::1]:5173", "http://[::1]:8080", true},
		{"http://localhost:5173", "http://localhost:8080", true}, {"http://localhost:5173", "http://127.0.0.1:8080", false},
		{"http://shop.localhost", "http://localhost", false}, {"https://shop.example.com", "nonsense", false},
	} {
		if got := isSameSite(row.origin, row.publicURL); got != row.same {
			t.Errorf("%s and %s: %v", row.origin, row.publicURL, got)
		}
	}
	c := mustLoad(t, "mail: {url: 'smtp://mail:25'}\nhttp: {public_url: 'https://api.example.com'}",
		"ORDERD_AUTH_STOREFRONT_ORIGINS=https://shop.example.com,https://example.com", "ORDERD_HTTP_SHARED_CACHE=90s")
	if len(c.Auth.StorefrontOrigins) != 2 || c.HTTP.SharedCache != 90*time.Second {
		t.Errorf("%v, %v", c.Auth.StorefrontOrigins, c.HTTP.SharedCache)
	}
	warned := func(c Config) bool {
		return strings.Contains(strings.Join(c.Warnings(), "\n"), "auth.storefront_origins: ")
	}
	apart := c
	if apart.Auth.StaffOrigin = "https://staff.example.com"; !warned(c) || warned(apart) {
		t.Errorf("%q, and with an origin of the staff's own %q", c.Warnings(), apart.Warnings())
	}
}

// Webhooks go to this machine in dev mode alone.
func TestNetworksOfWebhooks(t *testing.T) {
	t.Parallel()
	if c := mustLoad(t, "dev: true"); !slices.Equal(c.Webhooks.AllowNetworks, []string{"127.0.0.0/8", "::1/128"}) {
		t.Errorf("in dev mode: %v", c.Webhooks.AllowNetworks)
	}
	if c := Default(); len(c.Webhooks.AllowNetworks) != 0 || c.Webhooks.Concurrency != 16 || c.Webhooks.KeepDays != 30 {
		t.Errorf("by default: %+v", c.Webhooks)
	}
	if c := mustLoad(t, "dev: true", "ORDERD_WEBHOOKS_ALLOW_NETWORKS=10.0.0.0/8"); !slices.Equal(c.Webhooks.AllowNetworks,
		[]string{"10.0.0.0/8"}) {
		t.Errorf("configured: %v", c.Webhooks.AllowNetworks)
	}
}

func TestDerived(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "dev: true\ndata_dir: /srv/orderd\nhttp: {addr: 'localhost:9999'}")
	if got, want := c.Database.URL.Reveal(), "sqlite:/srv/orderd/orderd.db"; got != want {
		t.Errorf("database.url = %s, want %s", got, want)
	}
	if got, want := c.HTTP.PublicURL, "http://localhost:9999"; got != want {
		t.Errorf("http.public_url follows http.addr: %s, want %s", got, want)
	}
	c = mustLoad(t, "mail: {url: 'smtp://mail:25'}\nhttp: {addr: ':80', public_url: 'https://api.example.com/'}")
	if got, want := c.HTTP.PublicURL, "https://api.example.com"; got != want {
		t.Errorf("http.public_url = %s, want %s", got, want)
	}
	if c.LogFormat() != "json" || mustLoad(t, "dev: true").LogFormat() != "console" {
		t.Error("log.format auto is console in dev mode, else json")
	}
	if c.Log.Requests != "slow" || mustLoad(t, "dev: true").Log.Requests != "all" ||
		mustLoad(t, "dev: true\nlog: {requests: slow}").Log.Requests != "slow" {
		t.Error("log.requests is all in dev mode, else slow, unless it is set")
	}
}

// All faults are reported at once, with their places.
func TestFaults(t *testing.T) {
	t.Parallel()
	file := writeFile(t, `
http:
  adr: 127.0.0.1:80
  addr: [a, b]
dev: maybe
dev: true
ops: {addr: nowhere}
limits: {login: often}
bogus: {x: 1}
`)
	_, err := Load(file, []string{"ORDERD_PAYMENTS_DEADLINE=3 days", "ORDERD_HTTP_ADRR=x", "ORDERD_MAIL_URL=gopher://x"})
	var faults config.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("the error is %v", err)
	}
	for i, want := range []string{
		file + ":3: http.adr: unknown key",
		"http.addr: must be a single value (" + file + ":4)",
		"dev: must be true or false; it is \"maybe\" (" + file + ":5)",
		file + ":6: dev: is there twice",
		file + ":9: bogus: unknown key",
		"payments.deadline: must be a duration such as 90s, 15m or 72h; it is \"3 days\" (ORDERD_PAYMENTS_DEADLINE)",
		"ORDERD_HTTP_ADRR: unknown variable",
		"ops.addr: must be host:port; it is \"nowhere\" (" + file + ":7)",
		"mail.url: must be smtp://host:port or smtps://host:port; it is \"gopher://x\" (ORDERD_MAIL_URL)",
		"limits.login: must be a rate such as 30/1m, or several with commas; it is \"often\" (" + file + ":8)",
	} {
		if i >= len(faults) || faults[i] != want {
			t.Fatalf("fault %d is not %q; all:\n%v", i, want, err)
		}
	}
	if len(faults) != 10 {
		t.Errorf("more faults than there are: %v", err)
	}
}

// A fault is one line: the key, what is allowed, the value unless it is secret, and where it is
// set.
func TestFaultNamesItsPlace(t *testing.T) {
	t.Parallel()
	dev := "ORDERD_DEV=true"
	file := writeFile(t, "log:\n  level: verbose\n")
	for _, row := range []struct {
		file    string
		environ []string
		want    string
	}{
		{"", []string{dev, "ORDERD_LOG_LEVEL=loud"}, `log.level: must be debug, info, warn or error; it is "loud" (ORDERD_LOG_LEVEL)`},
		{file, []string{dev}, `log.level: must be debug, info, warn or error; it is "verbose" (` + file + `:2)`},
		{file, []string{dev, "ORDERD_LOG_LEVEL=loud"}, `log.level: must be debug, info, warn or error; it is "loud" (ORDERD_LOG_LEVEL)`},
		{"", []string{dev, "ORDERD_AUTH_SECRET=geheim"}, `auth.secret: must have at least 32 characters, each of a list (ORDERD_AUTH_SECRET)`},
		{"", []string{dev, "ORDERD_MAIL_URL=imap://u:geheim@mail"},
			`mail.url: must be smtp://host:port or smtps://host:port; it is "imap://u:***@mail" (ORDERD_MAIL_URL)`},
		{"", []string{dev, "ORDERD_HTTP_PUBLIC_URL=https://u:geheim@shop.example"},
			`http.public_url: must be an absolute http or https URL without query; it is "https://u:***@shop.example" (ORDERD_HTTP_PUBLIC_URL)`},
		{"", nil, `mail.url: is required unless dev is true: without it no code reaches a customer (not set; ORDERD_MAIL_URL sets it)`},
	} {
		if _, err := Load(row.file, row.environ); err == nil || err.Error() != "configuration: "+row.want {
			t.Errorf("%v: %v, want %s", row.environ, err, row.want)
		}
	}
}

// LoadForCommand accepts a configuration without the keys that only a service needs. The keys that
// it has must be valid.
func TestLoadForCommand(t *testing.T) {
	t.Parallel()
	c, err := LoadForCommand("", []string{"ORDERD_DATABASE_URL=postgres://db/orderd", "ORDERD_ADMIN_EMAIL=a@example.com"})
	if err != nil || c.Admin.Email != "a@example.com" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := LoadForCommand("", []string{"ORDERD_LOG_LEVEL=loud"}); err == nil ||
		!strings.Contains(err.Error(), "log.level: must be debug") {
		t.Errorf("a wrong level: %v", err)
	}
}

// production is a valid configuration of a production service.
var production = []string{
	"ORDERD_MAIL_URL=smtp://u:p@mail.example.com:587", "ORDERD_DATABASE_URL=postgres://u:p@db/orderd", "ORDERD_AUTH_KEYS_FILE=/k.pem",
	"ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32), "ORDERD_HTTP_ADDR=0.0.0.0:8080",
}

// invalid has one row for each rule: the smallest change of production that breaks it, and the
// fault.
var invalid = []struct{ variable, fault string }{
	{"ORDERD_DEV=true", "http.addr: must be a loopback address"},
	{"ORDERD_HTTP_ADDR=8080", "http.addr: must be host:port"},
	{"ORDERD_HTTP_ADDR=:99999", "http.addr: must be host:port"},
	{"ORDERD_OPS_ADDR=0.0.0.0:8080", "ops.addr: must differ"},
	{"ORDERD_HTTP_PUBLIC_URL=example.com", "http.public_url:"},
	{"ORDERD_HTTP_TRUSTED_PROXIES=10.0.0.0/8,proxy", `http.trusted_proxies: "proxy"`},
	{"ORDERD_HTTP_CORS_ORIGINS=https://shop.example/path", "http.cors_origins:"},
	{"ORDERD_HTTP_SHARED_CACHE=-1s", "http.shared_cache: must be 0s or whole seconds"},
	{"ORDERD_HTTP_SHARED_CACHE=1500ms", "http.shared_cache: must be 0s or whole seconds"},
	{"ORDERD_AUTH_STOREFRONT_ORIGINS=http://0.0.0.0:8080/shop", `auth.storefront_origins: "http://0.0.0.0:8080/shop" is not an origin`},
	{"ORDERD_AUTH_STOREFRONT_ORIGINS=http://127.0.0.1:8080,https://shop.example",
		`auth.storefront_origins: "https://shop.example" is not of the site`},
	{"ORDERD_DATABASE_URL=mysql://db/x", "database.url: must be sqlite:PATH or postgres://"},
	{"ORDERD_DATABASE_URL=postgres://db", "database.url: must name the database"},
	{"ORDERD_DATABASE_URL=sqlite:", "database.url: sqlite: must be followed"},
	{"ORDERD_DATABASE_READ_URL=sqlite:/srv/orderd.db", "database.read_url: must be postgres://"},
	{"ORDERD_DATABASE_READ_URL=postgres://db", "database.read_url: must name the database"},
	{"ORDERD_DATABASE_READ_LAG=10ms", "database.read_lag: must be at least 1s"},
	{"ORDERD_EVENTS_URL=nats://broker:4222", "events.source: is required with NATS"},
	{"ORDERD_EVENTS_SOURCE=main", "events.source: has no meaning with events.url: database:"},
	{"ORDERD_EVENTS_SITES=main", "events.sites: has no meaning with events.url: database:"},
	{"ORDERD_EVENTS_CREDS_FILE=/etc/orderd/nats.creds", "events.creds_file: has no meaning with events.url: database:"},
	{"ORDERD_EVENTS_STREAM_KEEP=5s", "events.stream_keep: must be at least 1m"},
	{"ORDERD_EVENTS_KEEP=1h", "events.keep: must be 0, for ever, or at least 24h"},
	{"ORDERD_EVENTS_KEEP=-48h", "events.keep:"},
	{"ORDERD_EVENTS_URL=kafka:", "events.url: must be database: or nats://"},
	{"ORDERD_MAIL_URL=http://mail", "mail.url: must be smtp://"},
	{"ORDERD_MAIL_URL=smtp://", "mail.url: must name a host"},
	{"ORDERD_MAIL_URL=smtps://mail?tls=none", "mail.url: smtps and tls=none"},
	{"ORDERD_MAIL_URL=smtp://mail?tls=maybe", "mail.url: knows only"},
	{"ORDERD_MAIL_URL=smtp://u:p@mail?tls=none", "mail.url: tls=none would send the password"},
	{"ORDERD_MAIL_URL=smtp://u:p%zz@mail", "mail.url: is not a URL"},
	{"ORDERD_MAIL_FROM=nobody", "mail.from:"},
	{"ORDERD_MEDIA_URL=file:pictures", "media.url: must be database: or s3://"},
	{"ORDERD_MEDIA_URL=s3://host/bucket", "media.url: must name key, secret and host"},
	{"ORDERD_MEDIA_URL=s3://key:secret@host", "media.url: must name the bucket"},
	{"ORDERD_MEDIA_URL=s3://key:secret@host/a/b", "media.url: must name the bucket"},
	{"ORDERD_MEDIA_URL=s3://key:secret@host/bucket?tls=maybe", "media.url: knows only"},
	{"ORDERD_MEDIA_URL=s3://key:sec%zz@host/bucket", "media.url: is not a URL"},
	{"ORDERD_SHOP_ORDER_URL=https://shop.example/orders", "shop.order_url: must be an absolute"},
	{"ORDERD_SHOP_ORDER_URL=/orders/{token}", "shop.order_url: must be an absolute"},
	{"ORDERD_SHOP_PRODUCT_URL=https://shop.example/products", "shop.product_url: must be an absolute"},
	{"ORDERD_SHOP_PRODUCT_URL=/products/{slug}", "shop.product_url: must be an absolute"},
	{"ORDERD_SHOP_PRODUCT_URL=javascript:alert('{slug}')", "shop.product_url: must be an absolute"},
	{"ORDERD_SHOP_PRODUCT_URL=https://u:p@shop.example/{slug}", "shop.product_url: must be an absolute"},
	{"ORDERD_AUTH_STAFF_ORIGIN=https://staff.example/path", "auth.staff_origin: must be an origin"},
	{"ORDERD_AUTH_STAFF_SECOND_FACTOR=maybe", "auth.staff_second_factor: must be optional or required"},
	{"ORDERD_AUTH_STEP_UP_AGE=500ms", "auth.step_up_age: must be at least 1s"},
	{"ORDERD_AUTH_SECRET=short", "auth.secret: must have at least 32"},
	{"ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32) + ",short", "auth.secret: must have at least 32"},
	{"ORDERD_AUTH_SECRET=,", "auth.secret: is required"},
	{"ORDERD_ADMIN_EMAIL=not-an-email", "admin.email:"},
	{"ORDERD_ADMIN_EMAIL=a@example.com", "admin.password: is required"},
	{"ORDERD_ADMIN_PASSWORD=correct horse", "admin.email: is required"},
	{"ORDERD_LIMITS_REGISTER_EMAIL=0/1h", "limits.register_email:"},
	{"ORDERD_LIMITS_CODE_EMAIL=1/1m,5/soon", "limits.code_email:"},
	{"ORDERD_PAYMENTS_DEADLINE=0s", "payments.deadline:"},
	{"ORDERD_PAYMENTS_CARD_DEADLINE=0s", "payments.card_deadline:"},
	{"ORDERD_PAYMENTS_PROCESSING_DEADLINE=0s", "payments.processing_deadline:"},
	{"ORDERD_PAYMENTS_INVOICE_DAYS=-1", "payments.invoice_days:"},
	{"ORDERD_PAYMENTS_INVOICE_DAYS=366", "payments.invoice_days:"},
	{"ORDERD_PAYMENTS_CARD_LEAST=-1", "payments.card_least:"},
	{"ORDERD_PAYMENTS_CARD_MOST=49", "payments.card_most:"},
	{"ORDERD_PAYMENTS_READ_AFTER=0s", "payments.read_after:"},
	{"ORDERD_PAYMENTS_STRIPE_KEY=sk_test_x", "payments.stripe_webhook_secret: is required"},
	{"ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=whsec_x", "payments.stripe_key: is required"},
	{"ORDERD_PAYMENTS_STRIPE_PUBLISHABLE_KEY=sk_live_x", "payments.stripe_publishable_key: must begin with pk_"},
	{"ORDERD_PAYMENTS_STRIPE_METHODS=paypal", "payments.stripe_methods: must be automatic or card"},
	{"ORDERD_PAYMENTS_STRIPE_URL=api.stripe.com", "payments.stripe_url:"},
	{"ORDERD_LOYALTY_VOUCHER_DAYS=0", "loyalty.voucher_days:"},
	{"ORDERD_LOYALTY_VOUCHER_DAYS=many", "loyalty.voucher_days: must be a whole number"},
	{"ORDERD_ORDERING_LOW_STOCK=-1", "ordering.low_stock:"},
	{"ORDERD_ORDERING_OPEN_ORDERS=5,10", "ordering.open_orders: must be three whole numbers"},
	{"ORDERD_ORDERING_OPEN_UNITS=5,10,-1", "ordering.open_units: must be three whole numbers"},
	{"ORDERD_ORDERING_OPEN_UNITS=5,10,many", "ordering.open_units: must be three whole numbers"},
	{"ORDERD_WHOLESALE_KEEP_DAYS=0", "wholesale.keep_days:"},
	{"ORDERD_SHOP_NAME= ", "shop.name:"},
	{"ORDERD_SHOP_COUNTRY=de", "shop.country:"},
	{"ORDERD_SHOP_COUNTRY=CH", "shop.tax_rates: must hold the rates of shop.country"},
	{"ORDERD_SHOP_TAX_RATES=DE=19", "shop.tax_rates: must look like"},
	{"ORDERD_SHOP_TAX_RATES=DE=190/7", "shop.tax_rates: DE:"},
	{"ORDERD_SHOP_TAX_RATES=DE=19/7,at=20/10", "shop.tax_rates: \"at\""},
	{"ORDERD_SHOP_TIME_ZONE=Mars/Base", "shop.time_zone: must be a time zone"},
	{"ORDERD_SHOP_WHOLESALE_PRICES=both", "shop.wholesale_prices: must be gross or net"},
	{"ORDERD_SHOP_SMALL_BUSINESS=maybe", "shop.small_business: must be true or false"},
	{"ORDERD_SELLER_EMAIL=nobody", "seller.email: must be an email address"},
	{"ORDERD_SELLER_LINE1= ", "seller.line1: must not be blank"},
	{"ORDERD_SELLER_PHONE=" + strings.Repeat("1", 51), "seller.phone: must have at most 50 characters"},
	{"ORDERD_SELLER_VAT_ID=DE12", "seller.vat_id: must be a VAT id"},
	{"ORDERD_SELLER_IBAN=DE03 1203 0000 0000 2020 51", "seller.iban: must be an IBAN"},
	{"ORDERD_SELLER_IBAN=DE02 1203 0000 0000 2020 5", "seller.iban: must be an IBAN"},
	{"ORDERD_SELLER_BIC=ABC", "seller.bic: must have 8 or 11"},
	{"ORDERD_CATALOG_REQUIRE_GPSR=maybe", "catalog.require_gpsr: must be true or false"},
	{"ORDERD_WITHDRAWAL_DAYS=7", "withdrawal.days: must be 14 to 365"},
	{"ORDERD_WITHDRAWAL_DAYS=366", "withdrawal.days: must be 14 to 365"},
	{"ORDERD_VAT_VIES_URL=vies.example/rest-api", "vat.vies_url: must be an https URL"},
	{"ORDERD_VAT_VIES_URL=http://vies.example/rest-api", "vat.vies_url: must be an https URL"},
	{"ORDERD_VAT_VIES_URL=https://vies.example/rest-api?x=1", "vat.vies_url: must be an https URL"},
	{"ORDERD_VAT_VIES_URL=ftp://127.0.0.1/rest-api", "vat.vies_url: must be an https URL"},
	{"ORDERD_LIMITS_VAT_ID=10", "limits.vat_id:"},
	{"ORDERD_VAT_MAX_AGE=0s", "vat.max_age: must be more than 0"},
	{"ORDERD_VAT_MAX_AGE=8761h", "vat.max_age: must be more than 0 and at most 8760h"},
	{"ORDERD_INVOICES_RETENTION_YEARS=0", "invoices.retention_years: must be 1 to 30"},
	{"ORDERD_INVOICES_RETENTION_YEARS=31", "invoices.retention_years: must be 1 to 30"},
	{"ORDERD_LOG_LEVEL=loud", "log.level:"},
	{"ORDERD_LOG_FORMAT=xml", "log.format:"},
	{"ORDERD_LOG_REQUESTS=some", "log.requests:"},
	{"ORDERD_TELEMETRY_OTLP_URL=collector:4318", "telemetry.otlp_url:"},
}

func TestRules(t *testing.T) {
	t.Parallel()
	if _, err := Load("", production); err != nil {
		t.Fatalf("the valid one: %v", err)
	}
	for _, row := range invalid {
		_, err := Load("", append(slices.Clone(production), row.variable))
		if faults, ok := errors.AsType[config.Faults](err); !ok || !strings.HasPrefix(faults[0], row.fault) {
			t.Errorf("%s: %v, want %q", row.variable, err, row.fault)
		}
	}
	for i, fault := range []string{"mail.url: is required", "", "auth.keys_file: is required", "auth.secret: is required"} {
		_, err := Load("", slices.Delete(slices.Clone(production), i, i+1))
		if fault != "" && (err == nil || !strings.Contains(err.Error(), fault)) {
			t.Errorf("without %s: %v, want %q", production[i], err, fault)
		}
	}
	if _, err := Load("", []string{"ORDERD_DEV=true", "ORDERD_DATABASE_URL=postgres://u:p@db/orderd"}); err != nil {
		t.Errorf("dev mode with PostgreSQL generates its keys: %v", err)
	}
}

// A country of the EU needs no rates, whether its key was taken out or the rates are set elsewhere.
func TestCountryWithoutRates(t *testing.T) {
	t.Parallel()
	for _, environ := range [][]string{
		{"ORDERD_SHOP_COUNTRY=AT"}, {"ORDERD_SHOP_TAX_RATES=AT=20/10"}, {"ORDERD_SHOP_COUNTRY=CH", "ORDERD_SHOP_TAX_RATES=CH=8.1/2.6"},
	} {
		if _, err := Load("", append(slices.Clone(production), environ...)); err != nil {
			t.Errorf("%v: %v", environ, err)
		}
	}
}

// A seller with a name needs all that a document names; everything that is missing is said at once.
func TestSeller(t *testing.T) {
	t.Parallel()
	whole := append(slices.Clone(production), "ORDERD_SELLER_NAME=Moka & Co GmbH", "ORDERD_SELLER_LINE1=Torstraße 12",
		"ORDERD_SELLER_POSTAL_CODE=10119", "ORDERD_SELLER_CITY=Berlin", "ORDERD_SELLER_EMAIL=hello@shop.example",
		"ORDERD_SELLER_TAX_NUMBER=37/123/45678", "ORDERD_SHOP_SMALL_BUSINESS=true", "ORDERD_SELLER_IBAN=de02 1203 0000 0000 2020 51",
		"ORDERD_PAYMENTS_BANK_ACCOUNT=IBAN DE02120300000000202051, BIC BYLADEM1001")
	if _, err := Load("", whole); err != nil {
		t.Errorf("the valid one: %v", err)
	}
	for _, row := range []struct {
		environ []string
		want    []string // the keys with a fault
	}{
		{[]string{"ORDERD_SELLER_NAME=Moka & Co GmbH", "ORDERD_SHOP_SMALL_BUSINESS=true"}, []string{
			"seller.line1", "seller.postal_code", "seller.city", "seller.email", "seller.vat_id", "shop.small_business"}},
		{[]string{"ORDERD_SHOP_SMALL_BUSINESS=true"}, nil},
		{[]string{"ORDERD_SELLER_IBAN=DE02 1203 0000 0000 2020 51", "ORDERD_PAYMENTS_BANK_ACCOUNT=DE89 3704 0044 0532 0130 00"},
			[]string{"seller.iban"}},
		{[]string{"ORDERD_SELLER_IBAN=DE02 1203 0000 0000 2020 51", "ORDERD_PAYMENTS_BANK_ACCOUNT=DKB, account 1"}, nil},
	} {
		_, err := Load("", append(slices.Clone(production), row.environ...))
		var got []string
		if faults, wrong := errors.AsType[config.Faults](err); wrong {
			for _, f := range faults {
				key, _, _ := strings.Cut(f, ":")
				got = append(got, key)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%v: %q, want %q", row.environ, got, row.want)
		}
	}
}

func TestSecretsNeverPrint(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "", "ORDERD_MAIL_URL=smtp://user:hush-1%40@mail:587",
		"ORDERD_MEDIA_URL=s3://key:hush-9@s3.example.com/bucket?region=eu-central-1",
		"ORDERD_DATABASE_URL=postgres://user:hush-2@db/orderd?sslpassword=hush-3&sslmode=require",
		"ORDERD_AUTH_SECRET=hush-4"+strings.Repeat("-", 32)+",hush-8"+strings.Repeat("-", 32), "ORDERD_AUTH_KEYS_FILE=k",
		"ORDERD_ADMIN_EMAIL=a@example.com", "ORDERD_ADMIN_PASSWORD=hush-5-hush",
		"ORDERD_PAYMENTS_STRIPE_KEY=hush-6", "ORDERD_TELEMETRY_OTLP_URL=https://u:hush-8@otlp.example.com",
		"ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=hush-7")
	printed := c.YAML() + fmt.Sprintf("%v %+v %#v %s", c, c, c, c.Auth.Secret)
	if strings.Contains(printed, "hush-") {
		t.Error(printed)
	}
	for _, want := range []string{"smtp://user:***@mail:587", "s3://key:***@s3.example.com/bucket?region=eu-central-1",
		"postgres://user:***@db/orderd?sslpassword=***&sslmode=require", "secret:\n    - '***'\n    - '***'\n", "password: '***'"} {
		if !strings.Contains(c.YAML(), want) {
			t.Errorf("%q is not in\n%s", want, c.YAML())
		}
	}
	if len(c.Auth.Secret) != 2 || !strings.HasPrefix(c.Auth.Secret.Reveal()[1], "hush-8-") ||
		!strings.Contains(c.Mail.URL.Reveal(), "hush-1") {
		t.Error("Reveal hides")
	}
	_, err := Load("", []string{"ORDERD_MAIL_URL=smtp://u:hush-%zz@mail", "ORDERD_DATABASE_URL=postgres://u:hush-%zz@db/x",
		"ORDERD_AUTH_SECRET=hush"})
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("a fault shows a secret: %v", err)
	}
}

// A file writes secrets as a list, or one secret without a list.
func TestListOfSecrets(t *testing.T) {
	t.Parallel()
	a, b := strings.Repeat("a", 32), strings.Repeat("b", 32)
	for text, want := range map[string][]string{
		"auth:\n  secret: " + a:                         {a},
		"auth:\n  secret: [" + a + ", " + b + "]":       {a, b},
		"auth:\n  secret:\n    - " + b + "\n    - " + a: {b, a},
		"auth:\n  secret:":                              {},
	} {
		if c := mustLoad(t, text, "ORDERD_DEV=true"); !slices.Equal(c.Auth.Secret.Reveal(), want) {
			t.Errorf("%q gives %q", text, c.Auth.Secret.Reveal())
		}
	}
	if c := mustLoad(t, "auth:\n  secret: "+a, "ORDERD_DEV=true"); !strings.Contains(c.YAML(), "secret: '***'\n") {
		t.Errorf("one secret prints as\n%s", c.YAML())
	}
}

// keysIn returns the keys that a YAML file names, sections included.
func keysIn(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var content map[string]any
	if err := yaml.Unmarshal(text, &content); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	var add func(prefix string, section map[string]any)
	add = func(prefix string, section map[string]any) {
		for name, value := range section {
			keys[prefix+name] = true
			if below, ok := value.(map[string]any); ok {
				add(prefix+name+".", below)
			}
		}
	}
	add("", content)
	return keys
}

// The example files hold every key and load without a fault, but for the secrets that everybody
// knows.
func TestExampleFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dev.yaml", "production.example.yaml"} {
		file := filepath.Join("..", "..", "..", "configs", name)
		var env []string
		if name != "dev.yaml" {
			_, err := Load(file, nil)
			if err == nil || strings.Count(err.Error(), "that of the example file") != 2 || strings.Count(err.Error(), "\n") != 2 {
				t.Errorf("%s: %v, want the secret and the password to be refused", name, err)
			}
			env = []string{"ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32), "ORDERD_ADMIN_PASSWORD=correct horse battery"}
		}
		c, err := Load(file, env)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if warnings := c.Warnings(); !c.Dev && (len(warnings) < 2 || !strings.HasPrefix(warnings[0], "database.url: has the password") ||
			!strings.HasPrefix(warnings[1], "mail.url: ")) {
			t.Errorf("%s: warnings %q", name, warnings)
		}
		if c.Dev != (name == "dev.yaml") {
			t.Errorf("%s: dev is %v", name, c.Dev)
		}
		set := keysIn(t, file)
		for _, key := range Keys() {
			if !set[key] {
				t.Errorf("%s: %s is missing", name, key)
			}
		}
	}
	// dev.yaml repeats the defaults, so that its readers learn the right ones.
	c, _ := Load(filepath.Join("..", "..", "..", "configs", "dev.yaml"), nil)
	want, _ := Load("", []string{"ORDERD_DEV=true"})
	if c.YAML() != want.YAML() {
		t.Errorf("configs/dev.yaml differs from the defaults:\n%s\n%s", c.YAML(), want.YAML())
	}
}

// sites is a configuration with NATS.
var sites = []string{"ORDERD_EVENTS_URL=nats://u:hush@n1:4222,n2:4222,n3:4222", "ORDERD_EVENTS_SOURCE=main",
	"ORDERD_EVENTS_SITES=pay,stock-2"}

func TestEventsOverNATS(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "", append(slices.Clone(production), sites...)...)
	if !c.UsesNATS() || c.Events.Source != "main" || !slices.Equal(c.Events.Sites, []string{"pay", "stock-2"}) ||
		c.Events.StreamKeep != time.Hour {
		t.Errorf("events: %+v", c.Events)
	}
	if printed := c.YAML(); strings.Contains(printed, "hush") {
		t.Errorf("the password prints: %s", printed)
	}
	for variable, fault := range map[string]string{
		"ORDERD_DATABASE_URL=sqlite:/srv/orderd.db":  "events.url: needs PostgreSQL",
		"ORDERD_EVENTS_URL=nats://n1:4222/stream":    "events.url: must be database: or nats://",
		"ORDERD_EVENTS_URL=nats://n1:4222?site=main": "events.url: must be database: or nats://",
		"ORDERD_EVENTS_URL=nats://n1:4222,":          "events.url: must be database: or nats://",
		"ORDERD_EVENTS_SOURCE=Main":                  "events.source: must begin with a letter",
		"ORDERD_EVENTS_SOURCE=main.eu":               "events.source: must begin with a letter",
		"ORDERD_EVENTS_SITES=main":                   `events.sites: "main" is this database itself`,
		"ORDERD_EVENTS_SITES=pay,pay":                "events.sites: names a source twice",
		"ORDERD_EVENTS_SITES=p y":                    `events.sites: "p y" is not the name`,
	} {
		_, err := Load("", append(append(slices.Clone(production), sites...), variable))
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v, want %q", variable, err, fault)
		}
	}
}

// A shop has one name, whichever key has it.
func TestShopName(t *testing.T) {
	t.Parallel()
	for given, want := range map[[2]string]string{
		{"Orderd", "no-reply@localhost"}: "Orderd", {"Orderd", "Kaffeehaus <shop@example.com>"}: "Kaffeehaus",
		{"Teehaus Nord", "no-reply@localhost"}: "Teehaus Nord", {"Teehaus Nord", "Post <shop@example.com>"}: "Teehaus Nord",
	} {
		c := Config{Shop: Shop{Name: given[0]}, Mail: Mail{From: given[1]}}
		if got := c.ShopName(); got != want {
			t.Errorf("%q: %s, want %s", given, got, want)
		}
	}
}
