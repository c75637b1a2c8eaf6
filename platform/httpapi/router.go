package httpapi

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/locale"
	"orderd/platform/ratelimit"
	"orderd/platform/secret"
	"orderd/platform/tracing"
)

// Router takes the operations of the modules.
type Router struct {
	db        *gorm.DB
	authority *auth.Authority
	clock     clock.Clock
	log       *zap.Logger
	ready     func(ctx context.Context) error
	locale    func() locale.Code // the shop's; nil: English
	locales   func() []string    // that the shop speaks; nil: the service's
	secret    secret.Keyring
	https     bool

	// what is observed of requests
	observer   Observer
	requestLog RequestLog
	refusals   refusalLog
	tracer     *tracing.Tracer

	// who may call
	hosts           Hosts
	proxies         proxies
	forwarded       forwardedWarning
	origins         map[string]bool
	cookieOrigins   map[string]bool // those of them whose pages may use cookies
	loopbackOrigins bool            // they are allowed, too
	corsHeaders     []string
	corsExposed     []string
	guestHeaders    []string // of all guest tokens
	// corsCookieHeaders is what pages of the cookieOrigins may send.
	corsCookieHeaders []string
	cookieHeaders     []string   // of AllowCookieHeader
	guestToken        GuestToken // zero when no module has registered one
	limits            *ratelimit.Limiter

	// the idempotency store
	inFlight keySet
	usage    storeUsage
	quotas   storeQuotas // the default, but for tests

	sharedCache    sharedCache
	answerTime     time.Duration // the constant, but for tests
	readYourWrites time.Duration

	engine     *gin.Engine
	site       http.Handler // nil without MountSite
	api        huma.API
	operations []*operation // in the order in which they were registered
	// registering is the module that RegisterModule is at.
	registering registration
	rules       *ruleCompiler

	// the document and its pages
	title    string
	registry *registry
	tags     tagSet
	examples map[string]Example
	problems *problemRegistry
	// answering are the operations that may answer with a code, for the pages about errors.
	answering map[fault.Code][]*huma.Operation
	document  func() document
	// storeDocument is the part of the document that storefronts need.
	storeDocument func() document

	draining context.Context
	drain    context.CancelFunc
}

// New makes the engine with everything that is not a module's: conventions, health, documents. Its
// error names everything that is wrong with the options.
func New(o Options) (*Router, error) {
	o = o.withDefaults()
	proxies, badProxy := parseProxies(o.TrustedProxies)
	origins, badOrigin := parseOrigins(o.CORSOrigins)
	cookieOrigins, badCookieOrigin := parseOrigins(o.CookieOrigins)
	limits, badRate := ratelimit.New(o.DB, o.Clock, o.Limits)
	public, badURL := url.Parse(o.PublicURL)
	if err := errors.Join(badProxy, badOrigin, badCookieOrigin, badRate, badURL); err != nil {
		return nil, err
	}
	maps.Copy(origins, cookieOrigins)
	r := &Router{
		db: o.DB, authority: o.Authority, clock: o.Clock, log: o.Log, ready: o.Ready, locale: o.Locale,
		locales: o.Locales, secret: o.Secret,
		https: public.Scheme == "https", observer: o.Observer, requestLog: o.RequestLog, tracer: o.Tracer,
		hosts: o.Hosts, proxies: proxies, origins: origins, cookieOrigins: cookieOrigins, loopbackOrigins: o.LoopbackOrigins,
		limits: limits, sharedCache: newSharedCache(o.SharedCache),
		quotas: defaultQuotas, answerTime: answerTime, readYourWrites: o.ReadYourWrites,
		title: o.Title, registry: newRegistry(), tags: tagSet{described: o.Tags, forAdmins: map[string]bool{}},
		examples: o.Examples, problems: newProblemRegistry(o.PublicURL), answering: map[fault.Code][]*huma.Operation{},
	}
	r.rules = &ruleCompiler{
		registry: r.registry, known: map[string]*rule{}, scopes: r.scopesNamed, spoken: r.spoken, problems: r.problems,
	}
	r.listCORSHeaders()
	r.draining, r.drain = context.WithCancel(context.Background())
	r.document = sync.OnceValue(r.writeDocument)
	r.storeDocument = sync.OnceValue(r.writeStoreDocument)
	if err := r.newEngine(); err != nil {
		return nil, err
	}
	r.api = humagin.New(r.engine, newConfig(o, r.registry))
	r.mountHealth()
	r.mountDocuments(o.JWKS)
	r.mountDocsFiles()
	r.mountErrorPages()
	r.mountReference()
	eventbus.OnEraseSubject(o.DB, eraseStoredResponses)
	return r, nil
}

func (r *Router) newEngine() error {
	r.engine = gin.New()
	r.engine.HandleMethodNotAllowed = true
	r.engine.RedirectTrailingSlash = false
	r.engine.RedirectFixedPath = false
	if err := r.engine.SetTrustedProxies(nil); err != nil { // clientAddress finds out
		return fmt.Errorf("httpapi: %w", err)
	}
	r.engine.Use(r.begin)
	r.engine.NoRoute(r.noRoute)
	r.engine.NoMethod(r.methodNotAllowed)
	return nil
}

func (r *Router) noRoute(c *gin.Context) {
	r.fail(c, fault.New(fault.NotFound, "There is nothing at this path."))
}

// Mount registers a handler outside the contract (the dev mailbox): it has no audience and is not
// in the document.
func (r *Router) Mount(method, path string, h http.Handler) {
	r.engine.Handle(method, path, func(c *gin.Context) {
		requestFrom(c).mounted = true
		h.ServeHTTP(c.Writer, c.Request)
	})
}

// MountMissing answers 404 to a method at the path of an operation with another one, for what can
// only be read. It is not in the document.
func (r *Router) MountMissing(method, path string) {
	r.engine.Handle(method, path, func(c *gin.Context) {
		requestFrom(c).mounted = true
		r.fail(c, fault.New(fault.NotFound, "There is nothing at this path."))
	})
}

// Drain begins the shutdown: /readyz answers 503, and streams are ended. Requests are still
// answered.
func (r *Router) Drain() { r.drain() }
