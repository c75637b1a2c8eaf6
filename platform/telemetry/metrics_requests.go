package telemetry

import (
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// requestMetrics are the metrics of HTTP. They implement httpapi.Observer.
type requestMetrics struct {
	requests    *prometheus.CounterVec
	duration    *prometheus.HistogramVec
	streams     *prometheus.GaugeVec
	refusals    *prometheus.CounterVec
	connections *prometheus.GaugeVec
}

func newRequestMetrics() requestMetrics {
	return requestMetrics{
		requests: counter("http_requests_total", "Requests answered, by method, route and status.", "method", "route",
			"status"),
		duration: histogram("http_request_duration_seconds",
			"Time to answer a request, by method and route. Streams are left out.",
			[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}, "method", "route"),
		streams:     gauge("http_streams", "Streams that are open, by route.", "route"),
		refusals:    counter("http_refusals_total", "Requests that a rate limit has refused, by limit.", "limit"),
		connections: gauge("http_connections", "Connections that are open, by listener (public, ops).", "listener"),
	}
}

func (m requestMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.requests, m.duration, m.streams, m.refusals, m.connections}
}

// ObserveRequest counts an answered request. route is the template ("/v1/things/{id}"), never the
// path, because a label with ids in it would grow without bound. It is "" for a path without a
// route. The duration of a stream is not counted: the client decides how long it lasts.
func (m requestMetrics) ObserveRequest(method, route string, status int, took time.Duration, stream bool) {
	if route == "" {
		method, route = "", "none" // the client chooses the method too
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	if !stream {
		m.duration.WithLabelValues(method, route).Observe(took.Seconds())
	}
}

// ObserveStream counts the open streams of a route: change is 1 when one begins and -1 when it
// ends.
func (m requestMetrics) ObserveStream(route string, change int) {
	m.streams.WithLabelValues(route).Add(float64(change))
}

// ObserveRefusal counts a request that the rate limit of this name has refused.
func (m requestMetrics) ObserveRefusal(limit string) { m.refusals.WithLabelValues(limit).Inc() }

// InitLimits makes the metrics of the limits appear before the first refusal, so that a rate over
// them is right from the start.
func (m requestMetrics) InitLimits(limits ...string) {
	for _, l := range limits {
		m.refusals.WithLabelValues(l)
	}
}

// WatchConnections returns the ConnState hook of an http.Server. It counts the listener's open
// connections.
func (m requestMetrics) WatchConnections(listener string) func(net.Conn, http.ConnState) {
	open := m.connections.WithLabelValues(listener)
	var known sync.Map // the hook runs concurrently; a connection ends as closed or as hijacked
	return func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			known.Store(c, nil)
			open.Inc()
		case http.StateClosed, http.StateHijacked:
			if _, counted := known.LoadAndDelete(c); counted {
				open.Dec()
			}
		}
	}
}
