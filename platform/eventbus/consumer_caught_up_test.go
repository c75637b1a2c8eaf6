package eventbus

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"
)

func (r *room) caughtUp(want bool) {
	r.t.Helper()
	if done, err := r.bus.CaughtUp(r.t.Context()); err != nil || done != want {
		r.t.Errorf("caught up: %v, %v; want %v", done, err, want)
	}
}

// What failed and will be tried again is waited for; what is dead, and what it holds back, is not.
func TestCaughtUp(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		var attempts atomic.Int32
		r := newRoom(t, db, Options{MaxAttempts: 2, Backoff: func(int) time.Duration { return time.Second }})
		On(r.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error {
			attempts.Add(1)
			return errBroken
		})
		r.caughtUp(true)
		r.start()
		r.publish(placed{Order: "a", Number: 1}, placed{Order: "a", Number: 2})
		r.caughtUp(false)
		r.left("a first attempt", 1, "SELECT count(*) FROM deliveries WHERE attempts = 1")
		r.caughtUp(false)
		r.dead(1)
		r.caughtUp(true)
	})
}
