package http

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

// BenchmarkStatements counts what an order asks of PostgreSQL: by itself, and with all that is done
// because of it, until its mail is sent.
func BenchmarkStatements(b *testing.B) {
	counter := countStatements(b)
	mails := mailserver.Start(b, mailserver.Options{})
	s := openShopOn(b, counter.own, counter.url, "ORDERD_MAIL_URL="+mails.URL())
	c := s.newCrowd(b, customers)
	o := ordersCounter{crowd: c, counter: counter, addr: s.addr(), method: c.standardMethod(b)}

	unsubscribe(b, c)
	o.count(b, "checkout without consumers", pace{orders: 500, conns: 16}, bars{statements: 7.5}, c.checkouts(o.method))
	resubscribe(b, c)
	o.count(b, "checkout, 25/s", pace{orders: 250, conns: 16, every: time.Second / 25}, bars{45, 9}, c.checkouts(o.method))
	o.count(b, "checkout, 16 clients", pace{orders: 800, conns: 16}, bars{statements: 20}, c.checkouts(o.method))
	c.must(b, c.db.Exec(`DELETE FROM ordering_carts`).Error)
	o.emptyCarts = true
	o.count(b, "cart and checkout, 1 client", pace{orders: 150, conns: 1}, bars{statements: 50}, c.pairs(b, o.method))
	o.count(b, "cart and checkout, 16 clients", pace{orders: 800, conns: 16}, bars{statements: 26}, c.pairs(b, o.method))
}

// ordersCounter counts the statements of orders.
type ordersCounter struct {
	*crowd
	counter    *statements
	addr       string
	method     string // of shipping
	emptyCarts bool   // the orders fill their carts themselves
}

// pace is how many orders are placed, over how many connections, and how often; 0 is as soon as the
// last is answered.
type pace struct {
	orders, conns int
	every         time.Duration
}

// bars are how many statements, as pg_stat_statements counts them, and transactions an order may
// take with all that follows; 0 is any number.
type bars struct{ statements, transactions float64 }

func (m bars) missedBy(c counted) bool {
	return c.sum() > m.statements || m.transactions > 0 && c.transactions > m.transactions
}

// count places orders and prints the statements of each, with those of all that follows. How many
// events wait for a handler depends on what else the machine does, so it has three tries.
func (o ordersCounter) count(tb testing.TB, what string, p pace, most bars, next conversations) {
	tb.Helper()
	for range 3 {
		if c := o.countOnce(tb, what, p, next); !most.missedBy(c) {
			return
		}
	}
	tb.Errorf("%s: more than %.1f statements or, when limited, %.0f transactions", what, most.statements, most.transactions)
}

func (o ordersCounter) countOnce(tb testing.TB, what string, p pace, next conversations) counted {
	tb.Helper()
	if !o.emptyCarts {
		o.must(tb, o.fill(tb.Context()))
	}
	o.settled(tb)
	o.counter.reset(tb)
	began := time.Now()
	converseAll(tb, o.addr, next, p)
	took := time.Since(began)
	o.settled(tb)
	c := o.counter.read(tb, p.orders)
	c.print(fmt.Sprintf("%s (%.0f/s; the last effect after %.1f s)",
		what, float64(p.orders)/took.Seconds(), (time.Since(began) - took).Seconds()))
	return c
}

// settled waits until every event is handled, every mail is sent and every change of stock is
// published.
func (c *crowd) settled(tb testing.TB) {
	tb.Helper()
	kit.Eventually(tb, "nothing is left to do", func() error {
		var left int64
		c.must(tb, c.db.Raw(`SELECT (SELECT count(*) FROM deliveries WHERE dead_id IS NULL) + (SELECT count(*) FROM mailer_letters
			WHERE status = 'queued')
			+ (SELECT count(*) FROM ordering_stock WHERE announced <> on_hand - reserved) + (SELECT count(*) FROM catalog_sales WHERE due <> 0)`).
			Scan(&left).Error)
		if left > 0 {
			return fmt.Errorf("%d rows wait", left)
		}
		return nil
	})
}

// conversations gives the next requests that one connection sends one after the other.
type conversations func() [][]byte

// checkouts are keyed checkouts of the customers, whose carts are full.
func (c *crowd) checkouts(method string) conversations {
	next := c.orders(method, true)
	return func() [][]byte { return [][]byte{next()} }
}

// pairs are a cart write and a keyed checkout of a customer whose cart was empty.
func (c *crowd) pairs(tb testing.TB, method string) conversations {
	tb.Helper()
	var variants []struct{ ID, ProductID string }
	c.must(tb, c.db.Raw(`SELECT id, product_id FROM ordering_variants WHERE sold ORDER BY id`).Scan(&variants).Error)
	checkout := fmt.Sprintf(`{"shippingMethodId":%q,"paymentMethod":"bank_transfer"}`, method)
	var turn atomic.Int64
	return func() [][]byte {
		n := int(turn.Add(1))
		v, customer := variants[n*7919%len(variants)], bearer(c.tokens[n%len(c.tokens)])
		return [][]byte{
			post("/v1/cart/items", fmt.Sprintf(`{"productId":%q,"variantId":%q,"quantity":1}`, v.ProductID, v.ID), customer),
			post("/v1/checkout", checkout, customer, "Idempotency-Key: "+id.New()),
		}
	}
}

// converseAll has so many conversations over kept connections.
func converseAll(tb testing.TB, addr string, next conversations, p pace) {
	tb.Helper()
	due := make(chan struct{})
	var clients sync.WaitGroup
	for range p.conns {
		clients.Go(func() {
			if err := converseWhenDue(addr, next, due); err != nil {
				tb.Error(err)
				for range due { // the others go on
				}
			}
		})
	}
	var tick <-chan time.Time
	if p.every > 0 {
		ticker := time.NewTicker(p.every)
		defer ticker.Stop()
		tick = ticker.C
	}
	for range p.orders {
		if tick != nil {
			<-tick
		}
		due <- struct{}{}
	}
	close(due)
	clients.Wait()
	if tb.Failed() {
		tb.FailNow()
	}
}

// converseFor has conversations over n kept connections, each as fast as it is answered, for the
// time d. It returns how many.
func converseFor(tb testing.TB, addr string, next conversations, n int, d time.Duration) int {
	tb.Helper()
	had := 0
	end := time.Now().Add(d)
	due := make(chan struct{})
	var clients sync.WaitGroup
	for range n {
		clients.Go(func() {
			if err := converseWhenDue(addr, next, due); err != nil {
				tb.Error(err)
			}
		})
	}
	for time.Now().Before(end) && !tb.Failed() {
		select {
		case due <- struct{}{}:
			had++
		case <-time.After(time.Second): // all clients may have failed
		}
	}
	close(due)
	clients.Wait()
	if tb.Failed() {
		tb.FailNow()
	}
	return had
}

func converseWhenDue(addr string, next conversations, due <-chan struct{}) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	for range due {
		for _, request := range next() {
			if _, err := conn.Write(request); err != nil {
				return err
			}
			if err := skipAnswer(answers); err != nil {
				return err
			}
		}
	}
	return nil
}
