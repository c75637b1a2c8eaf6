package http

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/port"
)

// BenchmarkWebhooks measures what endpoints cost and what they get.
func BenchmarkWebhooks(b *testing.B) {
	mails := mailserver.Start(b, mailserver.Options{})
	s := openShop(b, "ORDERD_MAIL_URL="+mails.URL(), "ORDERD_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8")
	c := s.newCrowd(b, customers)
	method := c.standardMethod(b)
	h := startHook(b)
	live := s.newEndpoint(b, h.URL, "*")
	b.Run("latency", func(b *testing.B) { s.measureLatency(b, h) })
	dead := s.newEndpoint(b, "http://"+port.Refusing(b), "*")
	checkouts := &endpointCost{shop: s, crowd: c, method: method, endpoints: []string{live, dead}}
	b.Run("checkout", checkouts.measure)
	s.enable(b, "")
	b.Run("throughput", func(b *testing.B) { s.measureThroughput(b, c, h, live) })
	b.Run("feed", func(b *testing.B) { s.measureFeed(b, c) })
}

// newEndpoint registers an endpoint and returns its path.
func (s *shop) newEndpoint(b testing.TB, url string, patterns ...string) string {
	b.Helper()
	made := s.asAdmin(b).Do(b, "POST", "/v1/admin/webhooks", map[string]any{"url": url, "events": patterns}).Require(b, 201)
	s.endpoints = append(s.endpoints, "/v1/admin/webhooks/"+made.Text("id"))
	return s.endpoints[len(s.endpoints)-1]
}

// enable enables one endpoint, or none, and disables the others.
func (s *shop) enable(b testing.TB, one string) {
	b.Helper()
	admin := s.asAdmin(b)
	for _, endpoint := range s.endpoints {
		admin.Do(b, "PATCH", endpoint, map[string]any{"enabled": endpoint == one}).Require(b, 200)
	}
}

// measureLatency measures the time from an event to the arrival of its request, on an idle service:
// from its timestamp, which is earlier than its commit.
func (s *shop) measureLatency(b *testing.B, h *hook) {
	b.Helper()
	admin := s.asAdmin(b)
	brand := "/v1/brands/" + admin.Do(b, "POST", "/v1/brands", map[string]string{"name": "Timed 0"}).Require(b, 201).Text("id")
	h.awaitCount(b, 1)
	h.reset()
	const n = 200
	for i := range n {
		admin.Do(b, "PATCH", brand, map[string]string{"name": fmt.Sprint("Timed ", i+1)}).Require(b, 200)
		h.awaitCount(b, i+1)
	}
	l := load{times: h.lags()}
	p99 := milliseconds(l.quantile(0.99))
	table = append(table, row{
		what: "webhooks, event to receiver, idle, p99; the floor is the bar", floor: "100 ms", got: fmt.Sprintf("%.1f ms", p99), ratio: 100 / p99,
		bar: 1, details: fmt.Sprintf("p50 %.1f ms of %d events", milliseconds(l.quantile(0.5)), n),
	})
}

// measureThroughput lets a queue of one endpoint grow while it is away, and measures how fast it is
// sent afterwards.
func (s *shop) measureThroughput(b *testing.B, c *crowd, h *hook, endpoint string) {
	b.Helper()
	const queued = 5000
	c.must(b, c.db.Exec(`DELETE FROM webhooks_deliveries`).Error)
	h.setAway(true)
	s.enable(b, endpoint)
	c.must(b, publishBrands(b.Context(), c.db, queued))
	c.quiet(b)
	h.setAway(false)
	h.reset()
	s.enable(b, "") // enabled anew, it is not probed first
	began := time.Now()
	s.enable(b, endpoint)
	h.awaitCount(b, queued)
	rate := queued / time.Since(began).Seconds()
	table = append(table, row{
		what: "webhooks, deliveries to one endpoint; the floor is the bar", floor: "500/s", got: fmt.Sprintf("%.0f/s", rate), ratio: rate / 500,
		bar: 1, details: fmt.Sprintf("%d queued", queued),
	})
}

// measureFeed measures a page of 100 events anywhere in a log of a million.
func (s *shop) measureFeed(b *testing.B, c *crowd) {
	b.Helper()
	const events, known, batch = 1_000_000, 1000, 20
	c.must(b, c.db.Exec(`CREATE TABLE known AS SELECT * FROM events ORDER BY seq DESC LIMIT ?`, known).Error)
	for range events / known / batch {
		c.must(b, c.db.Exec(`INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id, causation, actor, source)
			SELECT gen_random_uuid(), e.name, e.key, e.subject, e.payload, e.personal, e.occurred_at, '', NULL, e.actor, e.source
			FROM known e CROSS JOIN generate_series(1, ?)`, batch).Error)
	}
	c.must(b, c.db.Exec(`ANALYZE events`).Error)
	for what, query := range map[string]string{"": "", ", of orders alone": "&events=ordering.order_*",
		", of an event that is rare": "&events=reviews.*"} {
		token := bearer(s.adminToken(b))
		l := drive(b, s.addr(), func() []byte {
			return []byte(get(fmt.Sprintf("/v1/admin/events/feed?after=c%d%s", rand.IntN(events), query), token))
		}, 1, 3*time.Second)
		p99 := milliseconds(l.quantile(0.99))
		table = append(table, row{
			what: "feed, a page of 100 of a million events" + what + ", p99; the floor is the bar", floor: "20 ms", got: fmt.Sprintf("%.1f ms", p99),
			ratio: 20 / p99, bar: 1, details: fmt.Sprintf("p50 %.1f ms", milliseconds(l.quantile(0.5))),
		})
	}
}

// endpointCost compares checkouts without an endpoint to those with one.
type endpointCost struct {
	*shop
	*crowd
	method    string
	endpoints []string // a live one, and one that refuses connections
}

func (e *endpointCost) measure(b *testing.B) {
	var found [3][]load
	for round := range rounds + 1 {
		for i, endpoint := range append([]string{""}, e.endpoints...) {
			e.enable(b, endpoint)
			e.must(b, e.fill(b.Context()))
			e.drained(b)
			l := drive(b, e.addr(), e.orders(e.method, true), connections, roundTime)
			if round > 0 { // the first warms up
				found[i] = append(found[i], l)
			}
		}
	}
	for i, what := range []string{"1 live endpoint", "1 dead endpoint"} {
		e.compareTo(found[0], found[i+1], what)
	}
}

// compareTo notes the rate and the p99 with an endpoint beside those without one.
func (e *endpointCost) compareTo(none, with []load, what string) {
	rate := func(l load) float64 { return l.rate }
	p99 := func(l load) float64 { return milliseconds(l.quantile(0.99)) }
	table = append(table, row{
		what: "checkout, all hear, " + what + "; the floor is none", floor: fmt.Sprintf("%.0f/s", middle(none, rate)),
		got: fmt.Sprintf("%.0f/s", middle(with, rate)), ratio: middle(with, rate) / middle(none, rate), bar: 0.95,
	}, row{
		what: "its p99", floor: fmt.Sprintf("%.1f ms", middle(none, p99)),
		got: fmt.Sprintf("%.1f ms", middle(with, p99)), ratio: middle(none, p99) / middle(with, p99), bar: 0.95,
	})
}

// drained waits until every event is handled and every delivery that can be sent has arrived.
func (e *endpointCost) drained(b *testing.B) {
	b.Helper()
	e.quiet(b)
	kit.Within(b, time.Minute, "webhooks are sent", func() error {
		var left int64
		err := e.db.Raw(`SELECT count(*) FROM webhooks_deliveries d JOIN webhooks_endpoints e ON e.id = d.endpoint_id
			WHERE d.status = 'queued' AND e.enabled AND e.failing_since IS NULL`).Scan(&left).Error
		if err == nil && left > 0 {
			err = fmt.Errorf("%d wait", left)
		}
		return err
	})
}
