package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// eventMetrics are the metrics of the event bus. They implement eventbus.Observer.
type eventMetrics struct {
	delivered *prometheus.HistogramVec
	handled   *prometheus.HistogramVec
	failures  *prometheus.CounterVec
	retries   *prometheus.CounterVec
	deaths    *prometheus.CounterVec
	waits     *prometheus.HistogramVec
	timeouts  *prometheus.CounterVec
}

// eventBuckets are the bounds of the histograms, in seconds.
var eventBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

func newEventMetrics() eventMetrics {
	m := eventMetrics{
		delivered: histogram("event_delivery_seconds",
			"Time from the publishing of an event to the commit of its handler, by consumer.", eventBuckets, "consumer"),
		handled:  histogram("event_handler_seconds", "Time that a handler took, by consumer.", eventBuckets[:12], "consumer"),
		failures: counter("event_failures_total", "Attempts at a delivery that failed, by consumer.", "consumer"),
		retries:  counter("event_retries_total", "Attempts at a delivery after the first one, by consumer.", "consumer"),
		deaths:   counter("event_deaths_total", "Deliveries that the consumer gave up on.", "consumer"),
		waits: histogram("read_your_writes_seconds", "Time that the answer of a write waited for the read models.",
			[]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .2, .25}),
		timeouts: counter("read_your_writes_timeouts_total", "Answers that did not wait for the read models to the end."),
	}
	m.waits.WithLabelValues()
	m.timeouts.WithLabelValues()
	return m
}

func (m eventMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.delivered, m.handled, m.failures, m.retries, m.deaths, m.waits, m.timeouts}
}

// ObserveDelivery counts a handled delivery. lag is the time since its event was published.
func (m eventMetrics) ObserveDelivery(consumer string, lag time.Duration) {
	m.delivered.WithLabelValues(consumer).Observe(lag.Seconds())
}

// ObserveHandler counts an attempt at a delivery; attempt is 1 for the first.
func (m eventMetrics) ObserveHandler(consumer string, took time.Duration, attempt int, failed bool) {
	m.handled.WithLabelValues(consumer).Observe(took.Seconds())
	if attempt > 1 {
		m.retries.WithLabelValues(consumer).Inc()
	}
	if failed {
		m.failures.WithLabelValues(consumer).Inc()
	}
}

// ObserveDeath counts a delivery that failed for the last time.
func (m eventMetrics) ObserveDeath(consumer string) { m.deaths.WithLabelValues(consumer).Inc() }

// ObserveWait counts an answer that waited for the read models.
func (m eventMetrics) ObserveWait(took time.Duration, timedOut bool) {
	m.waits.WithLabelValues().Observe(took.Seconds())
	if timedOut {
		m.timeouts.WithLabelValues().Inc()
	}
}

// InitConsumers makes the metrics of the consumers appear before their first delivery, so that a
// rate over them is right from the start.
func (m eventMetrics) InitConsumers(consumers ...string) {
	for _, c := range consumers {
		m.delivered.WithLabelValues(c)
		m.handled.WithLabelValues(c)
		m.failures.WithLabelValues(c)
		m.retries.WithLabelValues(c)
		m.deaths.WithLabelValues(c)
	}
}
