package app

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"sync/atomic"

	"go.uber.org/zap"

	"orderd/cmd/orderd/settings"
	"orderd/modules/storefront"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/log"
	"orderd/platform/telemetry"
)

func storefrontCommand() command {
	var api, addr string
	return command{
		name: "storefront", noService: true,
		summary: "run the shop's pages alone, over the /v1 of a service elsewhere, until SIGTERM or Ctrl-C",
		detail: `It needs no database. Of the configuration it reads storefront.api and storefront.key,
http.addr, http.public_url (of the shop), http.trusted_proxies, auth.secret (its own, not that of
the service: it seals visitors' cookies, and all replicas have the same; without one it makes one in
data_dir), log.*, and ops.addr when that is set. It is ready when the service has answered once;
when that is away it answers its pages with a 503.`,
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&api, "api", "", "the service's `URL` (the key storefront.api)")
			fs.StringVar(&addr, "listen", "", "`HOST:PORT` to listen on (the key http.addr)")
		},
		environ: func() (environ []string) {
			if api != "" {
				environ = append(environ, "ORDERD_STOREFRONT_API="+api)
			}
			if addr != "" {
				environ = append(environ, "ORDERD_HTTP_ADDR="+addr)
			}
			return environ
		},
		run: func(ctx context.Context, c call) error {
			if c.config.Storefront.API == "" {
				return usageError("storefront: --api is missing")
			}
			l, err := log.New(c.Err, c.config.Log.Level, c.config.LogFormat())
			if err != nil {
				return err
			}
			for _, warning := range c.config.StorefrontWarnings() {
				l.Warn(warning)
			}
			s, err := startStorefront(c.config, l)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "orderd %s shows the shop at http://%s (public: %s), over %s\n", version(), s.public.Addr(),
				c.config.HTTP.PublicURL, c.config.Storefront.API)
			var failure error
			select {
			case <-ctx.Done():
				l.Info("stopping")
			case failure = <-s.failed:
			}
			stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
			defer cancel()
			return errors.Join(failure, s.stop(stop))
		},
	}
}

// storefrontServer is the shop's pages as a process of their own.
type storefrontServer struct {
	transport   *networkTransport
	pages       http.Handler
	hosts       httpapi.Hosts
	https       bool
	metrics     *telemetry.Metrics
	public, ops *listener
	answered    atomic.Bool // the service has answered once
	draining    atomic.Bool
	failed      chan error
}

// startStorefront makes the pages and serves them.
func startStorefront(c settings.Config, l *zap.Logger) (*storefrontServer, error) {
	ring, err := openRing(c)
	if err != nil {
		return nil, err
	}
	address, err := httpapi.ClientAddress(c.HTTP.TrustedProxies)
	if err != nil {
		return nil, err
	}
	s := &storefrontServer{
		transport: newNetworkTransport(c.Storefront.APIURL(), c.Storefront.Key.Reveal(), l.Named("storefront")),
		hosts:     publicHosts(c), https: c.IsHTTPS(), metrics: telemetry.New(version()), failed: make(chan error, 1),
	}
	deps := storefront.Deps{
		API: s.transport, APIURL: c.Storefront.API, Address: address, Log: l.Named("storefront"), PublicURL: c.HTTP.PublicURL,
		Secret: ring, StaffOrigin: c.Auth.StaffOrigin, Dev: c.Dev,
		Admin: cmp.Or(c.Auth.StaffOrigin, c.Storefront.API) + "/admin",
	}
	if s.pages, err = newPages(c, deps); err != nil {
		return nil, err
	}
	fail := func(err error) {
		select {
		case s.failed <- err:
		default:
		}
	}
	if c.IsSet("ops.addr") {
		ops := opsServer(requireHost(opsHosts(c), s.metrics.Handler(s.ready)), s.metrics.WatchConnections("ops"))
		if s.ops, err = listen(c.Ops.Addr, ops, fail); err != nil {
			return nil, explainListenError("ops.addr", "ORDERD_OPS_ADDR", err)
		}
	}
	if s.public, err = listen(c.HTTP.Addr, publicServer(s, l, s.metrics.WatchConnections("public")), fail); err != nil {
		err = explainListenError("http.addr", "ORDERD_HTTP_ADDR", err)
		return nil, errors.Join(err, s.ops.shutdown(context.Background()))
	}
	return s, nil
}

// ready is nil when visitors may come: the service has answered once. When it is away later, its
// visitors get a page that says so here, and none from a load balancer.
func (s *storefrontServer) ready(ctx context.Context) error {
	if s.draining.Load() {
		return errors.New("it is stopping")
	}
	if s.answered.Load() {
		return nil
	}
	status, err := askShop(ctx, s.transport.next, s.transport.api, s.transport.key)
	switch {
	case err != nil:
		return err
	case status != http.StatusOK:
		return fmt.Errorf("the service answers %d", status)
	}
	s.answered.Store(true)
	return nil
}

// ServeHTTP answers for health, and with pages.
func (s *storefrontServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if s.https {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	if s.draining.Load() {
		h.Set("Connection", "close")
	}
	switch {
	case !s.hosts.Allow(r.Host):
		http.Error(w, "this shop does not answer to that host", http.StatusMisdirectedRequest)
	case r.URL.Path == "/healthz":
		writeHealth(w, nil)
	case r.URL.Path == "/readyz":
		writeHealth(w, s.ready(r.Context()))
	default:
		s.servePage(w, r)
	}
}

func writeHealth(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil { // why is for operators: the log and ops.addr say it
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"status":"unavailable"}`))
		return
	}
	_, _ = w.Write([]byte(`{"status":"ok"}`))
}

// servePage answers with a page and counts it. HEAD is answered as GET; net/http leaves the body
// out.
func (s *storefrontServer) servePage(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		r = r.Clone(r.Context())
		r.Method = http.MethodGet
	}
	begun, answer := clock.System().Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
	s.pages.ServeHTTP(answer, r)
	route := "pages"
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		route = "" // the client chooses the method: no label of its own for each
	}
	s.metrics.ObserveRequest(r.Method, route, answer.status, clock.System().Now().Sub(begun), false)
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader remembers the status.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// stop stops in order: not ready, no new connections, the pages under way finished.
func (s *storefrontServer) stop(ctx context.Context) error {
	s.draining.Store(true)
	sleep(ctx, drainDelay)
	requests, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	err := errors.Join(s.public.shutdown(requests), s.ops.shutdown(ctx))
	if idle, ok := s.transport.next.(interface{ CloseIdleConnections() }); ok {
		idle.CloseIdleConnections()
	}
	return err
}
