package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// The service is killed at random moments while customers register and order and businesses apply and are approved: every
// acknowledged account, application and order exists once, every letter arrives, no effect is doubled, no unit of stock is lost.
func TestKilledService(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		stop := w.traffic(t)
		for i := range often(4, 50) {
			w.someMoment(t, often(0, 40*i))
			w.restart()
		}
		stop()
		check(t, w)
	})
}

// The same with two replicas, one of which is killed: what it had begun is the other's to finish.
func TestKilledReplica(t *testing.T) {
	t.Parallel()
	w := pair(t)
	stop := w.traffic(t)
	for i := range often(4, 50) {
		w.someMoment(t, often(0, 40*i))
		w.restart()
	}
	stop()
	check(t, w)
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
	stop := w.traffic(t)
	for i := range often(3, 10) {
		w.someMoment(t, often(0, 200*i))
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	check(t, w)
}

// someMoment waits until so many orders are acknowledged, and a little longer.
func (w *world) someMoment(t *testing.T, orders int) {
	t.Helper()
	kit.Within(t, time.Minute, fmt.Sprintf("%d orders", orders), func() error {
		n := 0
		for _, r := range w.ledger.all() {
			n += len(r.orders)
		}
		if n < orders {
			return fmt.Errorf("there are %d", n)
		}
		return nil
	})
	<-time.After(time.Duration(50+rand.IntN(700)) * time.Millisecond)
}

// traffic lets customers register and verify, customers order, businesses apply and an admin approve them and send the orders, several at
// once. Some codes stay unused, for check to use. stop waits until everybody has finished what they began.
func (w *world) traffic(t *testing.T) (stop func()) {
	t.Helper()
	goods := w.openShop(t)
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
			caller := w.at(i % len(w.replicas))
			access, err := w.access(ctx, caller, email)
			if err != nil {
				return err
			}
			return w.buy(ctx, caller.As(access), w.asAdmin(), email, goods, i)
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
