package http

import (
	"fmt"
	"os"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

const (
	beforeRounds = 3
	beforeTime   = 20 * time.Second // of a round; a minute in all
	floorTime    = 4 * time.Second
	pairClients  = 16
)

// BenchmarkHearing measures how many orders a second are placed and heard by all consumers: each is
// a cart write and a keyed checkout of one of 16 clients. The floor, whose order is one statement,
// takes turns with it, and so does the binary that BENCH_BEFORE names, on a database of its own.
func BenchmarkHearing(b *testing.B) {
	now := openHeard(b, kit.Binary(b))
	var then heardShop
	before := os.Getenv("BENCH_BEFORE")
	if before != "" {
		then = openHeard(b, before)
	}
	floor := startFloor(b, now.shop.url, now.shop.keys)
	floorOrders := now.crowd.ordersOfFloor(b, now.crowd.standardMethod(b))
	lags := now.shop.Lags()
	var ours, theirs, least heardLoad
	for round := range beforeRounds + 1 {
		took := beforeTime
		if round == 0 { // it warms up
			took = 2 * time.Second
		}
		a, t := now.run(b, took), heardLoad{}
		if before != "" {
			t = then.run(b, took)
		}
		l := drive(b, floor, floorOrders, pairClients, floorTime)
		if round == 0 {
			lags = now.shop.Lags()
			continue
		}
		ours, theirs = ours.plus(a), theirs.plus(t)
		least = least.plus(heardLoad{orders: len(l.times), took: floorTime})
	}
	heard := now.shop.Lags().Since(lags)
	if before != "" {
		table = append(table, row{
			what: "orders heard, beside the commit before", floor: fmt.Sprintf("%.0f/s", theirs.rate()), got: fmt.Sprintf("%.0f/s", ours.rate()),
			ratio: ours.rate() / theirs.rate(), bar: 3, details: fmt.Sprintf("%s; before: %s", ours, theirs),
		})
	}
	table = append(table,
		row{
			what: "orders heard, beside the floor's order", floor: fmt.Sprintf("%.0f/s", least.rate()), got: fmt.Sprintf("%.0f/s", ours.rate()),
			ratio: ours.rate() / least.rate(), bar: 0.2, details: ours.String(),
		},
		row{what: "their events, from publishing to handled", got: heard.String(), ratio: 1 / heard.Quantile(0.99), bar: 1, details: "1 s ÷ p99"})
}

// heardShop is a shop whose orders all consumers hear.
type heardShop struct {
	shop  *shop
	crowd *crowd
	next  conversations
}

func openHeard(b *testing.B, binary string) heardShop {
	b.Helper()
	url, mails := kit.PostgresURL(b), mailserver.Start(b, mailserver.Options{})
	s := openShopOf(b, binary, url, url, "ORDERD_MAIL_URL="+mails.URL())
	c := s.newCrowd(b, 1024)
	return heardShop{s, c, c.pairs(b, c.standardMethod(b))}
}

// heardLoad is how many orders were placed and how long it took until all was heard and every mail
// of theirs was sent. heard is the longest time that the last event took after the last order, sent
// that of the last mail.
type heardLoad struct {
	orders            int
	took, heard, sent time.Duration
}

func (l heardLoad) plus(m heardLoad) heardLoad {
	return heardLoad{orders: l.orders + m.orders, took: l.took + m.took, heard: max(l.heard, m.heard), sent: max(l.sent, m.sent)}
}

func (l heardLoad) String() string {
	return fmt.Sprintf("all heard %.2f s after the last order, all mails sent after %.2f s", l.heard.Seconds(), l.sent.Seconds())
}

func (l heardLoad) rate() float64 { return float64(l.orders) / l.took.Seconds() }

// run places orders for so long and waits until no event is left to handle and no mail to send.
func (s heardShop) run(b *testing.B, d time.Duration) heardLoad {
	b.Helper()
	began := time.Now()
	l := heardLoad{orders: converseFor(b, s.shop.addr(), s.next, pairClients, d)}
	last := time.Now()
	s.crowd.quiet(b)
	l.heard = time.Since(last)
	kit.Within(b, 2*time.Minute, "every mail is sent", func() error {
		var unsent int64
		s.crowd.must(b, s.crowd.db.Raw(`SELECT count(*) FROM mailer_letters WHERE status = 'queued'`).Scan(&unsent).Error)
		if unsent > 0 {
			return fmt.Errorf("%d are not", unsent)
		}
		return nil
	})
	l.sent = time.Since(last)
	l.took = time.Since(began)
	return l
}
