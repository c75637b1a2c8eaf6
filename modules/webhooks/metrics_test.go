package webhooks

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/telemetry"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// Attempts are counted by outcome, what waits by its number and the endpoints by status.
func TestMetrics(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			metrics := telemetry.New("v1")
			s := &setup{Runner: moduletest.On(t, dialect, func(p moduletest.Deps) module.Module {
				config := Config{Secret: ring, AllowNetworks: loopback, Concurrency: 16, KeepDays: 30}
				return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Metrics: metrics, Config: config})
			})}
			s.admin, s.adminID = s.As(t, auth.RoleAdmin)
			good, bad := newReceiver(t, nil), newReceiver(t, func(received) int { return 404 })
			first := s.endpoint(t, good.URL, "*").Text("id")
			s.Publish(t, paid(id.New()))
			s.awaitDeliveries(t, first, 1, "delivered", isDelivered)
			s.admin.Do(t, "PATCH", path+"/"+first, body{"enabled": false}).Require(t, 200)
			second := s.endpoint(t, bad.URL, "*").Text("id")
			s.Publish(t, paid(id.New()))
			s.awaitDeliveries(t, second, 1, "refused", attempted(1))
			w := httptest.NewRecorder()
			metrics.Handler(func(context.Context) error { return nil }).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
			for _, line := range []string{
				`orderd_webhooks_attempts_total{outcome="delivered"} 1`, `orderd_webhooks_attempts_total{outcome="status"} 1`,
				`orderd_webhooks_attempts_total{outcome="timeout"} 0`, `orderd_webhooks_attempt_seconds_count 2`, `orderd_webhooks_pending 1`,
				`orderd_webhooks_oldest_seconds 0`, `orderd_webhooks_endpoints{status="active"} 1`,
				`orderd_webhooks_endpoints{status="disabled"} 1`, `orderd_webhooks_endpoints{status="failing"} 0`,
			} {
				if !strings.Contains(w.Body.String(), line+"\n") {
					t.Errorf("%s is not in\n%s", line, w.Body)
				}
			}
		})
	}
}

// The oldest delivery is the one that is due the longest, to an enabled endpoint.
func TestLongestDue(t *testing.T) {
	eachStep(t, func(t *testing.T, w *steps) {
		due := w.deliveries(t, w.endpointID)[0].DueAt
		requireLate := func(at time.Time, want time.Duration) {
			t.Helper()
			if late, err := longestDue(w.DB.WithContext(t.Context()), at); err != nil || late != want {
				t.Errorf("late by %v, want %v (%v)", late, want, err)
			}
		}
		requireLate(due.Add(-time.Minute), 0)
		requireLate(due.Add(time.Minute), time.Minute)
		w.admin.Do(t, "PATCH", path+"/"+w.endpointID, body{"enabled": false}).Require(t, 200)
		requireLate(due.Add(time.Minute), 0)
	})
}
