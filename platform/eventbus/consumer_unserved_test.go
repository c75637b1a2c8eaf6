package eventbus

import (
	"fmt"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"
)

// A subscription whose On is gone holds back its keys. It is named at the start and listed until it is removed; it does not keep the service from being caught up.
func TestUnserved(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		core, logged := observer.New(zap.WarnLevel)
		r := newRoom(t, db, Options{Log: zap.New(core)})
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, got.handle)
		r.subscribe("mail.orders", shipped{}.EventName())
		r.subscribe("old.orders", placed{}.EventName())
		r.publish(shipped{Order: "a"}, placed{Order: "b"}) // before mail.orders hears the latter
		r.start()
		r.publish(placed{Order: "a"}, placed{Order: "b"})
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
		r.left("only what is not served waits", 2, "SELECT count(*) FROM deliveries WHERE consumer = 'mail.orders'")
		if done, err := r.bus.CaughtUp(t.Context()); err != nil || !done {
			t.Errorf("caught up: %v, %v", done, err)
		}
		for _, row := range [][]string{{"mail.orders", shipped{}.EventName()}, {"old.orders"}} {
			if err := RemoveConsumer(t.Context(), db, row[0], row[1:]...); err != nil {
				t.Fatal(err)
			}
		}
		got.wait(t, 2)
		r.idle()
		if unserved, err := UnservedSubscriptions(t.Context(), db); err != nil || len(unserved) != 0 {
			t.Errorf("%v, %v", unserved, err)
		}
	})
}
