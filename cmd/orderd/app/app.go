// Package app is the composition root: the only place that knows every module. It builds the
// service from its configuration, starts and stops it, and holds the commands of the binary.
package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/cmd/orderd/app/manual"
	"orderd/cmd/orderd/settings"
	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/carrier"
	"orderd/platform/files"
	"orderd/platform/httpapi"
	"orderd/platform/mailbox"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
	"orderd/platform/ratelimit"
	"orderd/platform/search"
	"orderd/platform/telemetry"
	"orderd/platform/tracing"
)

// Options are what tests replace.
type Options struct {
	Clock clock.Clock // nil: the machine's
	Log   *zap.Logger // nil: none
	// ReadYourWrites is that of httpapi.Options.
	ReadYourWrites time.Duration
}

// App is the service: built by New, running between Start and Stop.
type App struct {
	config    settings.Config
	clock     clock.Clock
	log       *zap.Logger
	metrics   *telemetry.Metrics
	tracer    *tracing.Tracer // nil without telemetry.otlp_url
	db        *gorm.DB
	reads     *database.Reads // db, or its standbys with database.read_url
	bus       *eventbus.Bus
	scrubber  *database.Scrubber
	carrier   *carrier.Carrier // nil with events.url: database:
	copies    *copies.Store
	authority *auth.Authority
	// pseudonyms is opened by Migrate.
	pseudonyms *pseudonym.Key
	router     *httpapi.Router
	modules    []module.Module // those that run here
	others     []module.Module // those that another process runs; they only register their operations

	readYourWrites time.Duration // of the answers
	userAgent      string        // of its own calls: random, so that no client can have it

	mailbox     *mailbox.Server // dev mode's own mail server, or nil
	public, ops *listener
	draining    atomic.Bool
	workers     sync.WaitGroup
	stopWorkers context.CancelFunc
	failed      chan error // the first error that ends the service
}

// New builds the service on its database. Nothing runs and nothing is migrated yet. Close it, or
// Start and Stop it.
func New(ctx context.Context, c settings.Config, o Options) (_ *App, err error) {
	if c.Dev {
		if c, err = devDefaults(c); err != nil {
			return nil, err
		}
	}
	a := newApp(c, o)
	if !c.UsesPostgres() {
		if err := makeFolder(c.DataDir); err != nil {
			return nil, fmt.Errorf("make data_dir: %w", err)
		}
	}
	a.db, err = database.Open(ctx, database.Options{URL: c.Database.URL.Reveal(), Relaxed: c.Dev,
		Log: a.log.Named("database")})
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	err = a.openReads(ctx)
	var secrets secrets
	if err == nil {
		secrets, err = openSecrets(c)
	}
	if err == nil {
		err = a.build(secrets)
	}
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// devReadYourWrites is how long the response of a write waits in dev mode for the read models: on
// the machine of a developer, which builds and tests beside it, 250 ms may be too short.
const devReadYourWrites = 2 * time.Second

func newApp(c settings.Config, o Options) *App {
	a := &App{config: c, clock: o.Clock, log: o.Log, readYourWrites: o.ReadYourWrites, failed: make(chan error, 1)}
	if c.Dev {
		a.readYourWrites = cmp.Or(o.ReadYourWrites, devReadYourWrites)
	}
	a.userAgent = "orderd/" + rand.Text()
	if a.clock == nil {
		a.clock = clock.System()
	}
	if a.log == nil {
		a.log = zap.NewNop()
	}
	return a
}

// build makes everything that needs the database: bus, authority, router, modules.
func (a *App) build(secrets secrets) (err error) {
	c := a.config
	a.pseudonyms = pseudonym.New(secrets.ring)
	if a.reads == nil {
		a.reads = database.PrimaryReads(a.db)
	}
	a.metrics = telemetry.New(version())
	if a.tracer, err = tracing.Open(context.Background(), c.Telemetry.OTLPURL.Reveal(), version(),
		a.log.Named("tracing")); err != nil {
		return err
	}
	a.bus, err = eventbus.New(a.db, eventbus.Options{Clock: a.clock, Log: a.log.Named("events"), Observer: a.metrics,
		Tracer: a.tracer, Retention: c.Events.Keep})
	if err != nil {
		return fmt.Errorf("make the event bus: %w", err)
	}
	a.attachCarrier(secrets)
	a.copies = copies.NewStore(a.db, a.log.Named("copies"))
	a.scrubber = database.NewScrubber(a.db)
	eventbus.OnEraseSubject(a.db, func(_ context.Context, tx *gorm.DB, _ string) error {
		database.AfterCommit(tx, a.scrubber.Request)
		return nil
	})
	a.authority = auth.New(a.db, auth.Options{
		Keys: secrets.keys, Issuer: c.HTTP.PublicURL, Audience: "orderd", Clock: a.clock, Log: a.log.Named("auth"),
		SecondFactorRequired: c.Auth.RequiresSecondFactor(), StepUpAge: c.Auth.StepUpAge,
	})
	if a.carrier != nil {
		a.authority.Subscribe(a.bus)
	}
	a.router, err = httpapi.New(httpapi.Options{
		DB:             a.db,
		Authority:      a.authority,
		Clock:          a.clock,
		Log:            a.log.Named("http"),
		Secret:         secrets.ring,
		PublicURL:      c.HTTP.PublicURL,
		Title:          manual.ServiceName,
		Description:    apiDescription,
		Tags:           headings,
		Examples:       examples(),
		TrustedProxies: c.HTTP.TrustedProxies,
		CORSOrigins:    c.HTTP.CORSOrigins,
		CookieOrigins:  c.Auth.StorefrontOrigins,
		SharedCache:    c.HTTP.SharedCache,
		Hosts:          publicHosts(c),
		Limits:         ratelimit.Limits{Enabled: c.Limits.Enabled, Rates: c.Limits.Rates()},
		Ready:          a.ready,
		Locale:         a.locale,
		Locales:        a.locales,
		JWKS:           secrets.keys.JWKS,
		Observer:       a.metrics,
		Tracer:         a.tracer,
		RequestLog:     httpapi.RequestLog{Requests: c.Log.Requests, Short: c.Dev, Own: a.userAgent},
		ReadYourWrites: a.readYourWrites,

		LoopbackOrigins: c.Dev,
	})
	if err != nil {
		return fmt.Errorf("make the HTTP interface: %w", err)
	}
	if err := errors.Join(a.startMailbox(), a.mountStorefront(secrets)); err != nil {
		return err
	}
	a.mountDemoImages()
	a.mountManual()
	a.addModules(secrets)
	return a.registerGauges()
}

func (a *App) mountManual() {
	c := a.config
	manual.Mount(a.router, manual.Service{
		PublicURL: c.HTTP.PublicURL, Dev: c.Dev, Version: version(), Mailbox: a.mailbox != nil,
		BackOffice: c.Runs("backoffice"), Shop: c.ServesStorefront(),
	})
}

// Migrations are those of the platform and of the modules that run here.
func (a *App) Migrations() []database.Migrations {
	sets := []database.Migrations{database.OwnMigrations(), eventbus.Migrations(), auth.Migrations(), httpapi.Migrations(),
		pseudonym.Migrations(), search.Migrations(), background.Migrations(), files.Migrations()}
	if a.carrier != nil {
		sets = append(sets, carrier.Migrations())
	}
	for _, m := range a.modules {
		if m.Migrations != nil {
			sets = append(sets, database.Migrations{Name: m.Name, FS: m.Migrations})
		}
	}
	return sets
}

// Migrate brings the database to the schema of this binary, opens its key of pseudonyms and
// declares this binary's consumers of events. Several replicas may do so at once.
func (a *App) Migrate(ctx context.Context) error {
	if err := database.Migrate(ctx, a.db, a.Migrations()); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	if err := a.pseudonyms.Open(ctx, a.db, a.clock.Now()); err != nil {
		return err
	}
	return a.bus.DeclareConsumers(ctx)
}
