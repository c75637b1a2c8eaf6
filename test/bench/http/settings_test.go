package http

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

const (
	settingsChanges = 200
	settingsOrders  = 50 // a second, at both processes together
	settingsBar     = time.Second
)

// BenchmarkSettings measures how long after the answer to a change of the tax rate another process
// counts with it, in its catalogue and in its quotes: at rest, and while both take orders.
func BenchmarkSettings(b *testing.B) {
	url, mails := kit.PostgresURL(b), mailserver.Start(b, mailserver.Options{})
	s := openShopOn(b, url, url, "ORDERD_MAIL_URL="+mails.URL())
	other := kit.Serve(b, append(settings(s.url, s.keys), "ORDERD_HTTP_PUBLIC_URL="+s.Base, "ORDERD_MAIL_URL="+mails.URL())...)
	l := newLookout(b, other)
	l.measure(b, s, "at rest")
	c := s.newCrowd(b, customers)
	stop := placeOrders(b, c.pairs(b, c.standardMethod(b)), s.addr(), strings.TrimPrefix(other.Base, "http://"))
	l.measure(b, s, fmt.Sprintf("%d orders/s", settingsOrders))
	stop()
}

// placeOrders has the conversations, so many a second, with each of the addresses in turn, until
// stop.
func placeOrders(b *testing.B, next conversations, addrs ...string) (stop func()) {
	b.Helper()
	due, ended := make(chan struct{}), make(chan struct{})
	var clients sync.WaitGroup
	for i := range 4 * len(addrs) {
		clients.Go(func() {
			if err := converseWhenDue(addrs[i%len(addrs)], next, due); err != nil {
				b.Error(err)
				for range due { // the others go on
				}
			}
		})
	}
	clients.Go(func() {
		defer close(due)
		ticker := time.NewTicker(time.Second / settingsOrders)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				due <- struct{}{}
			case <-ended:
				return
			}
		}
	})
	return sync.OnceFunc(func() {
		close(ended)
		clients.Wait()
	})
}

// lookout looks at the tax rate with which a process counts.
type lookout struct {
	api     *kit.API // a guest's, with a cart
	product string   // its path
	rate    int      // that of now
	tax     float64  // of the cart, with that rate
}

func newLookout(b *testing.B, p *kit.Process) *lookout {
	b.Helper()
	api := kit.NewAPI(p.Base, nil)
	found := api.Do(b, "GET", "/v1/products?minPrice=20&inStock=true&limit=1", nil).Require(b, 200)
	productID := found.Text("data.0.id")
	added := api.Do(b, "POST", "/v1/cart/items", map[string]any{
		"productId": productID, "variantId": found.Text("data.0.variants.0.id"), "quantity": 1,
	}).Require(b, 201)
	l := &lookout{
		api: api.With("X-Cart-Token", added.Header.Get("X-Cart-Token")), product: "/v1/products/" + productID, rate: 10,
	}
	l.tax = l.quoted(b)
	return l
}

// quoted is the VAT of the cart.
func (l *lookout) quoted(b *testing.B) float64 {
	b.Helper()
	return l.api.Do(b, "POST", "/v1/checkout/quote", map[string]any{}).Require(b, 200).Number("taxTotal")
}

// shown is the product's rate.
func (l *lookout) shown(b *testing.B) int {
	b.Helper()
	return int(l.api.Do(b, "GET", l.product, nil).Require(b, 200).Number("variants.0.taxRate"))
}

// measure changes the rate at the service and notes how long the process looked at was behind.
func (l *lookout) measure(b *testing.B, s *shop, what string) {
	b.Helper()
	admin := s.asAdmin(b)
	var found load
	for range settingsChanges {
		found.times = append(found.times, l.change(b, admin))
	}
	p99 := found.quantile(0.99)
	table = append(table, row{
		what: "a setting at another process, " + what + ", p99; the floor is the bar", floor: settingsBar.String(),
		got: fmt.Sprintf("%.0f ms", milliseconds(p99)), ratio: settingsBar.Seconds() / p99.Seconds(), bar: 1,
		details: fmt.Sprintf("p50 %.0f ms, worst %.0f ms of %d changes", milliseconds(found.quantile(0.5)),
			milliseconds(found.quantile(1)), settingsChanges),
	})
}

// change changes the rate and returns how long after the answer both the catalogue and the quotes
// have it.
func (l *lookout) change(b *testing.B, admin *kit.API) time.Duration {
	b.Helper()
	l.rate = 10 + (l.rate-9)%80
	admin.Do(b, "PUT", "/v1/admin/settings/tax", map[string]any{
		"rates": []map[string]any{{"country": "DE", "standard": l.rate, "reduced": l.rate}},
	}).Require(b, 200)
	answered := time.Now()
	for before := l.tax; l.shown(b) != l.rate || l.tax == before; l.tax = l.quoted(b) {
		if time.Since(answered) > 30*settingsBar {
			b.Fatalf("another process has not heard of a rate of %d", l.rate)
		}
	}
	return time.Since(answered)
}
