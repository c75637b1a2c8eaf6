package eventbus

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/background"
)

// A subscription whose handler is gone blocks its keys. Start logs it, UnservedSubscriptions lists
// it until it is removed, and CaughtUp ignores it.
func TestUnservedSubscriptions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		core, logged := observer.New(zap.WarnLevel)
		f := newFixture(t, db, Options{Log: zap.New(core)})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, got.handle)
		f.subscribe("mail.orders", shipped{}.EventName())
		f.subscribe("old.orders", placed{}.EventName())
		f.publish(shipped{Order: "a"}, placed{Order: "b"}) // mail.orders does not get the latter
		f.start()
		f.publish(placed{Order: "a"}, placed{Order: "b"})
		got.wait(t, 1)

		want := "[{mail.orders shop.shipped.v1 1} {old.orders shop.placed.v1 3}]"
		if unserved, err := UnservedSubscriptions(t.Context(), db); err != nil || fmt.Sprint(unserved) != want {
			t.Errorf("%v, %v; want %s", unserved, err, want)
		}
		var warned []string
		for _, entry := range logged.FilterField(zap.String("command", "orderd events remove mail.orders --event shop.shipped.v1")).All() {
			fields := entry.ContextMap()
			warned = append(warned, fmt.Sprint(fields["consumer"], fields["event"], fields["waiting"]))
		}
		if fmt.Sprint(warned) != "[mail.ordersshop.shipped.v11]" {
			t.Errorf("at the start: %v", logged.All())
		}
		f.awaitCount("only what is not served waits", 2, "SELECT count(*) FROM deliveries WHERE consumer = 'mail.orders'")
		if done, err := f.bus.CaughtUp(t.Context()); err != nil || !done {
			t.Errorf("caught up: %v, %v", done, err)
		}
		for _, row := range [][]string{{"mail.orders", shipped{}.EventName()}, {"old.orders"}} {
			if err := RemoveConsumer(t.Context(), db, row[0], row[1:]...); err != nil {
				t.Fatal(err)
			}
		}
		got.wait(t, 2)
		f.awaitIdle()
		if unserved, err := UnservedSubscriptions(t.Context(), db); err != nil || len(unserved) != 0 {
			t.Errorf("%v, %v", unserved, err)
		}
	})
}

func (f *fixture) requireCaughtUp(want bool) {
	f.t.Helper()
	if done, err := f.bus.CaughtUp(f.t.Context()); err != nil || done != want {
		f.t.Errorf("caught up: %v, %v; want %v", done, err, want)
	}
}

// CaughtUp waits for failed deliveries that will be tried again. It ignores dead ones and those
// behind them.
func TestCaughtUp(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var attempts atomic.Int32
		f := newFixture(t, db, Options{MaxAttempts: 2, Pauses: background.Pauses{time.Second}})
		On(f.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error {
			attempts.Add(1)
			return errBroken
		})
		f.requireCaughtUp(true)
		f.start()
		f.publish(placed{Order: "a", Number: 1}, placed{Order: "a", Number: 2})
		f.requireCaughtUp(false)
		f.awaitCount("a first attempt", 1, "SELECT count(*) FROM deliveries WHERE attempts = 1")
		f.requireCaughtUp(false)
		f.awaitDead(1)
		f.requireCaughtUp(true)
	})
}
