package httpapi

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/secret"
	"orderd/platform/tracing"
)

// Options of an API.
type Options struct {
	DB        *gorm.DB
	Authority *auth.Authority
	Clock     clock.Clock
	Log       *zap.Logger
	// Secret keys NetworkDigest; an empty one means a random one of this router's.
	Secret         secret.Keyring
	PublicURL      string
	TrustedProxies []string
	CORSOrigins    []string
	// LoopbackOrigins allows the pages that this machine serves, too: for dev mode.
	LoopbackOrigins bool
	// Hosts are the names that the service answers to; a request for another host gets a 421. nil: every name.
	Hosts   Hosts
	Limits  Limits
	Version string // of the interface, in the document; "" means "1.0"
	// Headings are the tags of operations (Op.Tag) in the order in which they are read.
	Headings []Heading
	// Examples are exchanges for the document, by operation (Op.ID).
	Examples map[string]Example
	// Ready is asked by /readyz; nil means ready.
	Ready func(ctx context.Context) error
	// JWKS is the answer of /.well-known/jwks.json; nil means no such path.
	JWKS func() []byte
	// Observer hears of every answer; nil means nobody.
	Observer   Observer
	RequestLog RequestLog
	// Tracer begins the trace of a request, or goes on with the client's; nil makes none.
	Tracer *tracing.Tracer
	// ReadYourWrites is how long the answer of a write waits at most for the read models; 0 means the promised 250 ms. Tests, which
	// look at once, set more: a busy machine may take longer.
	ReadYourWrites time.Duration
}

// Router takes the operations of the modules.
type Router struct {
	db        *gorm.DB
	authority *auth.Authority
	clock     clock.Clock
	log       *zap.Logger
	ready     func(ctx context.Context) error
	observer  Observer
	https     bool

	requestLog RequestLog
	tracer     *tracing.Tracer
	proxies    proxies
	origins    map[string]bool

	loopbackOrigins bool // they are allowed, too

	hosts     Hosts
	forwarded forwardedWarning
	limits    *limiter
	inFlight  keySet
	stored    answerTally
	// answerTime and quotas are the constants, but for tests.
	answerTime     time.Duration
	quotas         answerQuotas
	readYourWrites time.Duration
	secret         secret.Keyring

	engine   *gin.Engine
	api      huma.API
	registry *registry
	rules    *compiler
	// problemTypes, answering (the operations that answer a code) and problemTexts are what the pages about errors say.
	problemTypes problemTypes
	answering    map[string][]*huma.Operation
	problemTexts map[string]string
	document     func() document
	// headings are the tags that operations use, true when they are for admins alone; order is that of
	// their first use, and described those of the options.
	headings map[string]bool
	// operations are in the order in which they were registered.
	operations []*operation
	order      []string
	described  []Heading
	examples   map[string]Example

	draining context.Context
	drain    context.CancelFunc
}

// New makes the engine with everything that is not a module's: conventions, health, documents.
// All faults of the options come back as one error.
func New(o Options) (*Router, error) {
	proxies, badProxy := parseProxies(o.TrustedProxies)
	origins, badOrigin := parseOrigins(o.CORSOrigins)
	limits, badRate := newLimiter(o.Limits)
	public, badURL := url.Parse(o.PublicURL)
	if err := errors.Join(badProxy, badOrigin, badRate, badURL); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	if o.Secret.Empty() {
		o.Secret = secret.New(rand.Text())
	}
	r := &Router{
		secret: o.Secret,
		db:     o.DB, authority: o.Authority, clock: o.Clock, log: o.Log, ready: o.Ready, observer: o.Observer, requestLog: o.RequestLog, tracer: o.Tracer,
		https: public.Scheme == "https", proxies: proxies, origins: origins, loopbackOrigins: o.LoopbackOrigins, hosts: o.Hosts, limits: limits,
		problemTypes: newProblemTypes(o.PublicURL), answering: map[string][]*huma.Operation{}, problemTexts: map[string]string{},
		registry: newRegistry(), headings: map[string]bool{}, described: o.Headings, examples: o.Examples,
		answerTime: answerTime, quotas: defaultQuotas, readYourWrites: cmp.Or(o.ReadYourWrites, readYourWrites),
	}
	r.rules = &compiler{registry: r.registry, known: map[string]*rule{}}
	r.draining, r.drain = context.WithCancel(context.Background())
	r.document = sync.OnceValue(r.writeDocument)

	r.engine = gin.New()
	r.engine.HandleMethodNotAllowed = true
	r.engine.RedirectTrailingSlash = false
	r.engine.RedirectFixedPath = false
	if err := r.engine.SetTrustedProxies(nil); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	r.engine.Use(r.begin)
	r.engine.NoRoute(func(c *gin.Context) { r.fail(c, fault.New(fault.NotFound, "There is nothing at this path.")) })
	r.engine.NoMethod(r.wrongMethod)

	r.api = humagin.New(r.engine, newConfig(o, r.registry))
	r.mountHealth()
	r.mountDocuments(o.JWKS)
	r.mountFrame()
	r.mountErrorPages()
	r.mountReference()
	return r, nil
}

// Handler is the whole API. HEAD is answered as GET; net/http leaves the body out.
func (r *Router) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		q := &request{router: r, id: requestID(req), address: r.proxies.client(req), userAgent: userAgentOf(req), languages: req.Header.Get("Accept-Language"),
			ifNoneMatch: strings.Join(req.Header.Values("If-None-Match"), ","), encodings: strings.Join(req.Header.Values("Accept-Encoding"), ","), bearer: req.Header.Get("Authorization") != ""}
		if q.id == "" {
			q.id = id.New()
		}
		r.forwarded.note(r, req)
		head := req.Method == http.MethodHead
		ctx := context.WithValue(req.Context(), requestKey{}, q)
		ctx, q.span = r.tracer.StartWithParent(ctx, tracing.Server, "request", req.Header.Get("Traceparent"))
		req = req.WithContext(ctx)
		if head {
			q.head, req.Method = true, http.MethodGet
		}
		r.engine.ServeHTTP(w, req)
	})
}

// Mount registers a handler outside the contract (the dev mailbox): no audience, not in the document.
func (r *Router) Mount(method, path string, h http.Handler) {
	r.engine.Handle(method, path, func(c *gin.Context) {
		of(c).mounted = true
		h.ServeHTTP(c.Writer, c.Request)
	})
}

// Drain begins the end: /readyz says no, and streams are ended. Requests are still answered.
func (r *Router) Drain() { r.drain() }

// begin stands around every request, known path or not.
func (r *Router) begin(c *gin.Context) {
	q := of(c)
	start := clock.System().Now()
	q.header = c.Writer.Header()
	r.writeHeaders(q.header, q)
	defer r.end(c, q, start)
	defer r.recover(c)
	if !r.hosts.Allow(c.Request.Host) {
		r.fail(c, fault.New(fault.Misdirected, "This service does not answer to that host."))
		c.Abort()
		return
	}
	if r.crossOrigin(q.header, c.Request) {
		write(c, http.StatusNoContent, "", nil)
		c.Abort()
		return
	}
	c.Next()
}

// end reports the request to the metrics and to the log.
func (r *Router) end(c *gin.Context, q *request, start time.Time) {
	method, route, took := c.Request.Method, template(c.FullPath()), clock.System().Now().Sub(start)
	q.endSpan(method, route, c.Writer.Status())
	r.observer.ObserveRequest(method, route, c.Writer.Status(), took, q.stream)
	r.logRequest(c, q, method, route, took)
}

// recover turns a panic into a 500. An answer that has begun is cut off, so that nobody takes it for whole.
func (r *Router) recover(c *gin.Context) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // v is any, and net/http compares the same way
		panic(v)
	}
	f := r.internal(c.Request.Context(), zap.Any("panic", v), zap.ByteString("stack", debug.Stack()))
	if c.Writer.Written() {
		panic(http.ErrAbortHandler)
	}
	c.Abort()
	r.send(c, f)
}

func (r *Router) wrongMethod(c *gin.Context) {
	h := c.Writer.Header()
	if allow := h.Get("Allow"); strings.Contains(allow, http.MethodGet) {
		h.Set("Allow", allow+", "+http.MethodHead)
	}
	r.fail(c, fault.New(fault.MethodNotAllowed, "This path does not take this method."))
}

// template is gin's path in the form of the document: /v1/users/{id}.
func template(path string) string {
	if !strings.Contains(path, ":") {
		return path
	}
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}
