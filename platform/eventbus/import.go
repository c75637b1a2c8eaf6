package eventbus

import (
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// ForeignEvent is an event from the log of another database. Its fields are those of LogEntry.
type ForeignEvent struct {
	ID, Name, Key     string
	Subject           string
	Payload, Personal string // JSON objects: the fields that are not personal, and those that are
	OccurredAt        time.Time
	RequestID         string
	Causation         string
	Actor             string
	Trace             string // traceparent of the publisher
	Source            string // name of the other database
}

// importEvents inserts events in the order of the arrays, and their deliveries. Requests of this
// database do not wait for them. Arrays make one prepared statement for any number of events. They
// are passed as pointers, because gorm expands slices.
const importEvents = `WITH fresh AS (
		INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id, causation, actor, trace,
			source)
		SELECT n.id::uuid, n.name, n.key, nullif(n.subject, ''), n.payload, n.personal, n.occurred_at, n.request_id,
			nullif(n.causation, '')::uuid, n.actor, nullif(n.trace, ''), n.source
		FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::text[],
			?::text[], ?::text[], ?::text[])
			WITH ORDINALITY AS n (id, name, key, subject, payload, personal, occurred_at, request_id, causation, actor, trace,
				source, place)
		ORDER BY n.place RETURNING seq, id, name, key
	), made AS (
		INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt, held)
		SELECT s.consumer, e.seq, e.name, e.key, '', FALSE, ` + behindDeadPostgres + `fresh e
			JOIN event_subscriptions s ON s.event_name = e.name AND s.consumer <> ?
				AND strpos(?, ';' || s.consumer || ' ' || e.id || ';') = 0
		RETURNING consumer
	) SELECT DISTINCT consumer FROM made`

// Import writes events of another database into the log, in their order and under sequence numbers
// of this one, and queues them for the consumers here. It does so together with the COMMIT
// (database.AtCommit), and wakes the consumers after it. tx is a transaction of database.InTx on
// PostgreSQL; that no event is imported twice, and that those of a key come in their order, is the
// caller's to see to.
func Import(tx *gorm.DB, events []ForeignEvent) error {
	b := busOf(tx)
	switch {
	case len(events) == 0:
		return nil
	case b == nil || !database.IsTx(tx):
		return errors.New("eventbus: import without a bus or outside of a transaction of database.InTx")
	}
	outbox := ""
	if b.outbox != nil {
		outbox = b.outbox.Name
	}
	args := append(foreignColumns(events), outbox, b.filters.importRefusals(foreignRecords(events)))
	var consumers []string
	if err := database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
		return tx.Raw(importEvents, args...).Find(&consumers)
	}); err != nil {
		return fmt.Errorf("eventbus: import: %w", err)
	}
	database.BroadcastAfterCommit(tx, wakeTopic, func() []string { return consumers })
	return nil
}

// foreignRecords returns of the events what filters look at.
func foreignRecords(events []ForeignEvent) []eventRecord {
	records := make([]eventRecord, len(events))
	for i, e := range events {
		records[i] = eventRecord{id: e.ID, name: e.Name, payload: e.Payload}
	}
	return records
}

// foreignColumns returns the columns of the events, as pointers to arrays.
func foreignColumns(events []ForeignEvent) []any {
	columns := make([][]string, 11)
	occurred := make([]time.Time, len(events))
	for i, e := range events {
		for c, value := range []string{e.ID, e.Name, e.Key, e.Subject, e.Payload, e.Personal, e.RequestID, e.Causation,
			e.Actor, e.Trace, e.Source} {
			columns[c] = append(columns[c], value)
		}
		occurred[i] = e.OccurredAt
	}
	return []any{
		&columns[0], &columns[1], &columns[2], &columns[3], &columns[4], &columns[5], &occurred, &columns[6], &columns[7],
		&columns[8], &columns[9], &columns[10],
	}
}
