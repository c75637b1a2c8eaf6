package mailer

import (
	"cmp"
	"context"
	"embed"
	"net/mail"
	"strings"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
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
	// Pseudonyms makes ids of the recipients' addresses, by which an erasure finds their emails.
	Pseudonyms *pseudonym.Key
	Config     Config
}

// Config is the module's part of the configuration, validated by cmd/orderd/settings.
type Config struct {
	URL       string // mail.url
	From      string // mail.from; without a name the sender has the shop's
	ShopName  string // the name of the shop in the emails; "": that of the sender
	PublicURL string // http.public_url
	OrderURL  string // shop.order_url
	StaffURL  string // auth.staff_origin
	// Secret keys the one-time codes and the tokens of guests' orders (auth.secret). Its first
	// secret makes those in the emails.
	Secret secret.Keyring
}

// New makes the module. It panics on a configuration that cmd/orderd/settings would have refused.
func New(deps Deps) module.Module {
	m := newMailer(deps)
	if deps.Metrics != nil {
		deps.Metrics.Watch(gauges, m.readGauges)
	}
	return m.module()
}

// mailer is what the consumers and the jobs of the module share.
type mailer struct {
	Deps
	from     *mail.Address
	renderer renderer
	server   smtpServer
	enqueued background.Signal // wakes the deliverer
}

func newMailer(deps Deps) *mailer {
	from, err := mail.ParseAddress(deps.Config.From)
	if err != nil {
		panic("mailer: mail.from is not valid")
	}
	server, err := parseServer(deps.Config.URL)
	if err != nil {
		panic("mailer: mail.url is not valid") // the URL, and so the error, may hold a password
	}
	shop := cmp.Or(deps.Config.ShopName, from.Name, domain(from))
	from.Name = cmp.Or(from.Name, deps.Config.ShopName)
	return &mailer{
		Deps: deps, from: from, server: server, enqueued: background.NewSignal(),
		renderer: renderer{
			shop: shop, publicURL: deps.Config.PublicURL, orderURL: deps.Config.OrderURL, staffURL: deps.Config.StaffURL,
			secrets: deps.Config.Secret,
		},
	}
}

func (m *mailer) module() module.Module {
	return module.Module{
		Name:       "mailer",
		Migrations: migrations,
		Routes:     m.routes,
		Subscribe:  m.subscribe,
		Run:        m.run,
		Export:     export,
		Check:      m.check,
	}
}

// routes registers the operations.
func (m *mailer) routes(r *httpapi.Router) {
	masking := m.renderer
	masking.masked = true
	(&api{db: m.DB, clock: m.Clock, wake: m.enqueued.Send, masking: masking}).routes(r)
}

// run delivers emails and deletes old ones until ctx ends.
func (m *mailer) run(ctx context.Context) error {
	var jobs sync.WaitGroup
	jobs.Go(func() { m.runRetention(ctx) })
	defer jobs.Wait()
	return m.deliver(ctx)
}

func domain(a *mail.Address) string { return a.Address[strings.LastIndexByte(a.Address, '@')+1:] }
