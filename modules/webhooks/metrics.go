package webhooks

import (
	"context"
	"time"

	"orderd/platform/telemetry"
)

const (
	pendingGauge   = "webhooks_pending"
	oldestGauge    = "webhooks_oldest_seconds"
	endpointsGauge = "webhooks_endpoints"
)

var gauges = []telemetry.Gauge{
	{Name: pendingGauge, Help: "Deliveries that wait, those to disabled endpoints too."},
	{Name: oldestGauge,
		Help: "For how long the delivery has been due that is due the longest, of those to enabled endpoints."},
	{Name: endpointsGauge, Help: "Endpoints by status.", Labels: []string{"status"}},
}

// attemptDelivered is the outcome of an attempt that was answered with 2xx. The others are those of
// attemptError.
const attemptDelivered = "delivered"

// attemptMetrics are what is measured of attempts.
type attemptMetrics struct {
	count   func(n float64, outcome ...string)
	observe func(took time.Duration)
}

// newAttemptMetrics makes the metrics of attempts, and shows every outcome from the start. Without
// metrics they do nothing.
func newAttemptMetrics(m *telemetry.Metrics) attemptMetrics {
	if m == nil {
		return attemptMetrics{func(float64, ...string) {}, func(time.Duration) {}}
	}
	a := attemptMetrics{
		m.Counter("webhooks_attempts_total", "Attempts at deliveries, by outcome: delivered, or the error.", "outcome"),
		m.Histogram("webhooks_attempt_seconds", "Time that attempts took.", .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10),
	}
	for _, outcome := range []attemptError{attemptDelivered, errorDNS, errorConnect, errorTLS, errorTimeout,
		errorNotAllowed, errorStatus} {
		a.count(0, string(outcome))
	}
	return a
}

// record measures an attempt.
func (a attemptMetrics) record(r result) {
	outcome := attemptDelivered
	if !r.ok() {
		outcome = string(r.err)
	}
	a.count(1, outcome)
	a.observe(r.duration)
}

// readGauges reads the queue and the endpoints.
func (d *deliverer) readGauges(ctx context.Context) ([]telemetry.Reading, error) {
	db, now := d.DB.WithContext(ctx), d.Clock.Now()
	pending, err := countPending(db)
	if err != nil {
		return nil, err
	}
	late, err := longestDue(db, now)
	if err != nil {
		return nil, err
	}
	endpoints, err := allEndpoints(db)
	if err != nil {
		return nil, err
	}
	var waiting int64
	byStatus := map[endpointStatus]int{endpointActive: 0, endpointFailing: 0, endpointDisabled: 0}
	for _, e := range endpoints {
		waiting += pending[e.ID] // a deleted one may have some that are not deleted yet
		byStatus[e.status()]++
	}
	readings := []telemetry.Reading{{Gauge: pendingGauge, Value: float64(waiting)},
		{Gauge: oldestGauge, Value: late.Seconds()}}
	for status, n := range byStatus {
		readings = append(readings, telemetry.Reading{
			Gauge: endpointsGauge, Labels: []string{string(status)}, Value: float64(n),
		})
	}
	return readings, nil
}
