package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
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

// RequestLog configures which requests are logged, and in which form.
type RequestLog struct {
	Requests string // LogNone, LogSlow or LogAll; "" means LogNone
	// Short writes a line for people, with the path of the request. It is for dev mode: a path may
	// hold personal data.
	Short bool
	// Own is the User-Agent of the service's own calls, which have a line only when they are slow
	// or fail; "" when it makes none.
	Own string
}

// Observer is called with what becomes of requests, for metrics. Its methods must not block.
type Observer interface {
	// ObserveRequest is called with every response. route is the operation's path as in the
	// document ("/v1/users/{id}"), "" when there is none; status is 499 when the client did not
	// wait for the response; of a stream, took is how long it was open.
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

// logRequest writes the line of the request, if it is to have one. Of what the client has sent,
// only the request id and the network of its address are logged: the path and the query may name a
// person.
func (r *Router) logRequest(c *gin.Context, q *request, method, route string, took time.Duration) {
	status := c.Writer.Status()
	slow := status >= http.StatusInternalServerError || took >= slowRequest && !q.stream
	if !r.isLogged(q, status, slow) {
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
		path := c.Request.URL.EscapedPath() // a line break in it begins no line
		entry.Message = fmt.Sprintf("%s %s %d %.1f ms", method, path, status, float64(took.Microseconds())/1000)
		entry.Write(zap.String("request_id", q.id))
		return
	}
	entry.Write(
		zap.String("request_id", q.id), zap.String("method", method), zap.String("route", cmp.Or(route, "none")),
		zap.Int("status", status), zap.Duration("took", took), zap.Int("bytes", max(0, c.Writer.Size())),
		zap.Bool("stream", q.stream), zap.String("network", loggedNetwork(q.address)),
		zap.String("trace_id", tracing.TraceID(c.Request.Context())))
}

// isLogged reports whether the request has a line. Of the service's own calls, and of files that
// have not changed, only those have one that are slow or fail.
func (r *Router) isLogged(q *request, status int, slow bool) bool {
	own := q.userAgent == r.requestLog.Own && q.userAgent != ""
	unchanged := q.mounted && status == http.StatusNotModified
	switch r.requestLog.Requests {
	case LogAll:
		return slow || !own && !unchanged
	case LogSlow:
		return slow
	}
	return false
}
