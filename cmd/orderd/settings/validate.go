package settings

import (
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"orderd/platform/config"
)

// MinSecretLength is the length of the shortest auth.secret: 32 characters hold 128 bits even when
// they are hexadecimal.
const MinSecretLength = 32

// Validate implements config.Settings.
func (c *Config) Validate(k *config.Checker) {
	c.validateModules(k)
	c.validateListeners(k)
	c.validateStores(k)
	c.Mail.validate(k, c.Dev || !c.Runs("mailer"))
	c.Media.validate(k)
	c.validateAuth(k)
	c.Limits.validate(k)
	c.Payments.validate(k)
	k.Check("loyalty.voucher_days", c.Loyalty.VoucherDays > 0, "must be more than 0")
	k.Check("ordering.low_stock", c.Ordering.LowStock >= 0, "must not be negative")
	c.validateEvents(k)
	k.Check("wholesale.keep_days", c.Wholesale.KeepDays > 0, "must be more than 0")
	c.Webhooks.validate(k)
	c.Shop.validate(k)
	c.Seller.validate(k)
	c.validateDocuments(k)
	c.Storefront.validate(k)
	k.Check("log.level", slices.Contains([]string{"debug", "info", "warn", "error"}, c.Log.Level),
		"must be debug, info, warn or error")
	k.Check("log.format", slices.Contains([]string{"auto", "json", "console"}, c.Log.Format),
		"must be auto, json or console")
	k.Check("log.requests", slices.Contains([]string{"off", "slow", "all"}, c.Log.Requests), "must be off, slow or all")
	collector := string(c.Telemetry.OTLPURL)
	k.Check("telemetry.otlp_url", collector == "" || isHTTPURL(collector),
		"must be an absolute http or https URL without query, such as http://collector:4318")
}

func (s Storefront) validate(k *config.Checker) {
	u, err := url.Parse(s.API)
	k.Check("storefront.api", s.API == "" || err == nil && isHTTPURL(s.API) && u.User == nil,
		"must be an absolute http or https URL without query, such as https://api.example.com")
	k.Check("storefront.key", s.Key == "" || strings.HasPrefix(s.Key.Reveal(), "odk_"),
		"must be an API key, which begins with odk_")
	k.Check("storefront.key", s.Key == "" || s.API != "", "is for the service that storefront.api names")
}

func (c *Config) validateListeners(k *config.Checker) {
	for _, listener := range []struct{ key, addr string }{{"http.addr", c.HTTP.Addr}, {"ops.addr", c.Ops.Addr}} {
		key := listener.key
		host, port, err := net.SplitHostPort(listener.addr)
		n, errPort := strconv.Atoi(port)
		k.Check(key, err == nil && errPort == nil && n >= 0 && n <= 65535, "must be host:port")
		k.Check(key, !c.Dev || isLoopbackHost(host),
			"must be a loopback address when dev is true: dev mode shows everybody's mail")
	}
	k.Check("ops.addr", c.Ops.Addr != c.HTTP.Addr || strings.HasSuffix(c.Ops.Addr, ":0"), "must differ from http.addr")

	u, err := url.Parse(c.HTTP.PublicURL)
	k.Check("http.public_url", err == nil && isHTTPURL(c.HTTP.PublicURL) && u.User == nil,
		"must be an absolute http or https URL without query")
	for _, proxy := range c.HTTP.TrustedProxies {
		_, errAddr := netip.ParseAddr(proxy)
		_, errNet := netip.ParsePrefix(proxy)
		k.Check("http.trusted_proxies", errAddr == nil || errNet == nil,
			"%q is neither an address nor a network such as 10.0.0.0/8", proxy)
	}
	for _, origin := range c.HTTP.CORSOrigins {
		k.Check("http.cors_origins", isOrigin(origin), "%q is not an origin such as https://shop.example", origin)
	}
	keep := c.HTTP.SharedCache
	k.Check("http.shared_cache", keep >= 0 && keep%time.Second == 0, "must be 0s or whole seconds")
}

func (c *Config) validateStores(k *config.Checker) {
	k.Check("data_dir", c.DataDir != "", "must name a folder")

	raw := string(c.Database.URL)
	if path, isSQLite := strings.CutPrefix(raw, "sqlite:"); isSQLite {
		k.Check("database.url", path != "", "sqlite: must be followed by a path")
	} else {
		checkPostgresURL(k, "database.url", raw, "sqlite:PATH or ")
	}
	k.Check("database.read_lag", c.Database.ReadLag >= minReadLag, "must be at least 1s")
	if standbys := string(c.Database.ReadURL); standbys != "" {
		k.Check("database.read_url", c.UsesPostgres(), "needs PostgreSQL (database.url): SQLite has no standbys")
		checkPostgresURL(k, "database.read_url", standbys, "")
	}
}

// minReadLag is the time between two measurements of a standby.
const minReadLag = time.Second

// checkPostgresURL checks the URL of a database on PostgreSQL. or names what else the key may be.
func checkPostgresURL(k *config.Checker, key, raw, or string) {
	u, err := url.Parse(raw)
	k.Check(key, err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql"),
		"must be %spostgres://user:password@host/name", or)
	k.Check(key, err == nil && strings.Trim(u.Path, "/") != "",
		"must name the database: postgres://user:password@host/name")
}

// validate checks the section. optional says that a service without a mail server is complete.
func (m Mail) validate(k *config.Checker, optional bool) {
	_, err := mail.ParseAddress(m.From)
	k.Check("mail.from", err == nil, "must be an address such as Shop <shop@example.com>")

	if m.URL == "" {
		k.Check("mail.url", optional, "is required unless dev is true: without it no code reaches a customer")
		return
	}
	u, err := url.Parse(string(m.URL))
	k.Check("mail.url", err == nil, "is not a URL (in user and password, write special characters as %%XX)")
	if err != nil {
		return
	}
	k.Check("mail.url", u.Scheme == "smtp" || u.Scheme == "smtps", "must be smtp://host:port or smtps://host:port")
	k.Check("mail.url", u.Hostname() != "", "must name a host")
	query := u.Query()
	tls := query.Get("tls")
	query.Del("tls")
	k.Check("mail.url", len(query) == 0 && (tls == "" || tls == "none"), "knows only the parameter tls=none")
	k.Check("mail.url", tls == "" || u.Scheme == "smtp", "smtps and tls=none contradict each other")
	k.Check("mail.url", tls == "" || u.User == nil || isLoopbackHost(u.Hostname()),
		"tls=none would send the password in clear")
}

// isExample reports whether a value is a secret as configs/production.example.yaml has it.
func isExample[T ~string](value T) bool { return strings.Contains(string(value), "change-me") }

func (c *Config) validateAuth(k *config.Checker) {
	// With PostgreSQL several replicas may run, and each must not generate its own keys.
	shared := c.UsesPostgres() && !c.Dev
	k.Check("auth.keys_file", c.Auth.KeysFile != "" || !shared,
		"is required with PostgreSQL (openssl genpkey -algorithm ed25519 makes one)")
	k.Check("auth.secret", len(c.Auth.Secret) > 0 || !shared,
		"is required with PostgreSQL (openssl rand -base64 48 makes one)")
	// A process verifies the tokens and derives the codes of all others.
	k.Check("auth.keys_file", c.Auth.KeysFile != "" || c.RunsAll(),
		"is required where only some modules run, the same for all processes")
	k.Check("auth.secret", len(c.Auth.Secret) > 0 || c.RunsAll(),
		"is required where only some modules run, the same for all processes")
	for _, secret := range c.Auth.Secret {
		k.Check("auth.secret", len(secret) >= MinSecretLength, "must have at least %d characters, each of a list",
			MinSecretLength)
		k.Check("auth.secret", !isExample(secret),
			"is that of the example file, which everybody knows (openssl rand -base64 48 makes one)")
	}

	// A public_url that is none has a fault of its own.
	k.Check("auth.staff_origin", isOrigin(c.Auth.StaffOrigin) || c.Auth.StaffOrigin == c.defaultStaffOrigin(),
		"must be an origin such as https://staff.example")

	for _, origin := range c.Auth.StorefrontOrigins {
		k.Check("auth.storefront_origins", isOrigin(origin), "%q is not an origin such as https://shop.example.com", origin)
		k.Check("auth.storefront_origins", !isOrigin(origin) || isSameSite(origin, c.HTTP.PublicURL),
			"%q is not of the site of http.public_url: browsers would send it no cookie", origin)
	}

	k.Check("auth.staff_second_factor", slices.Contains([]string{"optional", "required"}, c.Auth.StaffSecondFactor),
		"must be optional or required")
	k.Check("auth.step_up_age", c.Auth.StepUpAge >= time.Second, "must be at least 1s")

	if c.Admin.Email != "" {
		k.Check("admin.email", isEmail(c.Admin.Email), "must be an email address")
		k.Check("admin.password", c.Admin.Password != "" || c.Dev, "is required with admin.email")
		k.Check("admin.password", !isExample(c.Admin.Password), "is that of the example file, which everybody knows")
	}
	k.Check("admin.email", c.Admin.Email != "" || c.Admin.Password == "" || c.Dev, "is required with admin.password")
}
