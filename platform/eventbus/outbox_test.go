package eventbus

import (
	"context"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// Every event is queued for the outbox, those that no consumer handles included.
func TestOutbox(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.bus.AttachOutbox(Outbox{Name: "sender"})
		f.start()
		woken := make(chan struct{}, 10)
		defer WatchQueue(db, "sender", func() { woken <- struct{}{} })()
		f.publish(placed{Order: "a"}, placed{Order: "b"})
		f.publish(placed{Order: "a"})
		<-woken
		if n := f.count("SELECT count(*) FROM deliveries WHERE consumer = 'sender' AND NOT prompt"); n != 3 {
			t.Errorf("%d deliveries are queued, want 3", n)
		}
		if unserved, err := UnservedSubscriptions(t.Context(), db); err != nil || len(unserved) != 0 {
			t.Errorf("unserved: %v %v", unserved, err)
		}
		if err := RemoveConsumer(t.Context(), db, "sender"); err == nil {
			t.Error("the outbox was removed from under its bus")
		}
		if done, err := f.bus.CaughtUp(t.Context()); err != nil || !done {
			t.Errorf("the queue of the outbox counts as a backlog: %v", err)
		}
	})
}

// A subscription that was rolled back is made again.
func TestOutboxSubscriptionRolledBack(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.bus.AttachOutbox(Outbox{Name: "sender"})
		f.start()
		_ = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if err := Publish(t.Context(), tx, placed{Order: "a"}); err != nil {
				t.Error(err)
			}
			return errBroken
		})
		f.publish(placed{Order: "a"})
		if n := f.count("SELECT count(*) FROM deliveries"); n != 1 {
			t.Errorf("%d deliveries are queued, want 1", n)
		}
	})
}

// filled is an event of any size.
type filled struct {
	Text string `json:"text"`
}

func (filled) EventName() string { return "shop.filled.v1" }
func (filled) EventKey() string  { return "one" }

// An event that could not be sent is refused, so that no later one waits behind it.
func TestOutboxRefusesLargeEvents(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		large := filled{Text: strings.Repeat("x", maxOutboxEvent)}
		f.publish(large)
		f.bus.AttachOutbox(Outbox{Name: "sender"})
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return Publish(t.Context(), tx, large) })
		if err == nil || !strings.Contains(err.Error(), "more than the") {
			t.Errorf("publish: %v", err)
		}
	})
}

// The outbox hears of an erasure in its transaction.
func TestOutboxErased(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var erased []string
		f.bus.AttachOutbox(Outbox{Name: "sender", Erased: func(_ context.Context, tx *gorm.DB, e SubjectErased) error {
			if !database.IsTx(tx) {
				t.Error("outside of the transaction")
			}
			erased = append(erased, e.Subject)
			return nil
		}})
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return EraseSubject(t.Context(), tx, "ada") })
		if err != nil || len(erased) != 1 || erased[0] != "ada" {
			t.Errorf("erased %q, %v", erased, err)
		}
	})
}

// The retention keeps events that the owner of the outbox still needs.
func TestRetentionKeepsUnsentEvents(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.publish(numberedEvents("a", 1, 3)...)
		first := int64(f.count("SELECT min(seq) FROM events"))
		f.bus.AttachOutbox(Outbox{Name: "sender", Unsent: func(_ *gorm.DB, from, to int64) ([]int64, error) {
			if from != first || to != first+2 {
				t.Errorf("asked for %d to %d", from, to)
			}
			return []int64{first + 1}, nil
		}})
		if deleted, err := f.bus.trimLog(t.Context(), f.bus.clock.Now().Add(time.Hour)); err != nil || deleted != 2 {
			t.Errorf("%d are deleted, %v", deleted, err)
		}
		if n := f.count("SELECT count(*) FROM events WHERE seq = ?", first+1); n != 1 {
			t.Error("the event that is not sent yet was deleted")
		}
	})
}
