package telemetry

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves the ops listener: /metrics, /debug/pprof/, /healthz (the process runs) and /readyz
// (200 while ready returns nil, else 503 with its error, which only operators see).
func (m *Metrics) Handler(ready func(ctx context.Context) error) http.Handler {
	mux := http.NewServeMux()
	// When some gauges can't be read (the database is away), serve the rest instead of an error
	// page.
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry,
		promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeHealth(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { writeHealth(w, ready(r.Context())) })
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

func writeHealth(w http.ResponseWriter, err error) {
	status, body := http.StatusOK, map[string]string{"status": "ok"}
	if err != nil {
		status, body = http.StatusServiceUnavailable, map[string]string{"status": "unavailable", "reason": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}
