package sites

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// Customers order at one site while both sites, their databases and NATS are killed in turn, each
// of them with -full at least ten times in 10 000 orders. Every acknowledged order is there once,
// has each of its effects at the other site once, and every event of each site is in the log of the
// other one once, in the order of its key.
func TestOrdersOnTwoSites(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s := openShop(t)
	var buyers []*buyer
	for range scaled(4, 16) {
		buyers = append(buyers, s.newBuyer())
	}
	stop := s.sell(buyers)
	faults := s.faults()
	for n := 0; n < scaled(5, 50) || s.placed() < scaled(40, 10_000); n++ {
		at := s.placed()
		faults[n%len(faults)](t)
		kit.Within(t, patience, "orders are placed after the fault", func() error { return atLeast(s.placed(), at+scaled(4, 100)) })
	}
	stop()
	s.awaitRest()
	s.requireOrders(len(s.orders))
	for from, modules := range split {
		s.requireCarried(from, 1-from, modules)
	}
	t.Logf("%d orders, %.0f s", len(s.orders), time.Since(began).Seconds())
}

// faults are those of the shop: each process, each database, and NATS with what it had on its disk.
func (s *shop) faults() (all []func(t *testing.T)) {
	require := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range split {
		all = append(all,
			func(*testing.T) { s.Sites[i].Process.Kill(); s.Sites[i].Process.Start() },
			func(t *testing.T) { require(t, s.servers[i].Kill()); require(t, s.servers[i].Resume()) })
	}
	return append(all, func(t *testing.T) {
		s.NATS.Stop()
		require(t, s.NATS.Forget())
		pause(s.random, 0, time.Second)
		require(t, s.NATS.Start())
	})
}

// sell lets each buyer place orders, one after the other, until stop is called.
func (s *shop) sell(buyers []*buyer) (stop func()) {
	ending := make(chan struct{})
	var buying sync.WaitGroup
	for first, b := range buyers {
		buying.Go(func() {
			for n := first; ; n++ {
				select {
				case <-ending:
					return
				default:
				}
				ctx, cancel := context.WithTimeout(s.Context(), 2*time.Minute)
				err := s.buy(ctx, b, n)
				cancel()
				if err != nil {
					s.Error(err)
					return
				}
			}
		})
	}
	end := sync.OnceFunc(func() {
		close(ending)
		buying.Wait()
	})
	s.Cleanup(end)
	return end
}

func (s *shop) placed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.orders)
}

// awaitRest waits until nothing is left to do at both sites and between them. It looks twice,
// because a site may hear something new while the other one is asked.
func (s *shop) awaitRest() {
	s.Helper()
	waits := []string{"SELECT count(*) FROM ordering_stock WHERE announced <> on_hand - reserved",
		"SELECT (SELECT count(*) FROM mailer_letters WHERE status = 'queued') + (SELECT count(*) FROM catalog_sales WHERE due <> 0)"}
	look := func() error {
		for i, db := range s.databases {
			var left, assigned, taken int
			err := errors.Join(
				db.Raw("SELECT (SELECT count(*) FROM deliveries) + ("+waits[i]+")").Scan(&left).Error,
				db.Raw("SELECT assigned FROM event_carrier").Scan(&assigned).Error,
				s.databases[1-i].Raw("SELECT ordinal FROM event_sources").Scan(&taken).Error)
			if err != nil || left > 0 || assigned != taken {
				return fmt.Errorf("site %d: %d rows wait, %d of %d events are taken: %w", i+1, left, taken, assigned, err)
			}
		}
		return nil
	}
	kit.Within(s, patience, "both sites are at rest", func() error {
		if err := look(); err != nil {
			return err
		}
		return look()
	})
}

// requireOrders requires that there are n orders, and what follows from each of them once at both
// sites.
func (s *shop) requireOrders(n int) {
	s.Helper()
	for _, one := range []struct {
		what      string
		site      int
		statement string
		want      int
	}{
		{"orders", 0, "SELECT count(*) FROM ordering_orders", n},
		{"orders on the timeline", 0, "SELECT count(*) FROM ordering_timeline WHERE status = 'placed'", n},
		{"units in orders", 0, "SELECT sum(reserved) FROM ordering_stock", n},
		{"orders for another person", 0, "SELECT sum(total_orders) FROM recipients_recipients", n},
		{"orders in the log of the other site", 1, "SELECT count(DISTINCT key) FROM events WHERE name = 'ordering.order_placed.v1'", n},
		{"mails of orders", 1, "SELECT count(*) FROM events e JOIN mailer_letters l ON l.event_id = e.id WHERE e.name = " +
			"'ordering.order_placed.v1'", n},
		{"notices of orders", 1, "SELECT count(*) FROM events e JOIN notifications_items i ON i.event_id = e.id AND i.kind = 'order_placed'", n},
		{"units sold in the catalogue", 1, "SELECT sum(units) FROM catalog_products", n},
		{"units left in the catalogue", 1, "SELECT sum(available) FROM catalog_variants", len(s.variants)*1_000_000 - n},
	} {
		var got int
		if err := s.databases[one.site].Raw(one.statement).Scan(&got).Error; err != nil {
			s.Fatal(err)
		}
		if got != one.want {
			s.Errorf("%d %s, want %d", got, one.what, one.want)
		}
	}
	var known int
	if err := s.databases[0].Raw("SELECT count(*) FROM ordering_orders WHERE id IN ?", s.orders).Scan(&known).Error; err != nil || known != n {
		s.Errorf("%d of %d acknowledged orders exist: %v", known, n, err)
	}
}
