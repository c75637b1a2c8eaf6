package mailer

import (
	"context"
	"embed"
	"io/fs"
	"net/mail"
	"strings"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
	"orderd/platform/telemetry"
	"orderd/platform/tracing"
)

//go:embed migrations
var migrations embed.FS

// Deps is what the module needs.
type Deps struct {
	DB      *gorm.DB
	Clock   clock.Clock
	Log     *zap.Logger
	Metrics *telemetry.Metrics // nil: none
	Tracer  *tracing.Tracer    // nil: none
	// Pseudonyms names the recipients' addresses, so that an erasure finds their letters.
	Pseudonyms *pseudonym.Key
	Config     Config
}

// Config is the module's part of the configuration, which platform/config has validated.
type Config struct {
	URL       string // mail.url
	From      string // mail.from; its name is the shop's name in the letters
	PublicURL string // http.public_url
	// Secret keys the one-time codes (auth.secret): the letters carry the first one's.
	Secret secret.Keyring
}

// New makes the module. It panics on a configuration that platform/config would have refused.
func New(deps Deps) module.Module {
	s := newService(deps)
	if deps.Metrics != nil {
		deps.Metrics.Watch(gauges, s.readGauges)
	}
	return s.module()
}

func (s *service) module() module.Module {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return module.Module{
		Name:       "mailer",
		Migrations: files,
		Routes:     s.routes,
		Subscribe:  s.subscribe,
		Run:        s.run,
		Export:     s.export,
		Check:      s.check,
	}
}

// run delivers letters and keeps house until ctx ends.
func (s *service) run(ctx context.Context) error {
	var house sync.WaitGroup
	house.Go(func() { s.keepHouse(ctx) })
	defer house.Wait()
	return s.deliver(ctx)
}

// service is the module's use cases, handlers and workers.
type service struct {
	Deps
	from   *mail.Address
	writer writer
	server server
	queued chan struct{} // holds a token when a letter was queued here since the deliverer last looked
}

func newService(deps Deps) *service {
	from, err := mail.ParseAddress(deps.Config.From)
	if err != nil {
		panic("mailer: mail.from is not valid")
	}
	host, err := parseServer(deps.Config.URL)
	if err != nil {
		panic("mailer: mail.url is not valid") // the URL, and so its error, may hold a password
	}
	return &service{
		Deps: deps, from: from, server: host, queued: make(chan struct{}, 1),
		writer: writer{shop: shopName(from), publicURL: deps.Config.PublicURL, ring: deps.Config.Secret},
	}
}

// shopName is the sender's name, or the domain of its address.
func shopName(from *mail.Address) string {
	if from.Name != "" {
		return from.Name
	}
	return domain(from)
}

func domain(a *mail.Address) string { return a.Address[strings.LastIndexByte(a.Address, '@')+1:] }

// nudge wakes the deliverer. It does not block.
func (s *service) nudge() {
	select {
	case s.queued <- struct{}{}:
	default:
	}
}

var gauges = []telemetry.Gauge{{
	Name: "mail_letters", Help: "Letters that wait for the mail server (queued) or were given up (failed).", Labels: []string{"status"},
}}

func (s *service) readGauges(ctx context.Context) ([]telemetry.Reading, error) {
	counts, err := countUndelivered(s.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	readings := make([]telemetry.Reading, 0, 2)
	for _, status := range []string{queued, failed} {
		readings = append(readings, telemetry.Reading{Gauge: "mail_letters", Labels: []string{status}, Value: float64(counts[status])})
	}
	return readings, nil
}
