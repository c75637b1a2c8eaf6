package faults

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"

	"orderd/test/kit"
)

// Staff change a tax rate while both processes take orders: an order has the rate of the settings
// that were answered before it began, or a newer one, on all its lines, whichever process it came
// to.
func TestSettingsUnderCheckouts(t *testing.T) {
	t.Parallel()
	w := pair(t)
	s := w.openShop(t)
	w.adminToken()
	var (
		mu       sync.Mutex
		answered int // the last rate whose PUT was answered
		orders   int
	)
	ctx, cancel := context.WithCancel(t.Context())
	var buyers sync.WaitGroup
	for i := range 6 {
		buyers.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				atLeast := answered
				mu.Unlock()
				placed, _ := w.guestOrder(t, w.at(i%2), s, someone("guest"))
				first, second := placed.Number("items.0.taxRate"), placed.Number("items.1.taxRate")
				if first != second || atLeast > 0 && int(first) < atLeast {
					t.Errorf("an order has rates of %v and %v, begun when %d was answered", first, second, atLeast)
				}
				mu.Lock()
				orders++
				mu.Unlock()
			}
		})
	}
	for i := range scaled(10, 70) {
		rate := 20 + i
		w.at(i%2).As(w.adminToken()).Do(t, "PUT", "/v1/admin/settings/tax", taxOf(rate)).Require(t, 200)
		mu.Lock()
		answered = rate
		at := orders
		mu.Unlock()
		kit.Eventually(t, "orders are placed at the rate", func() error {
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
	checkEverything(t, w)
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
