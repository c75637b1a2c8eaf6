// Package telemetry shows operators how the service runs: Prometheus metrics, profiles and health,
// on a listener of their own. It owns the names of the metrics of HTTP, events and the process;
// other packages add gauges by Watch, and what they count and measure by Counter and Histogram.
// Enter by New and Metrics.Handler.
package telemetry

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// namespace begins the name of every metric of the service.
const namespace = "orderd"

// scrapeTimeout limits the queries of one scrape: the metrics of the process must not wait for a
// database that is away.
const scrapeTimeout = 2 * time.Second

// Metrics are the metrics of one running service. They have a registry of their own, so that
// several services may run in one process.
type Metrics struct {
	registry *prometheus.Registry
	requestMetrics
	eventMetrics
}

// New makes the metrics of the process, of Go, of HTTP and of events. version is a label of
// orderd_build_info.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), requestMetrics: newRequestMetrics(), eventMetrics: newEventMetrics()}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "1, with the version that runs.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.requestMetrics.collectors()...)
	m.registry.MustRegister(m.eventMetrics.collectors()...)
	return m
}

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help,
		Buckets: buckets}, labels)
}

// WatchPool adds the metrics of a connection pool (go_sql_…). Their label db_name is "orderd" for
// the pool of the primary, and name for another one.
func (m *Metrics) WatchPool(db *sql.DB, name string) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, cmp.Or(name, namespace)))
}

// Gauge is a value that is read at each scrape. Name is without the service's prefix.
type Gauge struct {
	Name, Help string
	Labels     []string
}

// Reading is one value of the gauge of this name.
type Reading struct {
	Gauge  string
	Labels []string
	Value  float64
}

// Watch adds gauges. At every scrape it calls read once for the values of all of them. When read
// returns an error, that scrape lacks these gauges.
func (m *Metrics) Watch(gauges []Gauge, read func(ctx context.Context) ([]Reading, error)) {
	c := gaugeCollector{read: read, descs: map[string]*prometheus.Desc{}}
	for _, g := range gauges {
		c.descs[g.Name] = prometheus.NewDesc(prometheus.BuildFQName(namespace, "", g.Name), g.Help, g.Labels, nil)
	}
	m.registry.MustRegister(c)
}

// Counter adds a counter. Its name is without the service's prefix. count adds to the counter of
// the values of the labels; with 0 it shows the counter before anything was counted.
func (m *Metrics) Counter(name, help string, labels ...string) (count func(n float64, values ...string)) {
	c := counter(name, help, labels...)
	m.registry.MustRegister(c)
	return func(n float64, values ...string) { c.WithLabelValues(values...).Add(n) }
}

// Histogram adds a histogram of durations with these bounds, in seconds. Its name is without the
// service's prefix.
func (m *Metrics) Histogram(name, help string, bounds ...float64) (observe func(took time.Duration)) {
	h := histogram(name, help, bounds)
	m.registry.MustRegister(h)
	all := h.WithLabelValues()
	return func(took time.Duration) { all.Observe(took.Seconds()) }
}

// gaugeCollector is the prometheus.Collector of the gauges of one Watch.
type gaugeCollector struct {
	descs map[string]*prometheus.Desc
	read  func(ctx context.Context) ([]Reading, error)
}

// Describe implements prometheus.Collector.
func (c gaugeCollector) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		descs <- d
	}
}

// Collect implements prometheus.Collector.
func (c gaugeCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	readings, err := c.read(ctx)
	if err != nil {
		for _, d := range c.descs {
			metrics <- prometheus.NewInvalidMetric(d, err)
		}
		return
	}
	for _, r := range readings {
		metrics <- prometheus.MustNewConstMetric(c.descs[r.Gauge], prometheus.GaugeValue, r.Value, r.Labels...)
	}
}
