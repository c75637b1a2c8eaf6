package eventbus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// Publish writes events and their deliveries with tx, which must be a transaction of
// database.InTx: they exist exactly when it commits. Cause and actor come from ctx. On PostgreSQL
// it takes one round trip for each 1 000 events; pass all events of a use case at once.
//
// Call it after locking the rows that the keys name. Then the sequence numbers of a key follow the
// order of the commits.
func Publish(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, runNow)
}

// PublishAtCommit is Publish at the time of the COMMIT (database.AtCommit): it takes no round trip,
// whatever the number of events.
func PublishAtCommit(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, database.AtCommit)
}

type sqlStatement = func(tx *gorm.DB) *gorm.DB

// runner runs statements in their order: runNow or database.AtCommit.
type runner func(tx *gorm.DB, statements ...sqlStatement) error

func runNow(tx *gorm.DB, statements ...sqlStatement) error {
	for _, s := range statements {
		if err := s(tx).Error; err != nil {
			return err
		}
	}
	return nil
}

func publish(ctx context.Context, tx *gorm.DB, events []Event, run runner) error {
	if len(events) == 0 {
		return nil
	}
	b := busOf(tx)
	if b == nil {
		return errors.New("eventbus: publish: no bus on this handle")
	}
	if lacksCause(ctx) {
		return fmt.Errorf("eventbus: publish %s in a batch: use Message.Context of the event that caused it",
			events[0].EventName())
	}
	records := make([]eventRecord, len(events))
	for i, e := range events {
		r, err := b.newRecord(ctx, e)
		if err != nil {
			return err
		}
		records[i] = r
	}
	return b.publishRecords(tx, records, run)
}

// eventRecord is a row of events, and the barrier of its deliveries.
type eventRecord struct {
	id, name, key     string
	subject           string
	payload, personal string
	occurredAt        time.Time
	requestID         string
	causation         string
	actor             string
	barrier           string
	trace             string // the traceparent of the publisher
}

func (b *Bus) newRecord(ctx context.Context, e Event) (eventRecord, error) {
	schema := schemaOf(e)
	if schema.err != nil {
		return eventRecord{}, schema.err
	}
	cause := CauseOf(ctx)
	r := eventRecord{
		id: id.New(), name: e.EventName(), key: e.EventKey(), occurredAt: b.clock.Now(),
		requestID: cause.RequestID, causation: cause.EventID, actor: cause.Actor, barrier: cause.Barrier,
		trace: tracing.Traceparent(ctx),
	}
	if r.key == "" {
		return eventRecord{}, fmt.Errorf("eventbus: %s has no key", r.name)
	}
	if about, ok := e.(Subject); ok {
		r.subject = about.EventSubject()
		if r.subject == "" && len(schema.personal) > 0 {
			return eventRecord{}, fmt.Errorf("eventbus: %s has personal fields and an empty subject", r.name)
		}
	}
	payload, personal, err := schema.encode(e)
	if err != nil {
		return eventRecord{}, fmt.Errorf("eventbus: %s: %w", r.name, err)
	}
	r.payload, r.personal = string(payload), string(personal)
	return r, b.outbox.check(r)
}

// publishRecords writes the records. After the commit it wakes the consumers that got a delivery.
func (b *Bus) publishRecords(tx *gorm.DB, records []eventRecord, run runner) error {
	if !database.IsTx(tx) {
		return errors.New("eventbus: publish outside of a transaction of database.InTx")
	}
	if err := b.outbox.subscribe(tx, records, run); err != nil {
		return err
	}
	insert := insertPostgres
	if database.Dialect(tx) == database.SQLite {
		insert = insertSQLite
	}
	chunks := chunksOf(records)
	inserted := make([][]deliveryRef, len(chunks))
	if err := insert(tx, chunks, b.filters.refusals, run, inserted); err != nil {
		return fmt.Errorf("eventbus: publish %s: %w", records[0].name, err)
	}
	database.BroadcastAfterCommit(tx, wakeTopic, func() (consumers []string) {
		for i, chunk := range chunks {
			consumers = append(consumers, b.published(chunk[0].barrier, inserted[i])...)
		}
		return consumers
	})
	return nil
}

// published passes the awaited deliveries to the barrier. It returns the consumers to be woken.
func (b *Bus) published(barrier string, deliveries []deliveryRef) []string {
	var awaited []deliveryRef
	consumers := map[string]bool{}
	for _, d := range deliveries {
		consumers[d.Consumer] = true
		if d.Awaited {
			awaited = append(awaited, d)
		}
	}
	b.barrier.add(barrier, awaited, b.clock.Now())
	return slices.Sorted(maps.Keys(consumers))
}
