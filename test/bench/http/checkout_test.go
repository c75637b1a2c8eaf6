package http

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit/mailserver"
)

const (
	customers = 4096
	sustained = 60 * time.Second
)

// BenchmarkCheckout compares a checkout of 3 lines whose events no consumer handles with the
// floor's, without and with an Idempotency-Key, and with limits on to one without, and then
// measures it for a minute with every consumer of the service at work.
func BenchmarkCheckout(b *testing.B) {
	mails := mailserver.Start(b, mailserver.Options{})
	s := openShop(b, "ORDERD_MAIL_URL="+mails.URL())
	c := s.newCrowd(b, customers)
	method := c.standardMethod(b)
	limited := s.limited(b) // it declares its consumers before they are removed
	unsubscribe(b, c)
	floor := side{addr: s.floor, next: c.ordersOfFloor(b, method)}
	fill := func() { c.must(b, c.fill(b.Context())) }
	compare(b, "checkout without consumers", 0.5, floor, side{addr: s.addr(), next: c.orders(method, false), ready: fill})
	unlimited := side{addr: s.addr(), next: c.orders(method, true), ready: fill}
	compare(b, "checkout with a key, without consumers", 0.5, floor, unlimited)
	compare(b, "the same, limits on; the floor is limits off", 0.8, unlimited, side{addr: limited, next: c.orders(method, true), ready: fill})
	resubscribe(b, c)
	b.Run("sustained", func(b *testing.B) { measureSustained(b, s, c, method) })
}

// standardMethod is the id of the usual way of shipping.
func (c *crowd) standardMethod(b testing.TB) (method string) {
	b.Helper()
	c.must(b, c.db.Raw(`SELECT id FROM ordering_shipping_methods WHERE name = 'Standard'`).Scan(&method).Error)
	return method
}

// orders is checkouts of the customers, one after the other.
func (c *crowd) orders(method string, keyed bool) requests {
	var turn atomic.Int64
	body := fmt.Sprintf(`{"shippingMethodId":%q,"paymentMethod":"bank_transfer"}`, method)
	return func() []byte {
		headers := []string{bearer(c.tokens[int(turn.Add(1))%len(c.tokens)])}
		if keyed {
			headers = append(headers, "Idempotency-Key: "+id.New())
		}
		return post("/v1/checkout", body, headers...)
	}
}

// ordersOfFloor is the same for the floor, whose requests name the lines.
func (c *crowd) ordersOfFloor(b *testing.B, method string) requests {
	b.Helper()
	var variants []string
	c.must(b, c.db.Raw(`SELECT id FROM ordering_variants WHERE sold ORDER BY id`).Scan(&variants).Error)
	type line struct {
		VariantID string `json:"variantId"`
		Quantity  int    `json:"quantity"`
	}
	bodies := make([]string, len(variants))
	for i := range variants {
		lines := make([]line, 3)
		for j := range lines {
			lines[j] = line{variants[(i+j*len(variants)/3)%len(variants)], 1 + i%3}
		}
		text, err := json.Marshal(map[string]any{"shippingMethodId": method, "paymentMethod": "bank_transfer", "lines": lines})
		c.must(b, err)
		bodies[i] = string(text)
	}
	var turn atomic.Int64
	return func() []byte {
		n := int(turn.Add(1))
		return post("/v1/checkout", bodies[n*7919%len(bodies)], bearer(c.tokens[n%len(c.tokens)]))
	}
}

// unsubscribe removes the subscriptions to ordering's events, resubscribe restores them.
func unsubscribe(b testing.TB, c *crowd) {
	b.Helper()
	c.must(b, c.db.Exec(`CREATE TABLE heard AS SELECT * FROM event_subscriptions WHERE event_name LIKE 'ordering.%'`).Error)
	c.must(b, c.db.Exec(`DELETE FROM event_subscriptions WHERE event_name LIKE 'ordering.%'`).Error)
}

func resubscribe(b testing.TB, c *crowd) {
	b.Helper()
	c.must(b, c.db.Exec(`INSERT INTO event_subscriptions SELECT * FROM heard`).Error)
}

// measureSustained checks out as fast as it goes for a minute, while every consumer hears of it and
// carts are filled anew.
func measureSustained(b *testing.B, s *shop, c *crowd, method string) {
	b.Helper()
	c.must(b, c.fill(b.Context()))
	before := s.Lags()
	ctx, stop := context.WithCancel(b.Context())
	filled := make(chan struct{})
	go func() {
		defer close(filled)
		for ctx.Err() == nil {
			if err := c.fill(ctx); err != nil && ctx.Err() == nil {
				b.Error(err)
			}
			<-time.After(250 * time.Millisecond)
		}
	}()
	l := drive(b, s.addr(), c.orders(method, true), connections, sustained)
	stop()
	<-filled
	tail := c.quiet(b)
	table = append(table, row{
		what: "checkout with a key, all hear, for " + sustained.String(), got: fmt.Sprintf("%.0f/s", l.rate),
		details: latencies([]load{l}),
	}, row{what: "its events, from publishing to handled", got: s.Lags().Since(before).String(),
		details: fmt.Sprintf("the last %.1f s after the last order", tail.Seconds())})
}
