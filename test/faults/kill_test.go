package faults

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// The service is killed at random moments while customers register and order and businesses apply
// and are approved: every acknowledged account, application and order exists once, every mail
// arrives, no effect is doubled, no unit of stock is lost.
func TestKilledService(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		stop := w.traffic(t, w.openShop(t))
		for i := range scaled(3, 50) {
			w.awaitOrders(t, scaled(0, 40*i))
			w.restart(0)
		}
		stop()
		checkEverything(t, w)
	})
}

// The same with two replicas, killed in turn: what one began, the other finishes. First orders
// alone, with one replica killed every 2 s: each has its effect in every module once, at most a
// minute after the last kill.
func TestKilledReplica(t *testing.T) {
	undisturbed(t)
	w := pair(t)
	goods := w.openShop(t)
	buyers := make([]string, scaled(6, 24))
	for i := range buyers {
		buyers[i], _ = w.customer("regular")
	}
	orders := scaled(100, 10_000)
	<-w.sell(t, goods, buyers, orders/10)
	w.awaitRest(t)
	for _, replica := range w.replicas {
		lags := replica.Lags()
		t.Logf("events in peace: %v", lags)
		if *full && lags.Quantile(0.99) > 2 {
			t.Errorf("events are handled late in peace: %v", lags)
		}
	}
	for sold := w.sell(t, goods, buyers, orders-orders/10); !endsWithin(sold, time.Duration(scaled(1, 2))*time.Second); {
		w.restart(w.kills % 2)
	}
	t.Logf("%d orders, %d kills", orders, w.kills)
	if *full {
		checkEverything(t, w)
	}

	stop := w.traffic(t, goods)
	for i := range scaled(1, 10) {
		w.awaitOrders(t, scaled(0, orders+40*i))
		w.restart(w.kills % 2)
	}
	stop()
	checkEverything(t, w)
}

// The same with the database killed, all its processes at once.
func TestKilledDatabase(t *testing.T) {
	t.Parallel()
	server, err := postgres.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	w := prepare(t, server.URL("postgres"), 2)
	w.launch()
	stop := w.traffic(t, w.openShop(t))
	for i := range scaled(3, 10) {
		w.awaitOrders(t, scaled(0, 200*i))
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	checkEverything(t, w)
}

// sell lets the buyers place orders, each one after the other, until there are n more. sold is
// closed then.
func (w *world) sell(t *testing.T, goods goods, buyers []string, n int) (sold <-chan struct{}) {
	t.Helper()
	var (
		left    atomic.Int64
		sellers sync.WaitGroup
		done    = make(chan struct{})
	)
	left.Store(int64(n))
	for first, email := range buyers {
		sellers.Go(func() {
			for i := first; left.Add(-1) >= 0; i++ {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				err := w.buy(ctx, w.at(i%len(w.replicas)), email, goods, i)
				cancel()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	go func() {
		sellers.Wait()
		close(done)
	}()
	return done
}

// awaitOrders waits until so many orders are acknowledged, and a little longer.
func (w *world) awaitOrders(t *testing.T, orders int) {
	t.Helper()
	kit.Within(t, 5*time.Minute, fmt.Sprintf("%d orders", orders), func() error {
		n := 0
		for _, r := range w.ledger.all() {
			n += len(r.orders)
		}
		if n < orders {
			return fmt.Errorf("there are %d", n)
		}
		return nil
	})
	<-time.After(time.Duration(50+kit.Rand(t, fmt.Sprint(orders)).IntN(700)) * time.Millisecond)
}

// traffic lets customers register and verify, customers order, businesses apply and an admin
// approve them and send the orders, several at once. Some codes stay unused, for check to use. stop
// waits until all have finished what they began.
func (w *world) traffic(t *testing.T, goods goods) (stop func()) {
	t.Helper()
	var buyers []string
	for range 3 {
		email, _ := w.customer("buyer")
		buyers = append(buyers, email)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	work := func(flow func(ctx context.Context, i int) error) {
		workers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				patience, done := context.WithTimeout(t.Context(), time.Minute)
				err := flow(patience, i)
				done()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 3 {
		work(func(ctx context.Context, i int) error {
			email, caller := someone("customer"), w.at(i%len(w.replicas))
			if err := w.register(ctx, caller, email); err != nil || i%4 == 3 {
				return err
			}
			return w.verify(ctx, caller, email)
		})
	}
	for _, email := range buyers {
		work(func(ctx context.Context, i int) error {
			return w.buy(ctx, w.at(i%len(w.replicas)), email, goods, i)
		})
	}
	for range 2 {
		work(func(ctx context.Context, i int) error {
			email, caller := someone("business"), w.at(i%len(w.replicas))
			if err := w.apply(ctx, caller, email); err != nil || i%4 == 3 {
				return err
			}
			if err := w.approve(ctx, w.asAdmin(), email); err != nil || i%4 == 2 {
				return err
			}
			return w.setPassword(ctx, caller, email)
		})
	}
	return func() {
		cancel()
		workers.Wait()
	}
}
