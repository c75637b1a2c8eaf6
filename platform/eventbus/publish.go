package eventbus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// Publish writes events and their deliveries with tx, which must be a transaction of database.InTx: they exist exactly when it commits. Cause and
// actor come from ctx. On PostgreSQL it is one round trip whatever the number of events; give it all of a use case at once.
//
// It comes after the lock of the rows that the keys name, so that the sequence of a key's events is the order of their commits.
func Publish(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, atOnce)
}

// PublishLast is Publish with the COMMIT (database.Last): no round trip at all. A transaction has at most one.
func PublishLast(ctx context.Context, tx *gorm.DB, events ...Event) error {
	return publish(ctx, tx, events, database.Last)
}

// sender is atOnce or database.Last.
type sender func(tx *gorm.DB, statement func(tx *gorm.DB) *gorm.DB) error

func atOnce(tx *gorm.DB, statement func(tx *gorm.DB) *gorm.DB) error { return statement(tx).Error }

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
}

func (b *Bus) record(ctx context.Context, e Event) (record, error) {
	s := shapeOf(e)
	if s.fault != nil {
		return record{}, s.fault
	}
	cause := CauseOf(ctx)
	r := record{
		id: id.New(), name: e.EventName(), key: e.EventKey(), occurredAt: b.clock.Now(),
		requestID: cause.RequestID, causation: cause.EventID, actor: cause.Actor,
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
	var deliveries []made
	if err := insert(tx, records, send, &deliveries); err != nil {
		return fmt.Errorf("eventbus: publish %s: %w", records[0].name, err)
	}
	database.AfterCommit(tx, func() {
		var prompt []made
		consumers := map[string]bool{}
		for _, d := range deliveries {
			consumers[d.Consumer] = true
			if d.Prompt {
				prompt = append(prompt, d)
			}
		}
		b.barrier.expect(records[0].requestID, prompt, b.clock.Now())
		for c := range consumers {
			database.Broadcast(b.db, wakeTopic, c)
		}
	})
	return nil
}

const (
	insertEvents = `INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id, causation, actor) VALUES `
	eventValues  = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// The consumers come from the table: a newer binary's, which this one does not know, get their deliveries too.
	insertDeliveries = `INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt, held)
		SELECT s.consumer, e.seq, e.name, e.key, e.request_id, s.prompt AND e.request_id <> '', `
	// Whether the lane has a dead delivery. On PostgreSQL its row is locked, so that it is not revived and gone before this transaction ends: a held
	// delivery needs it, to be handed over to. One that is locked already, by who revives it, holds nothing back any more: publishers don't wait.
	deadPostgres = `coalesce((SELECT TRUE FROM deliveries o WHERE o.consumer = s.consumer AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding LIMIT 1 FOR SHARE SKIP LOCKED), FALSE) FROM `
	deadSQLite = `EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = s.consumer AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding) FROM `
	hears = ` e JOIN event_subscriptions s ON s.event_name = e.name `
)

func insertPostgres(tx *gorm.DB, records []record, send sender, deliveries *[]made) error {
	values, args := bind(records)
	return send(tx, func(tx *gorm.DB) *gorm.DB {
		return tx.Raw(`WITH fresh AS (`+insertEvents+values+` RETURNING seq, name, key, request_id),
			made AS (`+insertDeliveries+deadPostgres+`fresh`+hears+`RETURNING consumer, seq, prompt)
			SELECT consumer, seq, prompt FROM made`, args...).Find(deliveries) // Scan would write every value into a text, for its log
	})
}

// insertSQLite takes two statements: SQLite does not write inside WITH.
func insertSQLite(tx *gorm.DB, records []record, _ sender, deliveries *[]made) error {
	values, args := bind(records)
	var seqs []int64
	if err := tx.Raw(insertEvents+values+` RETURNING seq`, args...).Scan(&seqs).Error; err != nil {
		return err
	}
	return tx.Raw(insertDeliveries+deadSQLite+`events`+hears+`WHERE e.seq IN ? RETURNING consumer, seq, prompt`, seqs).Scan(deliveries).Error
}

func bind(records []record) (values string, args []any) {
	for _, r := range records {
		args = append(args, r.id, r.name, r.key, null(r.subject), r.payload, r.personal, r.occurredAt, r.requestID, null(r.causation), r.actor)
	}
	return strings.Repeat(eventValues+", ", len(records)-1) + eventValues, args
}

func null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
