package mailer

import (
	"context"
	"embed"
	"net/mail"
	"strings"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
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
	Copies     *copies.Store
	Config     Config
}

// Config is the module's part of the configuration, validated by cmd/orderd/settings.
type Config struct {
	URL       string // mail.url
	From      string // the address of mail.from; the name is that of the shop's settings
	PublicURL string // http.public_url
	StaffURL  string // auth.staff_origin
	ShopURL   string // where the service's own storefront is; "" for none
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
	settings *copies.Copy[settings]
	server   smtpServer
	enqueued background.Signal // wakes the deliverer
}

func newMailer(deps Deps) *mailer {
	server, err := parseServer(deps.Config.URL)
	if err != nil {
		panic("mailer: mail.url is not valid") // the URL, and so the error, may hold a password
	}
	return &mailer{Deps: deps, settings: copySettings(deps.Copies), server: server, enqueued: background.NewSignal()}
}

// renderer renders emails as the shop is called and wants them now.
func (m *mailer) renderer() renderer {
	s := m.settings.Current()
	return renderer{
		profile: s.profile, mail: s.mail, publicURL: m.Config.PublicURL, staffURL: m.Config.StaffURL,
		shopURL: m.Config.ShopURL, secrets: m.Config.Secret,
	}
}

// sender is who the emails are from.
func (m *mailer) sender() sender {
	s := m.settings.Current()
	return sender{from: mail.Address{Name: s.mail.SenderName, Address: m.Config.From}, replyTo: s.mail.ReplyTo}
}

func (m *mailer) module() module.Module {
	return module.Module{
		Name:       "mailer",
		Problems:   httpapi.Problems{German: german},
		Migrations: migrations,
		Locale:     func() locale.Code { return locale.Code(m.settings.Current().profile.Locale) },
		Locales:    func() []string { return m.settings.Current().profile.Locales },
		Routes:     m.routes,
		Subscribe:  m.subscribe,
		Run:        m.run,
		Export:     export,
		Check:      m.check,
	}
}

// routes registers the operations.
func (m *mailer) routes(r *httpapi.Router) {
	(&api{mailer: m}).routes(r)
}

// run delivers emails and deletes old ones until ctx ends.
func (m *mailer) run(ctx context.Context) error {
	var jobs sync.WaitGroup
	jobs.Go(func() { m.runRetention(ctx) })
	defer jobs.Wait()
	if m.Copies.Await(ctx) != nil { // no email goes out without the name of the shop
		return nil
	}
	return m.deliver(ctx)
}

func domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }
