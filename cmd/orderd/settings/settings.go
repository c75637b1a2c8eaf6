package settings

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"orderd/platform/config"
)

// Config is the whole configuration. Keys and defaults are a contract: operators, compose files and
// tests rely on them. The yaml tag of each field is its name.
type Config struct {
	// Dev makes a service to try out: loopback only, a mailbox inside, an admin whose password is
	// printed.
	Dev bool `yaml:"dev"`
	// DataDir holds the embedded database and the generated keys.
	DataDir string `yaml:"data_dir"`
	// Modules are the modules that this process runs, or with a "-" before each name those that it
	// does not run; none means all modules. See Runs.
	Modules   []string  `yaml:"modules"`
	HTTP      HTTP      `yaml:"http"`
	Ops       Ops       `yaml:"ops"`
	Database  Database  `yaml:"database"`
	Events    Events    `yaml:"events"`
	Mail      Mail      `yaml:"mail"`
	Media     Media     `yaml:"media"`
	Auth      Auth      `yaml:"auth"`
	Admin     Admin     `yaml:"admin"`
	Limits    Limits    `yaml:"limits"`
	Payments  Payments  `yaml:"payments"`
	Loyalty   Loyalty   `yaml:"loyalty"`
	Ordering  Ordering  `yaml:"ordering"`
	Wholesale Wholesale `yaml:"wholesale"`
	Webhooks  Webhooks  `yaml:"webhooks"`
	Shop      Shop      `yaml:"shop"`
	Seller    Seller    `yaml:"seller"`
	Catalog   Catalog   `yaml:"catalog"`

	Withdrawal Withdrawal `yaml:"withdrawal"`
	VAT        VAT        `yaml:"vat"`
	Invoices   Invoices   `yaml:"invoices"`

	Storefront Storefront `yaml:"storefront"`

	Log       Log       `yaml:"log"`
	Telemetry Telemetry `yaml:"telemetry"`

	set []string // the keys that a source has set
}

// HTTP is the public listener.
type HTTP struct {
	Addr string `yaml:"addr"`
	// PublicURL is the URL of the service for clients: for links in mails, the OpenAPI document,
	// the issuer of tokens. By default it follows Addr.
	PublicURL string `yaml:"public_url"`
	// TrustedProxies are the addresses and networks whose X-Forwarded-For counts. In dev mode the
	// default is this machine, where a storefront that renders pages runs.
	TrustedProxies []string `yaml:"trusted_proxies"`
	// CORSOrigins are the origins whose pages may call the API. In dev mode all loopback origins
	// may, too.
	CORSOrigins []string `yaml:"cors_origins"`
	// SharedCache is how long caches in front of the service may keep what is the same for everybody
	// without a token; 0: they ask each time.
	SharedCache time.Duration `yaml:"shared_cache"`
}

// Ops is the listener for operators: metrics, profiles, health.
type Ops struct {
	Addr string `yaml:"addr"`
}

// Database is the location of the data.
type Database struct {
	// URL is sqlite:PATH or postgres://…. The default is a file in DataDir.
	URL config.URL `yaml:"url"`
	// ReadURL names streaming standbys of the database at URL, postgres://…, several hosts with
	// commas. Reads that may be a little old go there. Without it all reads go to URL.
	ReadURL config.URL `yaml:"read_url"`
	// ReadLag is by how much a standby may be behind and still answer.
	ReadLag time.Duration `yaml:"read_lag"`
}

// Events configures the event bus.
type Events struct {
	// URL is database:, or nats://user:password@host:4222,host:4222 (tls://… with TLS) for events
	// to and from other databases, which needs PostgreSQL.
	URL config.URL `yaml:"url"`
	// Keep is how long the log keeps an event, at least a day; 0 is for ever. Events with a
	// delivery stay.
	Keep time.Duration `yaml:"keep"`
	// Source is the name of this database among the sites. It never changes.
	Source string `yaml:"source"`
	// Sites are the sources whose events come here. Without any this database only sends.
	Sites []string `yaml:"sites"`
	// CredsFile has the credentials for NATS, when the URL has none.
	CredsFile string `yaml:"creds_file"`
	// StreamKeep is how long the stream at the NATS servers keeps a message. It may be short: what
	// a site misses is sent again from the log.
	StreamKeep time.Duration `yaml:"stream_keep"`
}

// Mail configures the sending of emails.
type Mail struct {
	// URL is smtp://user:pass@host:587 (STARTTLS required), smtps://user:pass@host:465 or
	// smtp://host:1025?tls=none.
	URL  config.URL `yaml:"url"`
	From string     `yaml:"from"`
}

// Storefront is the shop's own pages at /.
type Storefront struct {
	// Enabled is false for a shop that has a front end of its own.
	Enabled bool `yaml:"enabled"`
	// API is the address of the service whose /v1 the pages ask, such as https://api.example.com:
	// for `orderd storefront`, and for a process that runs some modules alone. Without it they ask
	// the process that they are in.
	API string `yaml:"api"`
	// Key is an API key of that service with the scope storefront:render. With it calls count by
	// the visitors' addresses.
	Key config.Secret `yaml:"key"`
	// ThemeDir is the folder of the shop's theme. Without it there is none.
	ThemeDir string `yaml:"theme_dir"`
}

// APIURL is API as a URL.
func (s Storefront) APIURL() *url.URL {
	u, err := url.Parse(s.API)
	if err != nil {
		panic("settings: " + err.Error()) // the configuration was checked
	}
	return u
}

// IsHTTPS reports whether clients reach the service by https.
func (c Config) IsHTTPS() bool { return strings.HasPrefix(c.HTTP.PublicURL, "https://") }

// ServesStorefront reports whether the service has the shop's pages at /.
func (c Config) ServesStorefront() bool {
	return c.Storefront.Enabled && (c.Storefront.API != "" || c.RunsAll())
}

// OwnStaffHost is the host of auth.staff_origin when file or environment name one that is not that
// of http.public_url; else "".
func (c Config) OwnStaffHost() string {
	staff, errStaff := url.Parse(c.Auth.StaffOrigin)
	public, errPublic := url.Parse(c.HTTP.PublicURL)
	if errStaff != nil || errPublic != nil || !c.IsSet("auth.staff_origin") || staff.Host == public.Host {
		return ""
	}
	return staff.Host
}

// Auth has the keys of tokens and codes. All replicas have the same.
type Auth struct {
	// KeysFile is a PEM file of PKCS#8 Ed25519 keys. The first signs, all verify.
	KeysFile string `yaml:"keys_file"`
	// Secret keys one-time codes, refresh tokens and pseudonyms. Each item has at least 32
	// characters. The first signs, all verify.
	Secret config.Secrets `yaml:"secret"`
	// StaffOrigin is where the staff's pages come from, such as https://staff.example. They may use
	// the refresh cookie. The default is that of http.public_url, in dev mode
	// http://localhost:PORT.
	StaffOrigin string `yaml:"staff_origin"`
	// StorefrontOrigins are where a storefront's pages come from, such as https://shop.example.com:
	// of the same site as http.public_url. They may call the API, and use the refresh cookie.
	StorefrontOrigins []string `yaml:"storefront_origins"`
	// StaffSecondFactor is optional, or required: then staff without a second factor can do nothing
	// for the shop but add one. It concerns no customer.
	StaffSecondFactor string `yaml:"staff_second_factor"`
	// StepUpAge is how long a login, or another proof, lets the staff do what is sensitive.
	StepUpAge time.Duration `yaml:"step_up_age"`
}

// Admin is the first admin. The service creates the account, verified, when it starts without any.
type Admin struct {
	Email    string        `yaml:"email"`
	Password config.Secret `yaml:"password"`
}

// Log configures the log.
type Log struct {
	Level  string `yaml:"level"`  // debug, info, warn, error
	Format string `yaml:"format"` // json, console; auto is console in dev mode, else json
	// Requests says which requests are logged: off, slow (a second or more, and every 5xx) or all.
	// The default is slow, in dev mode all.
	Requests string `yaml:"requests"`
}

// Telemetry configures tracing.
type Telemetry struct {
	// OTLPURL is the collector of traces, such as http://collector:4318. Without it there are none.
	OTLPURL config.URL `yaml:"otlp_url"`
}

// Load reads the configuration: the defaults, then file (no file when the name is empty), then the
// variables ORDERD_… of environ. See config.Load.
func Load(file string, environ []string) (Config, error) { return load(config.Load, file, environ) }

// LoadForCommand is Load for a command that starts no service: keys that only a service needs may
// be missing.
func LoadForCommand(file string, environ []string) (Config, error) {
	return load(config.LoadForCommand, file, environ)
}

func load(read func(config.Settings, string, []string) error, file string, environ []string) (Config, error) {
	c := Default()
	if err := read(&c, file, environ); err != nil {
		return Config{}, err
	}
	return c, nil
}

// Keys returns the names of all keys, in the order of the struct.
func Keys() []string { return config.Keys(new(Config)) }

// YAML returns the configuration as a file, with *** for every secret.
func (c Config) YAML() string { return config.YAML(c) }

// UsesPostgres reports whether the database is PostgreSQL, so that several replicas may run.
func (c Config) UsesPostgres() bool { return strings.HasPrefix(string(c.Database.URL), "postgres") }

// LocalEvents is the events.url of a service with one database.
const LocalEvents config.URL = "database:"

// UsesNATS reports whether events go to and come from other databases.
func (c Config) UsesNATS() bool { return c.Events.URL != LocalEvents }

// LogFormat returns the format that auto stands for.
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

// RequiresSecondFactor reports whether the staff need a second factor.
func (a Auth) RequiresSecondFactor() bool { return a.StaffSecondFactor == "required" }

// IsSet reports whether file or environment set a key.
func (c Config) IsSet(key string) bool { return slices.Contains(c.set, key) }

// Derive implements config.Settings.
func (c *Config) Derive(isSet func(key string) bool) {
	c.set = slices.DeleteFunc(Keys(), func(key string) bool { return !isSet(key) })
	if c.Database.URL == "" {
		c.Database.URL = config.URL("sqlite:" + filepath.Join(c.DataDir, "orderd.db"))
	}
	if !isSet("http.public_url") {
		c.HTTP.PublicURL = "http://" + reachable(c.HTTP.Addr)
	}
	if c.Dev && !isSet("log.requests") {
		c.Log.Requests = "all"
	}
	if c.Dev && !isSet("webhooks.allow_networks") {
		c.Webhooks.AllowNetworks = loopbackNetworks()
	}
	if c.Dev && !isSet("http.trusted_proxies") {
		c.HTTP.TrustedProxies = loopbackNetworks()
	}
	c.HTTP.PublicURL = strings.TrimRight(c.HTTP.PublicURL, "/")
	c.Storefront.API = strings.TrimRight(c.Storefront.API, "/")
	if !isSet("auth.staff_origin") {
		c.Auth.StaffOrigin = c.defaultStaffOrigin()
	}
}
