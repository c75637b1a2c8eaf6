package eventbus

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/id"
)

func TestDeadDelivery(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 2})
		var mending atomic.Bool
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Event.Number == 1 && !mending.Load() {
				return fmt.Errorf("no such address: %s", strings.Repeat("ä", 600))
			}
			return got.handle(ctx, tx, m)
		})
		var others received[placed]
		On(f.bus, Consumer{Name: "points.orders"}, others.handle)
		f.start()
		f.publishAs(Cause{Actor: "user:7"}, placed{Order: "a", Number: 1}, placed{Order: "a", Number: 2}, placed{Order: "b", Number: 3},
			placed{Order: "a", Number: 4})

		others.wait(t, 4)
		f.awaitCount("deliveries to the other consumer", 0, "SELECT count(*) FROM deliveries WHERE consumer = 'points.orders'")
		if m := got.wait(t, 1); m[0].Event.Number != 3 {
			t.Errorf("handled %+v", m)
		}
		dead := f.awaitDead(1)[0]
		if dead.Consumer != "mail.orders" || dead.Event.Name != "shop.placed.v1" || string(dead.Event.Payload) != `{"order":"a","number":1}` ||
			dead.Event.Actor != "user:7" ||
			dead.Attempts != 2 || dead.Waiting != 2 || !id.Valid(dead.ID) || time.Since(dead.DiedAt) > time.Minute {
			t.Errorf("dead: %+v", dead)
		}
		if n := len([]rune(dead.LastError)); n != 500 || !strings.HasPrefix(dead.LastError, "no such address: ä") {
			t.Errorf("%d characters: %s", n, dead.LastError)
		}
		stats, err := Stats(t.Context(), db)
		if err != nil || len(stats) != 2 || stats[0].Consumer != "mail.orders" || stats[0].Dead != 1 || stats[0].Pending != 2 ||
			stats[0].Lag != 0 || stats[1] != (ConsumerStats{Consumer: "points.orders"}) {
			t.Errorf("stats: %+v, %v", stats, err)
		}

		mending.Store(true)
		revived := f.retry(dead.ID)
		if revived.Consumer != "mail.orders" || revived.Event.ID != dead.Event.ID {
			t.Errorf("retried %+v", revived)
		}
		for i, m := range got.wait(t, 4)[1:] {
			if want := []int{1, 2, 4}[i]; m.Event.Number != want || m.Attempt != 1 {
				t.Errorf("handled number %d at attempt %d, want %d", m.Event.Number, m.Attempt, want)
			}
		}
		f.awaitIdle()
		if _, err := f.tryRetry(dead.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("retried twice: %v", err)
		}
	})
}
