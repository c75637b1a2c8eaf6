package faults

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"

	"orderd/test/kit"
)

// Staff change what an order copies from the shop, while both processes take orders: an order has
// what was answered before it began, or what is newer, and never parts of both, whichever process
// it came to.
func TestSettingsUnderCheckouts(t *testing.T) {
	t.Parallel()
	w := pair(t)
	s := w.openShop(t)
	method := "/v1/admin/shipping-methods/" + s.method
	for _, changed := range []struct {
		what         string
		method, path string
		body         func(n int) object
		copied       func(placed kit.Answer) (n int, mixed bool)
	}{
		{
			"the rate of a tax", "PUT", "/v1/admin/settings/tax", taxOf,
			func(placed kit.Answer) (int, bool) {
				first, second := placed.Number("items.0.taxRate"), placed.Number("items.1.taxRate")
				return int(first), first != second
			},
		},
		{
			"the name and the price of a method", "PATCH", method,
			func(n int) object { return object{"name": fmt.Sprint("Parcel ", n), "price": n} },
			func(placed kit.Answer) (int, bool) {
				n := int(placed.Number("shippingTotal"))
				return n, placed.Text("shippingMethod.name") != fmt.Sprint("Parcel ", n)
			},
		},
		{
			"the name and the rates of a method", "PATCH", method,
			func(n int) object {
				return object{"name": fmt.Sprint("Freight ", n), "rates": []object{{"price": n}, {"fromGoods": 30, "price": 100 + n}}}
			},
			func(placed kit.Answer) (int, bool) { // goods are 39.98
				n := int(placed.Number("shippingTotal")) - 100
				return n, placed.Text("shippingMethod.name") != fmt.Sprint("Freight ", n)
			},
		},
	} {
		t.Run(changed.what, func(t *testing.T) { // one after the other: each has the orders for itself
			change := func(caller, n int) {
				t.Helper()
				w.at(caller).As(w.adminToken()).Do(t, changed.method, changed.path, changed.body(n)).Require(t, 200)
			}
			w.changeUnderCheckouts(t, s, change, changed.copied)
		})
	}
	checkEverything(t, w)
}

// changeUnderCheckouts makes changes 20, 21 … at both processes, while guests order at both. copied
// is the change that an order has, and whether parts of it are of another.
func (w *world) changeUnderCheckouts(
	t *testing.T, s goods, change func(caller, n int), copied func(placed kit.Answer) (n int, mixed bool),
) {
	t.Helper()
	const first = 20
	var (
		mu       sync.Mutex
		answered = first // the last change that was answered
		orders   int
	)
	change(0, first)
	w.awaitSettings(t)
	ctx, cancel := context.WithCancel(t.Context())
	var buyers sync.WaitGroup
	for i := range 6 {
		buyers.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				atLeast := answered
				mu.Unlock()
				placed, _ := w.guestOrder(t, w.at(i%2), s, someone("guest"))
				if n, mixed := copied(placed); mixed || n < atLeast {
					t.Errorf("an order begun when %d was answered has %d, mixed: %v", atLeast, n, mixed)
				}
				mu.Lock()
				orders++
				mu.Unlock()
			}
		})
	}
	for i := range scaled(5, 70) {
		n := first + 1 + i
		change(i%2, n)
		w.awaitSettings(t)
		mu.Lock()
		answered = n
		at := orders
		mu.Unlock()
		kit.Eventually(t, "orders are placed after the change", func() error {
			mu.Lock()
			defer mu.Unlock()
			if orders < at+6 {
				return fmt.Errorf("%d more", orders-at)
			}
			return nil
		})
	}
	cancel()
	buyers.Wait()
	t.Logf("%d orders", orders)
}

// awaitSettings waits until ordering has the settings of the shop: their answer waits for that as
// well, but not as long as a busy machine may need.
func (w *world) awaitSettings(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "ordering has the settings", func() error {
		const old = `SELECT g.name FROM shop_groups g JOIN ordering_settings o ON o.name = g.name WHERE o.version < g.version`
		if names := query[string](w, old); len(names) > 0 {
			return fmt.Errorf("not of %v", names)
		}
		return nil
	})
}

func taxOf(percent int) object {
	return object{"rates": []object{{"country": "DE", "standard": percent, "reduced": 7}}}
}

// A process that was stopped over a change sells at the new rate from its first order on.
func TestSettingsOfAStoppedProcess(t *testing.T) {
	t.Parallel()
	w := pair(t)
	s := w.openShop(t)
	signal := func(sig syscall.Signal) {
		t.Helper()
		if err := syscall.Kill(w.replicas[1].Pid(), sig); err != nil {
			t.Fatal(err)
		}
	}
	for i := range scaled(3, 20) {
		w.guestOrder(t, w.at(1), s, someone("guest"))
		signal(syscall.SIGSTOP)
		w.asAdmin().Do(t, "PUT", "/v1/admin/settings/tax", taxOf(20+i)).Require(t, 200)
		w.awaitSettings(t)
		signal(syscall.SIGCONT)
		placed, _ := w.guestOrder(t, w.at(1), s, someone("guest"))
		if rate := placed.Number("items.0.taxRate"); int(rate) != 20+i {
			t.Errorf("the first order after the change to %d has a rate of %v", 20+i, rate)
		}
	}
	checkEverything(t, w)
}

// A process is killed while it saves settings: the change is there with its event, or not at all.
func TestSettingsUnderKills(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range scaled(4, 25) {
			admin := w.asAdmin()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				for days := 1; ; days++ { // until the process is gone
					if _, err := admin.Try("PUT", "/v1/admin/settings/loyalty", object{"voucherDays": 100*i + days}); err != nil {
						return
					}
				}
			}()
			at := w.number("SELECT version FROM shop_groups WHERE name = 'loyalty'")
			kit.Eventually(t, "settings are saved", func() error {
				if now := w.number("SELECT version FROM shop_groups WHERE name = 'loyalty'"); now < at+3 {
					return fmt.Errorf("version %d", now)
				}
				return nil
			})
			w.restart(0)
			<-ended
		}
		checkEverything(t, w)
	})
}
