package config

import (
	"fmt"
	"maps"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// faults is everything that is wrong with the values, but for the keys that are broken already.
func (c Config) faults(broken map[string]bool) []keyFault {
	v := &verdict{broken: broken}
	c.checkListeners(v)
	c.checkStores(v)
	c.checkMail(v)
	c.checkAuth(v)
	c.checkLimits(v)
	c.checkPayments(v)
	c.checkShop(v)
	v.check("log.level", slices.Contains([]string{"debug", "info", "warn", "error"}, c.Log.Level), "must be debug, info, warn or error")
	v.check("log.format", slices.Contains([]string{"auto", "json", "console"}, c.Log.Format), "must be auto, json or console")
	v.check("log.requests", slices.Contains([]string{"off", "slow", "all"}, c.Log.Requests), "must be off, slow or all")
	c.checkTelemetry(v)
	return v.faults
}

func (c Config) checkTelemetry(v *verdict) {
	if c.Telemetry.OTLPURL == "" {
		return
	}
	u, err := url.Parse(string(c.Telemetry.OTLPURL))
	v.check("telemetry.otlp_url", err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == "",
		"must be an absolute http or https URL without query, such as http://collector:4318")
}

type verdict struct {
	broken map[string]bool
	faults []keyFault
}

// keyFault is what is wrong with the value of a key.
type keyFault struct{ key, text string }

// check notes a fault of the key unless ok. One fault a key is enough.
func (v *verdict) check(key string, ok bool, format string, args ...any) {
	if !ok && !v.broken[key] {
		v.broken[key] = true
		v.faults = append(v.faults, keyFault{key, fmt.Sprintf(format, args...)})
	}
}

func (c Config) checkListeners(v *verdict) {
	for _, listener := range []struct{ key, addr string }{{"http.addr", c.HTTP.Addr}, {"ops.addr", c.Ops.Addr}} {
		key := listener.key
		host, port, err := net.SplitHostPort(listener.addr)
		n, errPort := strconv.Atoi(port)
		v.check(key, err == nil && errPort == nil && n >= 0 && n <= 65535, "must be host:port")
		v.check(key, !c.Dev || loopback(host), "must be a loopback address when dev is true: dev mode shows everybody's mail")
	}
	v.check("ops.addr", c.Ops.Addr != c.HTTP.Addr || strings.HasSuffix(c.Ops.Addr, ":0"), "must differ from http.addr")

	u, err := url.Parse(c.HTTP.PublicURL)
	v.check("http.public_url", err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil,
		"must be an absolute http or https URL without query")
	for _, proxy := range c.HTTP.TrustedProxies {
		_, errAddr := netip.ParseAddr(proxy)
		_, errNet := netip.ParsePrefix(proxy)
		v.check("http.trusted_proxies", errAddr == nil || errNet == nil, "%q is neither an address nor a network such as 10.0.0.0/8", proxy)
	}
	for _, origin := range c.HTTP.CORSOrigins {
		u, err := url.Parse(origin)
		v.check("http.cors_origins", err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && origin == u.Scheme+"://"+u.Host,
			"%q is not an origin such as https://shop.example", origin)
	}
}

func (c Config) checkStores(v *verdict) {
	v.check("data_dir", c.DataDir != "", "must name a folder")

	raw := string(c.Database.URL)
	u, err := url.Parse(raw)
	switch path, isSQLite := strings.CutPrefix(raw, "sqlite:"); {
	case isSQLite:
		v.check("database.url", path != "", "sqlite: must be followed by a path")
	default:
		v.check("database.url", err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql"), "must be sqlite:PATH or postgres://user:password@host/name")
		v.check("database.url", err == nil && strings.Trim(u.Path, "/") != "", "must name the database: postgres://user:password@host/name")
	}

	v.check("events.url", !strings.HasPrefix(c.Events.URL, "nats:"), "NATS is planned and not built: leave it at database:")
	v.check("events.url", c.Events.URL == "database:", "must be database:")
}

func (c Config) checkMail(v *verdict) {
	_, err := mail.ParseAddress(c.Mail.From)
	v.check("mail.from", err == nil, "must be an address such as Shop <shop@example.com>")

	if c.Mail.URL == "" {
		v.check("mail.url", c.Dev, "is required unless dev is true: without it nobody gets a code")
		return
	}
	u, err := url.Parse(string(c.Mail.URL))
	v.check("mail.url", err == nil, "is not a URL (in user and password, write special characters as %%XX)")
	if err != nil {
		return
	}
	v.check("mail.url", u.Scheme == "smtp" || u.Scheme == "smtps", "must be smtp://host:port or smtps://host:port")
	v.check("mail.url", u.Hostname() != "", "must name a host")
	query := u.Query()
	tls := query.Get("tls")
	query.Del("tls")
	v.check("mail.url", len(query) == 0 && (tls == "" || tls == "none"), "knows only the parameter tls=none")
	v.check("mail.url", tls == "" || u.Scheme == "smtp", "smtps and tls=none contradict each other")
	v.check("mail.url", tls == "" || u.User == nil || loopback(u.Hostname()), "tls=none would send the password in clear")
}

// SecretLength is that of the shortest auth.secret: 32 characters hold 128 bits even when they are hexadecimal.
const SecretLength = 32

func (c Config) checkAuth(v *verdict) {
	shared := c.UsesPostgres() && !c.Dev // several replicas may run: each generating its own would not do
	v.check("auth.keys_file", c.Auth.KeysFile != "" || !shared, "is required with PostgreSQL (openssl genpkey -algorithm ed25519 makes one)")
	v.check("auth.secret", len(c.Auth.Secret) > 0 || !shared, "is required with PostgreSQL (openssl rand -base64 48 makes one)")
	for _, secret := range c.Auth.Secret {
		v.check("auth.secret", len(secret) >= SecretLength, "must have at least %d characters, each of a list", SecretLength)
	}

	if c.Admin.Email != "" {
		a, err := mail.ParseAddress(c.Admin.Email)
		v.check("admin.email", err == nil && a.Address == c.Admin.Email, "must be an email address")
		v.check("admin.password", c.Admin.Password != "" || c.Dev, "is required with admin.email")
	}
	v.check("admin.email", c.Admin.Email != "" || c.Admin.Password == "" || c.Dev, "is required with admin.password")
}

var rate = regexp.MustCompile(`^([1-9][0-9]{0,8})/(\S+)$`)

func (c Config) checkLimits(v *verdict) {
	for _, f := range leaves(&c.Limits) {
		if f.key == "enabled" {
			continue
		}
		key, windows := "limits."+f.key, splitList(f.value.String())
		v.check(key, len(windows) > 0, "must be a rate such as 30/1m; limits.enabled turns all off")
		for _, window := range windows {
			m := rate.FindStringSubmatch(window)
			var per time.Duration
			if m != nil {
				per, _ = time.ParseDuration(m[2])
			}
			v.check(key, per > 0, "must be a rate such as 30/1m, or several with commas")
		}
	}
}

var (
	country = regexp.MustCompile(`^[A-Z]{2}$`)
	percent = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)
)

func (c Config) checkPayments(v *verdict) {
	p := c.Payments
	v.check("payments.deadline", p.Deadline > 0, "must be more than 0")
	v.check("payments.card_deadline", p.CardDeadline > 0, "must be more than 0")
	v.check("payments.stripe_key", p.StripeKey != "" || p.StripeWebhookSecret == "", "is required with payments.stripe_webhook_secret")
	v.check("payments.stripe_webhook_secret", p.StripeWebhookSecret != "" || p.StripeKey == "", "is required with payments.stripe_key: without it nobody hears that money came")
	u, err := url.Parse(p.StripeURL)
	v.check("payments.stripe_url", err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == "",
		"must be an absolute http or https URL without query")
}

func (c Config) checkShop(v *verdict) {
	v.check("loyalty.voucher_days", c.Loyalty.VoucherDays > 0, "must be more than 0")
	v.check("ordering.low_stock", c.Ordering.LowStock >= 0, "must not be negative")
	v.check("events.keep", c.Events.Keep == 0 || c.Events.Keep >= 24*time.Hour, "must be 0, for ever, or at least 24h")
	v.check("wholesale.keep_days", c.Wholesale.KeepDays > 0, "must be more than 0")
	v.check("shop.name", strings.TrimSpace(c.Shop.Name) != "", "must not be empty")
	v.check("shop.country", country.MatchString(c.Shop.Country), "must be a country code of two capitals")
	for _, name := range slices.Sorted(maps.Keys(c.Shop.TaxRates)) {
		r := c.Shop.TaxRates[name]
		v.check("shop.tax_rates", country.MatchString(name), "%q is not a country code of two capitals", name)
		v.check("shop.tax_rates", percent.MatchString(r.Standard) && percent.MatchString(r.Reduced), "%s: standard and reduced must be percents such as 19 or 5.5", name)
	}
	_, ok := c.Shop.TaxRates[c.Shop.Country]
	v.check("shop.tax_rates", ok, "must hold the rates of shop.country")
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// reachable is addr as somebody on this machine can call it.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
