package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/test/kit"
)

func TestABusStartsOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.SQLite(t, Migrations()), Options{})
	if _, err := New(f.db, Options{}); err == nil {
		t.Error("a second bus on one handle")
	}
	if err := f.bus.Healthy(); err == nil {
		t.Error("healthy before it started")
	}
	if err := f.bus.Stop(t.Context()); err != nil {
		t.Errorf("stop before start: %v", err)
	}
	f.start()
	if err := f.bus.Start(t.Context()); err == nil {
		t.Error("started twice")
	}
}

// Stop lets the batch under way finish.
func TestStopFinishesTheBatch(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		slow := newGate[placed]()
		On(f.bus, Consumer{Name: "mail.orders"}, slow.handle)
		if err := f.bus.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := f.bus.Healthy(); err != nil {
			t.Error(err)
		}
		f.publish(placed{Order: "a"})
		<-slow.entered
		stopped := make(chan error)
		go func() { stopped <- f.bus.Stop(context.Background()) }()
		kit.Eventually(t, "the bus is not healthy any more", func() error {
			if f.bus.Healthy() == nil {
				return errors.New("it is")
			}
			return nil
		})
		close(slow.open)
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if n := f.count("SELECT count(*) FROM deliveries"); n != 0 {
			t.Errorf("%d deliveries are left", n)
		}
	})
}

// The database goes away in the middle of a batch and comes back. No effect is lost or happens
// twice, and Healthy reports both.
func TestTheBusOutlivesItsDatabase(t *testing.T) {
	t.Parallel()
	server := kit.PostgresServer(t)
	f := newFixture(t, kit.Open(t, server.URL("postgres"), Migrations()), Options{MaxAttempts: 1000, Log: zap.NewNop()})
	f.createEffects()
	var n atomic.Int32
	fifth, away := make(chan struct{}), make(chan struct{})
	On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if n.Add(1) == 5 {
			close(fifth)
			<-away
		}
		return saveEffect("mail.orders", tx, m)
	})
	if err := f.bus.DeclareConsumers(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		f.publish(placed{Order: fmt.Sprint("order-", i)})
	}
	f.start()
	<-fifth
	if err := server.Halt(); err != nil {
		t.Fatal(err)
	}
	close(away)
	kit.Eventually(t, "Healthy reports it", func() error {
		if f.bus.Healthy() == nil {
			return errors.New("healthy without a database")
		}
		return nil
	})
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "Healthy recovers", f.bus.Healthy)
	f.awaitIdle()
	if n := f.count("SELECT count(*) FROM effects"); n != 30 {
		t.Errorf("%d effects of 30 events", n)
	}
}
