// Package telemetry is what operators see of the service: Prometheus metrics, profiles, health, on a listener of their own.
package telemetry

import (
	"context"
	"database/sql"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// namespace begins the name of every metric of the service.
const namespace = "orderd"

// scrapeTimeout bounds the queries of one scrape: a database that is away must not hold the metrics of the process back.
const scrapeTimeout = 2 * time.Second

// Metrics are the metrics of one running service, in a registry of their own, so that several may run in one process.
type Metrics struct {
	registry *prometheus.Registry
	requestMetrics
	eventMetrics
}

// New makes the metrics of the process, of Go, of HTTP and of events; version is a label of orderd_build_info.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), requestMetrics: newRequestMetrics(), eventMetrics: newEventMetrics()}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "1, with the version that runs.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.requestMetrics.all()...)
	m.registry.MustRegister(m.eventMetrics.all()...)
	return m
}

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
}

// WatchPool adds the connection pool's figures (go_sql_…).
func (m *Metrics) WatchPool(db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, namespace))
}

// Gauge is a value that is read when it is scraped. Name comes without the service's prefix.
type Gauge struct {
	Name, Help string
	Labels     []string
}

// Reading is one value of the gauge with this name.
type Reading struct {
	Gauge  string
	Labels []string
	Value  float64
}

// Watch adds gauges that one call of read fills at every scrape. Its error leaves these gauges out of that scrape.
func (m *Metrics) Watch(gauges []Gauge, read func(ctx context.Context) ([]Reading, error)) {
	w := watch{read: read, descs: map[string]*prometheus.Desc{}}
	for _, g := range gauges {
		w.descs[g.Name] = prometheus.NewDesc(prometheus.BuildFQName(namespace, "", g.Name), g.Help, g.Labels, nil)
	}
	m.registry.MustRegister(w)
}

type watch struct {
	descs map[string]*prometheus.Desc
	read  func(ctx context.Context) ([]Reading, error)
}

// Describe implements prometheus.Collector.
func (w watch) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range w.descs {
		descs <- d
	}
}

// Collect implements prometheus.Collector.
func (w watch) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	readings, err := w.read(ctx)
	if err != nil {
		for _, d := range w.descs {
			metrics <- prometheus.NewInvalidMetric(d, err)
		}
		return
	}
	for _, r := range readings {
		metrics <- prometheus.MustNewConstMetric(w.descs[r.Gauge], prometheus.GaugeValue, r.Value, r.Labels...)
	}
}
