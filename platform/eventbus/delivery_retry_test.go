package eventbus

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestRetryOfAnUnknownID(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		for _, unknown := range []string{id.New(), "", "no-id", "'; DROP TABLE deliveries"} {
			if _, err := f.tryRetry(unknown); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", unknown, err)
			}
		}
	})
}

// Of ten retries at the same time one succeeds, and the delivery is tried once more.
func TestRetryTenTimesAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		var tries atomic.Int32
		On(f.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error {
			tries.Add(1)
			return errBroken
		})
		f.start()
		f.publish(placed{Order: "a"})
		deadID := f.awaitDead(1)[0].ID
		results := make(chan error, 10)
		for range 10 {
			go func() {
				_, err := f.tryRetry(deadID)
				results <- err
			}()
		}
		retried := 0
		for range 10 {
			switch err := <-results; {
			case err == nil:
				retried++
			case !fault.Is(err, fault.NotFound):
				t.Error(err)
			}
		}
		kit.Eventually(t, "its second death", func() error {
			if tries.Load() < 2 {
				return errors.New("it was not tried again")
			}
			return nil
		})
		if f.awaitDead(1); retried != 1 || tries.Load() != 2 {
			t.Errorf("retried %d times, handled %d times", retried, tries.Load())
		}
	})
}
