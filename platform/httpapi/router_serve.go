package httpapi

import (
	"context"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// Handler is the whole API. HEAD is answered as GET; net/http leaves the body out.
func (r *Router) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		q := r.newRequest(req)
		r.forwarded.note(r, req)
		ctx := context.WithValue(req.Context(), requestKey{}, q)
		ctx, q.span = r.tracer.StartWithParent(ctx, tracing.Server, "request", req.Header.Get("Traceparent"))
		req = req.WithContext(ctx)
		if req.Method == http.MethodHead {
			q.head, req.Method = true, http.MethodGet
		}
		r.engine.ServeHTTP(w, req)
	})
}

func (r *Router) newRequest(req *http.Request) *request {
	q := &request{
		router:      r,
		id:          requestID(req),
		address:     r.proxies.clientAddress(req),
		userAgent:   userAgentOf(req),
		languages:   req.Header.Get("Accept-Language"),
		ifNoneMatch: strings.Join(req.Header.Values("If-None-Match"), ","),
		encodings:   strings.Join(req.Header.Values("Accept-Encoding"), ","),
		bearer:      req.Header.Get("Authorization") != "",
	}
	if q.id == "" {
		q.id = id.New()
	}
	return q
}

// begin runs around every request, whether or not its path is known.
func (r *Router) begin(c *gin.Context) {
	q := requestFrom(c)
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

// end reports the request to the trace, the metrics and the log.
func (r *Router) end(c *gin.Context, q *request, start time.Time) {
	method, route, took := c.Request.Method, documentPath(c.FullPath()), clock.System().Now().Sub(start)
	q.endSpan(method, route, c.Writer.Status())
	r.observer.ObserveRequest(method, route, c.Writer.Status(), took, q.stream)
	r.logRequest(c, q, method, route, took)
}

// recover turns a panic into a 500. A response that has begun is cut off, so that the client does
// not take it for whole.
func (r *Router) recover(c *gin.Context) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http compares the same way
		panic(v)
	}
	f := r.internal(c.Request.Context(), zap.Any("panic", v), zap.ByteString("stack", debug.Stack()))
	if c.Writer.Written() {
		panic(http.ErrAbortHandler)
	}
	c.Abort()
	r.send(c, f)
}

func (r *Router) methodNotAllowed(c *gin.Context) {
	h := c.Writer.Header()
	if allow := h.Get("Allow"); strings.Contains(allow, http.MethodGet) {
		h.Set("Allow", allow+", "+http.MethodHead)
	}
	r.fail(c, fault.New(fault.MethodNotAllowed, "This path does not take this method."))
}

// documentPath is gin's path in the form of the document: /v1/users/{id}.
func documentPath(path string) string {
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
