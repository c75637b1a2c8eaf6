package eventbus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// Publish writes events and their deliveries with tx, which must be a transaction of database.InTx: they exist exactly when it commits. Cause and
// actor come from ctx. On PostgreSQL it is one round trip for each 1 000 events; give it all of a use case at once.
//
// It comes after the lock of the rows that the keys name, so that the sequence of a key's events is the order of their commits.
func Publish(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, atOnce)
}

// PublishAtCommit is Publish with the COMMIT (database.Last): no round trip at all, whatever the number of events. A transaction has at most one.
func PublishAtCommit(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, database.Last)
}

// sender is atOnce or database.Last: it makes statements in their order.
type sender func(tx *gorm.DB, statements ...statement) error

type statement = func(tx *gorm.DB) *gorm.DB

func atOnce(tx *gorm.DB, statements ...statement) error {
	for _, s := range statements {
		if err := s(tx).Error; err != nil {
			return err
		}
	}
	return nil
}

func publish(ctx context.Context, tx *gorm.DB, events []Event, send sender) error {
	if len(events) == 0 {
		return nil
	}
	b := of(tx)
	if b == nil {
		return errors.New("eventbus: publish: no bus on this handle")
	}
	records := make([]record, len(events))
	for i, e := range events {
		r, err := b.record(ctx, e)
		if err != nil {
			return err
		}
		records[i] = r
	}
	return b.publish(tx, records, send)
}

// record is a row of events.
type record struct {
	id, name, key     string
	subject           string
	payload, personal string
	occurredAt        time.Time
	requestID         string
	causation         string
	actor             string
	barrier           string // of its deliveries
	trace             string // what they hang below
}

func (b *Bus) record(ctx context.Context, e Event) (record, error) {
	s := shapeOf(e)
	if s.fault != nil {
		return record{}, s.fault
	}
	cause := CauseOf(ctx)
	r := record{
		id: id.New(), name: e.EventName(), key: e.EventKey(), occurredAt: b.clock.Now(),
		requestID: cause.RequestID, causation: cause.EventID, actor: cause.Actor, barrier: cause.Barrier,
		trace: tracing.Traceparent(ctx),
	}
	if r.key == "" {
		return record{}, fmt.Errorf("eventbus: %s has no key", r.name)
	}
	if about, ok := e.(Subject); ok {
		r.subject = about.EventSubject()
		if r.subject == "" && len(s.personal) > 0 {
			return record{}, fmt.Errorf("eventbus: %s has personal fields and an empty subject", r.name)
		}
	}
	payload, personal, err := s.split(e)
	if err != nil {
		return record{}, fmt.Errorf("eventbus: %s: %w", r.name, err)
	}
	r.payload, r.personal = string(payload), string(personal)
	return r, nil
}

// made is a delivery that a publish has made.
type made struct {
	Consumer string
	Seq      int64
	Prompt   bool
}

// publish writes the records and wakes, after the commit, the consumers that got something.
func (b *Bus) publish(tx *gorm.DB, records []record, send sender) error {
	if !database.IsTx(tx) {
		return errors.New("eventbus: publish outside of a transaction of database.InTx")
	}
	insert := insertPostgres
	if database.Dialect(tx) == database.SQLite {
		insert = insertSQLite
	}
	chunks := slices.Collect(slices.Chunk(records, maxRecords))
	deliveries := make([][]made, len(chunks))
	if err := insert(tx, chunks, send, deliveries); err != nil {
		return fmt.Errorf("eventbus: publish %s: %w", records[0].name, err)
	}
	database.AfterCommit(tx, func() {
		var prompt []made
		consumers := map[string]bool{}
		for _, d := range slices.Concat(deliveries...) {
			consumers[d.Consumer] = true
			if d.Prompt {
				prompt = append(prompt, d)
			}
		}
		b.barrier.expect(records[0].barrier, prompt, b.clock.Now())
		for c := range consumers {
			database.Broadcast(b.db, wakeTopic, c)
		}
	})
	return nil
}

// maxRecords is how many events one statement writes: with 11 parameters each, PostgreSQL takes 5 957 and SQLite 2 978.
const maxRecords = 1000

const (
	insertEvents = `INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id, causation, actor, trace) VALUES `
	eventValues  = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// The consumers come from the table: a newer binary's, which this one does not know, get their deliveries too.
	insertDeliveries = `INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt, held)
		SELECT s.consumer, e.seq, e.name, e.key, CAST(? AS text), s.prompt AND CAST(? AS text) <> '', `
	// Whether the lane has a dead delivery. On PostgreSQL its row is locked, so that it is not revived and gone before this transaction ends: a held
	// delivery needs it, to be handed over to. One that is locked already, by who revives it, holds nothing back any more: publishers don't wait.
	deadPostgres = `coalesce((SELECT TRUE FROM deliveries o WHERE o.consumer = s.consumer AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding LIMIT 1 FOR SHARE SKIP LOCKED), FALSE) FROM `
	deadSQLite = `EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = s.consumer AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding) FROM `
	hears = ` e JOIN event_subscriptions s ON s.event_name = e.name `
)

func insertPostgres(tx *gorm.DB, chunks [][]record, send sender, deliveries [][]made) error {
	statements := make([]statement, len(chunks))
	for i, records := range chunks {
		values, args := bind(records)
		args = append(args, records[0].barrier, records[0].barrier)
		statements[i] = func(tx *gorm.DB) *gorm.DB {
			return tx.Raw(`WITH fresh AS (`+insertEvents+values+` RETURNING seq, name, key),
				made AS (`+insertDeliveries+deadPostgres+`fresh`+hears+`RETURNING consumer, seq, prompt)
				SELECT consumer, seq, prompt FROM made`, args...).Find(&deliveries[i]) // Scan would write every value into a text, for its log
		}
	}
	return send(tx, statements...)
}

// insertSQLite takes two statements: SQLite does not write inside WITH.
func insertSQLite(tx *gorm.DB, chunks [][]record, _ sender, deliveries [][]made) error {
	for i, records := range chunks {
		values, args := bind(records)
		var seqs []int64
		if err := tx.Raw(insertEvents+values+` RETURNING seq`, args...).Scan(&seqs).Error; err != nil {
			return err
		}
		barrier := records[0].barrier
		made := tx.Raw(insertDeliveries+deadSQLite+`events`+hears+`WHERE e.seq IN ? RETURNING consumer, seq, prompt`, barrier, barrier, seqs).Scan(&deliveries[i])
		if made.Error != nil {
			return made.Error
		}
	}
	return nil
}

func bind(records []record) (values string, args []any) {
	for _, r := range records {
		args = append(args, r.id, r.name, r.key, null(r.subject), r.payload, r.personal, r.occurredAt, r.requestID, null(r.causation), r.actor, null(r.trace))
	}
	return strings.Repeat(eventValues+", ", len(records)-1) + eventValues, args
}

func null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
