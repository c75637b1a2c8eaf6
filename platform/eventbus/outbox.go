package eventbus

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// Outbox is a consumer without handlers: every event that this database publishes is queued for it,
// and its owner takes the deliveries out of the table by itself. It serves a carrier that sends the
// events to other databases. Imported events are not queued for it.
type Outbox struct {
	// Name is the name of the consumer. It never changes.
	Name string
	// Erased is called in the transaction of an erasure of this database or of another one, before
	// it blanks the subject's events.
	Erased func(ctx context.Context, tx *gorm.DB, e SubjectErased) error
	// Unsent returns the sequence numbers from from to to of events that the owner has taken out of
	// the queue and still needs: the retention keeps them.
	Unsent func(tx *gorm.DB, from, to int64) ([]int64, error)
}

// maxOutboxEvent is the size of the largest event that Publish takes when there is an outbox: a
// larger one could not be sent, and all later ones would wait behind it.
const maxOutboxEvent = 512 << 10

// attachedOutbox is the Outbox of a bus. The methods of nil do nothing, for a bus without one.
type attachedOutbox struct {
	Outbox
	subscribed sync.Map // names of events whose subscription this process knows to be committed
}

// AttachOutbox makes every Publish of this bus queue its events for the outbox, and erasures reach
// other databases and come from them. Call it before Start; a bus has one at most.
func (b *Bus) AttachOutbox(o Outbox) {
	if b.outbox != nil {
		panic("eventbus: a second outbox")
	}
	b.outbox = &attachedOutbox{Outbox: o}
	b.subscribeToErasures()
}

// WatchQueue calls fn when deliveries of the consumer have been committed, by this process or by
// another one. Signals may get lost, so the owner of the queue also polls. See database.Listen.
func WatchQueue(db *gorm.DB, consumer string, fn func()) (stop func()) {
	return database.Listen(db, wakeTopic, func(name string) {
		if name == consumer {
			fn()
		}
	})
}

// consumer returns the outbox as a consumer that subscribes to all events that this binary handles.
func (o *attachedOutbox) consumer(handled map[string]*registeredConsumer) *registeredConsumer {
	c := newConsumer(Consumer{Name: o.Name})
	for _, handler := range handled {
		for event := range handler.subscriptions {
			c.subscriptions[event] = &subscription{}
		}
	}
	return c
}

// subscribe makes the outbox subscribe to the events of the records. It writes only for names that
// this process has not written before: events without a handler are known when they are published.
func (o *attachedOutbox) subscribe(tx *gorm.DB, records []eventRecord, run runner) error {
	if o == nil {
		return nil
	}
	fresh := map[string]bool{}
	for _, r := range records {
		if _, known := o.subscribed.Load(r.name); !known {
			fresh[r.name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fresh)) {
		err := run(tx, func(tx *gorm.DB) *gorm.DB {
			return tx.Exec(`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, ?, FALSE)
				ON CONFLICT DO NOTHING`, name, o.Name)
		})
		if err != nil {
			return fmt.Errorf("eventbus: subscribe %s to %s: %w", o.Name, name, err)
		}
		database.AfterCommit(tx, func() { o.subscribed.Store(name, true) })
	}
	return nil
}

// check returns an error for an event that is too large to be sent.
func (o *attachedOutbox) check(r eventRecord) error {
	if size := len(r.payload) + len(r.personal); o != nil && size > maxOutboxEvent {
		return fmt.Errorf("eventbus: %s has %d bytes, more than the %d that other databases can be sent", r.name, size,
			maxOutboxEvent)
	}
	return nil
}

// erased passes the erasure of a subject on.
func (o *attachedOutbox) erased(ctx context.Context, tx *gorm.DB, e SubjectErased) error {
	if o == nil || o.Erased == nil {
		return nil
	}
	return o.Erased(ctx, tx, e)
}

// addUnsent adds the events that the outbox still needs.
func (o *attachedOutbox) addUnsent(tx *gorm.DB, from, to int64, needed map[int64]bool) error {
	if o == nil || o.Unsent == nil {
		return nil
	}
	seqs, err := o.Unsent(tx, from, to)
	for _, seq := range seqs {
		needed[seq] = true
	}
	return err
}

// is reports whether the outbox has this name.
func (o *attachedOutbox) is(consumer string) bool { return o != nil && o.Name == consumer }

// butOutbox returns an SQL condition on s, a row of event_subscriptions: it is not the outbox's.
func (o *attachedOutbox) butOutbox() string {
	if o == nil {
		return ""
	}
	return " AND s.consumer <> " + sqlList([]string{o.Name})
}
