package telemetry

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body)
}

func requireLines(t *testing.T, body string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("%q is not in\n%s", line, body)
		}
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m := New("v1")
	var away error
	m.Watch([]Gauge{{"queue_length", "Letters.", []string{"status"}}, {"queue_age_seconds", "Age.", nil}},
		func(context.Context) ([]Reading, error) {
			return []Reading{{"queue_length", []string{"queued"}, 3}, {"queue_age_seconds", nil, 1.5}}, away
		})
	ops := m.Handler(func(context.Context) error { return nil })
	m.ObserveRequest("GET", "/v1/users/{id}", 200, 3*time.Millisecond, false)
	m.ObserveRequest("GET", "/v1/users/{id}", 200, 30*time.Millisecond, false)
	m.ObserveRequest("MADEUP", "", 404, time.Millisecond, false)
	m.ObserveRequest("GET", "/v1/stream", 200, time.Hour, true)
	m.ObserveStream("/v1/stream", 1)
	m.ObserveStream("/v1/stream", 1)
	m.ObserveStream("/v1/stream", -1)
	m.InitLimits("login", "checkout")
	m.ObserveRefusal("login")
	m.ObserveDelivery("mailer.orders", 3*time.Millisecond)
	m.InitConsumers("mailer.orders", "loyalty.orders")
	m.ObserveHandler("mailer.orders", 2*time.Millisecond, 1, true)
	m.ObserveHandler("mailer.orders", 2*time.Millisecond, 2, false)
	m.ObserveDeath("mailer.orders")
	m.ObserveWait(30*time.Millisecond, false)
	m.ObserveWait(250*time.Millisecond, true)

	_, body := get(t, ops, "/metrics")
	requireLines(t, body,
		`orderd_http_requests_total{method="GET",route="/v1/users/{id}",status="200"} 2`,
		`orderd_http_requests_total{method="",route="none",status="404"} 1`,
		`orderd_http_request_duration_seconds_bucket{method="GET",route="/v1/users/{id}",le="0.005"} 1`,
		`orderd_event_delivery_seconds_bucket{consumer="mailer.orders",le="0.005"} 1`,
		`orderd_http_requests_total{method="GET",route="/v1/stream",status="200"} 1`,
		`orderd_http_streams{route="/v1/stream"} 1`,
		`orderd_http_refusals_total{limit="login"} 1`,
		`orderd_http_refusals_total{limit="checkout"} 0`,
		`orderd_event_handler_seconds_count{consumer="mailer.orders"} 2`,
		`orderd_event_handler_seconds_count{consumer="loyalty.orders"} 0`,
		`orderd_event_failures_total{consumer="mailer.orders"} 1`,
		`orderd_event_retries_total{consumer="mailer.orders"} 1`,
		`orderd_event_deaths_total{consumer="mailer.orders"} 1`,
		`orderd_read_your_writes_seconds_count 2`,
		`orderd_read_your_writes_timeouts_total 1`,
		`orderd_queue_length{status="queued"} 3`,
		`orderd_queue_age_seconds 1.5`,
		`orderd_build_info{version="v1"} 1`)
	if strings.Contains(body, `duration_seconds_count{method="GET",route="/v1/stream"}`) {
		t.Error("a stream of an hour counts as a slow answer")
	}
	if !strings.Contains(body, "go_goroutines ") || !strings.Contains(body, "process_resident_memory_bytes ") {
		t.Error("the process is not measured")
	}

	away = errors.New("the database is away")
	status, body := get(t, ops, "/metrics")
	if status != 200 || strings.Contains(body, "queue_length") || !strings.Contains(body, "go_goroutines ") {
		t.Errorf("what can't be read is left out, the rest stays: %d\n%s", status, body)
	}
}

// What modules count and measure is shown, a counter also before it counts.
func TestCountersAndHistograms(t *testing.T) {
	t.Parallel()
	m := New("v1")
	count := m.Counter("sent_total", "Sent.", "outcome")
	count(0, "lost")
	count(2, "delivered")
	m.Histogram("sending_seconds", "Time.", .1, 1)(500 * time.Millisecond)
	_, body := get(t, m.Handler(func(context.Context) error { return nil }), "/metrics")
	requireLines(t, body, `orderd_sent_total{outcome="lost"} 0`, `orderd_sent_total{outcome="delivered"} 2`,
		`orderd_sending_seconds_bucket{le="0.1"} 0`, `orderd_sending_seconds_bucket{le="1"} 1`)
}

func TestOps(t *testing.T) {
	t.Parallel()
	var fault error
	ops := New("v1").Handler(func(context.Context) error { return fault })
	for _, path := range []string{"/healthz", "/readyz", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/goroutine?debug=1"} {
		if status, body := get(t, ops, path); status != 200 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	fault = errors.New("the schema is old")
	if status, body := get(t, ops, "/readyz"); status != 503 || !strings.Contains(body, "the schema is old") {
		t.Errorf("readyz: %d %s", status, body)
	}
	if status, _ := get(t, ops, "/healthz"); status != 200 {
		t.Errorf("healthz: %d: a process that lives is not restarted for its database", status)
	}
}
