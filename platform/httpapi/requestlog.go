package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"orderd/platform/tracing"
)

// The values of RequestLog.Requests.
const (
	LogNone = "off"
	LogSlow = "slow" // requests of a second or more, and every 5xx
	LogAll  = "all"
)

// slowRequest is how long a request takes that LogSlow writes.
const slowRequest = time.Second

// RequestLog says which requests are logged, and in which form.
type RequestLog struct {
	Requests string // LogNone, LogSlow or LogAll; "" means LogNone
	// Short writes a line for people, with the path of the request. It is for dev mode: a path may hold personal data.
	Short bool
	// Own is the User-Agent of the service's own calls, which have a line only when they are slow or fail; "" when it makes none.
	Own string
}

// Observer hears what becomes of requests, for metrics. Its methods must not block.
type Observer interface {
	// ObserveRequest is called with every answer. route is the operation's path as in the document ("/v1/users/{id}"), "" when there
	// is none; status is 499 when the client did not wait for the answer; of a stream, took is how long it was open.
	ObserveRequest(method, route string, status int, took time.Duration, stream bool)
	// ObserveStream is called with 1 when a stream of the route begins, and with -1 when it ends.
	ObserveStream(route string, change int)
	// ObserveRefusal is called when a rate limit refuses a request.
	ObserveRefusal(limit string)
}

// unobserved is the Observer of an API without one.
type unobserved struct{}

func (unobserved) ObserveRequest(string, string, int, time.Duration, bool) {}
func (unobserved) ObserveStream(string, int)                               {}
func (unobserved) ObserveRefusal(string)                                   {}

// logRequest writes the line of the request, if it is to have one. No field holds what the client has sent, but for its request
// id: neither the path nor the query, which may name a person, and of the address the network alone.
func (r *Router) logRequest(c *gin.Context, q *request, method, route string, took time.Duration) {
	status := c.Writer.Status()
	slow := status >= http.StatusInternalServerError || took >= slowRequest && !q.stream
	own, unchanged := q.userAgent == r.requestLog.Own && q.userAgent != "", q.mounted && status == http.StatusNotModified
	if !slow && (own || unchanged) {
		return
	}
	switch r.requestLog.Requests {
	case LogAll:
	case LogSlow:
		if !slow {
			return
		}
	default:
		return
	}
	level := zapcore.InfoLevel
	if slow {
		level = zapcore.WarnLevel
	}
	entry := r.log.Check(level, "request")
	if entry == nil {
		return
	}
	if r.requestLog.Short {
		entry.Message = fmt.Sprintf("%s %s %d %.1f ms", method, c.Request.URL.Path, status, float64(took.Microseconds())/1000)
		entry.Write()
		return
	}
	entry.Write(zap.String("request_id", q.id), zap.String("method", method), zap.String("route", cmp.Or(route, "none")), zap.Int("status", status),
		zap.Duration("took", took), zap.Int("bytes", max(0, c.Writer.Size())), zap.Bool("stream", q.stream), zap.String("network", clientNetwork(q.address)),
		zap.String("trace_id", tracing.TraceID(c.Request.Context())))
}

// clientNetwork is the network of an address as it may be logged: a /24, or the /48 of IPv6, which name no person.
func clientNetwork(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	bits := 24
	if a.Is6() {
		bits = 48
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return ""
	}
	return p.String()
}
