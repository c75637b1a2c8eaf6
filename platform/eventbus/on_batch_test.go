package eventbus

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/test/kit"
)

// batchLog records the calls of handlers: for each the events that it got, as "key number".
type batchLog struct {
	mu    sync.Mutex
	calls []string
}

func (l *batchLog) add(kind string, messages ...Message[placed]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, m := range messages {
		if i > 0 {
			kind += ","
		}
		kind += fmt.Sprintf(" %s%d", m.Key, m.Event.Number)
	}
	l.calls = append(l.calls, kind)
}

func (l *batchLog) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.calls)
}

// startWith publishes events before the workers start, so that one batch takes all of them.
func (f *fixture) startWith(events ...Event) {
	f.t.Helper()
	if err := f.bus.DeclareConsumers(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.publish(events...)
	f.start()
}

// saveEffects is what a BatchHandler does: one statement for all events.
func saveEffects[E Event](consumer string, tx *gorm.DB, messages []Message[E]) error {
	rows := make([]map[string]any, len(messages))
	for i, m := range messages {
		rows[i] = map[string]any{"consumer": consumer, "seq": m.Seq}
	}
	return tx.Table("effects").Create(rows).Error
}

// A BatchHandler gets all events of its name that wait, those of one key too, in the order of their
// sequence numbers.
func TestABatchHandlerTakesEventsTogether(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.createEffects()
		var log batchLog
		OnBatch(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, messages []Message[placed]) error {
			log.add("placed", messages...)
			return saveEffects("mail.orders", tx, messages)
		})
		f.startWith(placed{"a", 1}, placed{"b", 2}, placed{"a", 3}, placed{"c", 4}, placed{"a", 5})
		f.awaitIdle()
		if got := log.all(); !slices.Equal(got, []string{"placed a1, b2, a3, c4, a5"}) {
			t.Errorf("calls: %q", got)
		}
		if n := f.count("SELECT count(*) FROM effects"); n != 5 {
			t.Errorf("%d effects of 5 events", n)
		}
	})
}

// One consumer has handlers of both kinds. Each key is handled in its order, also from one event to
// another.
func TestBothKindsOfHandlersKeepTheOrderOfAKey(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var log batchLog
		c := Consumer{Name: "mail.orders"}
		OnBatch(f.bus, c, func(_ context.Context, _ *gorm.DB, messages []Message[placed]) error {
			log.add("placed", messages...)
			return nil
		})
		On(f.bus, c, func(_ context.Context, _ *gorm.DB, m Message[shipped]) error {
			log.add("shipped " + m.Key)
			return nil
		})
		f.startWith(shipped{"b"}, placed{"a", 1}, placed{"b", 2}, shipped{"a"}, placed{"a", 3}, placed{"b", 4})
		f.awaitIdle()
		calls := strings.Join(log.all(), "; ")
		for key, want := range map[string][]string{"a": {"a1", "shipped a", "a3"}, "b": {"shipped b", "b2", "b4"}} {
			rest := calls
			for _, next := range want {
				_, after, found := strings.Cut(rest, next)
				if !found {
					t.Errorf("key %s: %s, want the order %v", key, calls, want)
				}
				rest = after
			}
		}
		if n := len(log.all()); n != 4 {
			t.Errorf("%d calls, want 4: %s", n, calls)
		}
	})
}

// A poisoned event in a batch holds back its own key. The others are handled once, and no attempt
// counts against them.
func TestAPoisonedEventInABatch(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		seen := new(observerSpy)
		f := newFixture(t, db, Options{MaxAttempts: 2, Observer: seen})
		f.createEffects()
		OnBatch(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, messages []Message[placed]) error {
			if err := saveEffects("mail.orders", tx, messages); err != nil {
				return err
			}
			if i := slices.IndexFunc(messages, func(m Message[placed]) bool { return m.Event.Number == 7 }); i >= 0 {
				return fmt.Errorf("number 7 of %d: %w", len(messages), errBroken)
			}
			return nil
		})
		var events []Event
		for i := range 15 {
			events = append(events, placed{fmt.Sprint("order-", i%12), i})
		}
		events = append(events, placed{"order-7", 99})
		f.startWith(events...)
		dead := f.awaitDead(1)[0]
		f.awaitCount("only its key waits", 1, "SELECT count(*) FROM deliveries WHERE dead_id IS NULL")
		if dead.Event.Key != "order-7" || dead.Attempts != 2 || dead.LastError != "number 7 of 1: it is broken" || dead.Waiting != 1 {
			t.Errorf("dead: %+v", dead)
		}
		if n := f.count("SELECT count(*) FROM effects"); n != 14 {
			t.Errorf("%d effects, want 14", n)
		}
		kit.Eventually(t, "each attempt is observed once", func() error {
			counts := map[string]int{}
			for _, call := range seen.all() {
				counts[call]++
			}
			want := map[string]int{
				"mail.orders attempt 1 failed=false true": 14, "mail.orders delivered true": 14,
				"mail.orders attempt 1 failed=true true": 1, "mail.orders attempt 2 failed=true true": 1, "mail.orders dead": 1,
			}
			if fmt.Sprint(counts) != fmt.Sprint(want) {
				return fmt.Errorf("%v, want %v", counts, want)
			}
			return nil
		})
	})
}

// A handler of a batch publishes with the context of the event that is the cause. The context of
// the batch names none, and Publish refuses it.
func TestPublishingInABatch(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		refused := make(chan error, 10)
		OnBatch(f.bus, Consumer{Name: "depot.orders"}, func(ctx context.Context, tx *gorm.DB, messages []Message[placed]) error {
			refused <- Publish(ctx, tx, shipped{Order: "x"})
			for _, m := range messages {
				if err := Publish(m.Context(ctx), tx, shipped{Order: m.Key}); err != nil {
					return err
				}
			}
			return nil
		})
		var got received[shipped]
		On(f.bus, Consumer{Name: "mail.parcels"}, got.handle)
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.publishAs(Cause{RequestID: "req-a", Actor: "user:1"}, placed{Order: "a"})
		f.publishAs(Cause{RequestID: "req-b", Actor: "user:2"}, placed{Order: "b"})
		f.start()
		if err := <-refused; err == nil || !strings.Contains(err.Error(), "Message.Context") {
			t.Errorf("published without a cause: %v", err)
		}
		for _, m := range got.wait(t, 2) {
			var cause string
			if err := db.Raw("SELECT id FROM events WHERE name = 'shop.placed.v1' AND key = ?", m.Key).Scan(&cause).Error; err != nil {
				t.Fatal(err)
			}
			if m.RequestID != "req-"+m.Key || m.Causation != cause {
				t.Errorf("%s: request %s, causation %s, want %s", m.Key, m.RequestID, m.Causation, cause)
			}
		}
	})
}
