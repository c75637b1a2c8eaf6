package eventbus

import (
	"strings"

	"gorm.io/gorm"
)

// deliveryRef names a delivery that a publisher has inserted.
type deliveryRef struct {
	Consumer string
	Seq      int64
	Awaited  bool `gorm:"column:prompt"` // requests may wait for it
}

// maxInsertedEvents is how many events one statement inserts. With 11 parameters for each event
// PostgreSQL takes 5 957 of them and SQLite 2 978.
const maxInsertedEvents = 1000

const (
	insertEvents = `INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id,
		causation, actor, trace) VALUES `
	eventPlaceholders = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

	// insertDeliveries takes the consumers from the table, so that consumers of a newer binary,
	// which this one does not know, get their deliveries too.
	insertDeliveries = `INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt, held)
		SELECT s.consumer, e.seq, e.name, e.key, CAST(? AS text), s.prompt AND CAST(? AS text) <> '', `

	// behindDeadPostgres says whether the partition has a dead delivery. It locks the dead row, so
	// that no retry deletes it before this transaction ends: a held delivery depends on it
	// (delivery_held.go). It skips a dead row that a retry has locked already: that row holds
	// nothing back any more, and publishers do not wait.
	behindDeadPostgres = `coalesce((SELECT TRUE FROM deliveries o WHERE o.consumer = s.consumer
		AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding LIMIT 1 FOR SHARE SKIP LOCKED), FALSE) FROM `
	behindDeadSQLite = `EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = s.consumer
		AND o.lane = s.consumer || ' ' || e.key
			AND o.dead_id IS NOT NULL AND o.holding) FROM `

	// joinSubscriptions takes the tokens of the deliveries that filters refuse (deliveryToken).
	joinSubscriptionsPostgres = ` e JOIN event_subscriptions s ON s.event_name = e.name
		AND strpos(CAST(? AS text), ';' || s.consumer || ' ' || e.id || ';') = 0 `
	joinSubscriptionsSQLite = ` e JOIN event_subscriptions s ON s.event_name = e.name
		AND instr(?, ';' || s.consumer || ' ' || e.id || ';') = 0 `
)

// refusals returns the tokens of the deliveries that are not made of records.
type refusals = func(records []eventRecord) string

// insertPostgres inserts each chunk of events, and their deliveries, by one statement. It fills
// inserted when run runs the statements.
func insertPostgres(tx *gorm.DB, chunks [][]eventRecord, refused refusals, run runner, inserted [][]deliveryRef) error {
	statements := make([]sqlStatement, len(chunks))
	for i, records := range chunks {
		placeholders, args := bindRecords(records)
		args = append(args, records[0].barrier, records[0].barrier, refused(records))
		statements[i] = func(tx *gorm.DB) *gorm.DB {
			// Find, because Scan would format every value for gorm's log.
			return tx.Raw(`WITH fresh AS (`+insertEvents+placeholders+` RETURNING seq, id, name, key),
				made AS (`+insertDeliveries+behindDeadPostgres+`fresh`+joinSubscriptionsPostgres+`RETURNING consumer, seq, prompt)
				SELECT consumer, seq, prompt FROM made`, args...).Find(&inserted[i])
		}
	}
	return run(tx, statements...)
}

// insertSQLite inserts events and deliveries by two statements, because SQLite does not write
// inside WITH. It runs them at once: there COMMIT saves no round trip.
func insertSQLite(tx *gorm.DB, chunks [][]eventRecord, refused refusals, _ runner, inserted [][]deliveryRef) error {
	for i, records := range chunks {
		placeholders, args := bindRecords(records)
		var seqs []int64
		if err := tx.Raw(insertEvents+placeholders+` RETURNING seq`, args...).Scan(&seqs).Error; err != nil {
			return err
		}
		barrier := records[0].barrier
		err := tx.Raw(insertDeliveries+behindDeadSQLite+`events`+joinSubscriptionsSQLite+`WHERE e.seq IN ?
			RETURNING consumer, seq, prompt`,
			barrier, barrier, refused(records), seqs).Scan(&inserted[i]).Error
		if err != nil {
			return err
		}
	}
	return nil
}

func bindRecords(records []eventRecord) (placeholders string, args []any) {
	for _, r := range records {
		args = append(args, r.id, r.name, r.key, nullIfEmpty(r.subject), r.payload, r.personal, r.occurredAt,
			r.requestID, nullIfEmpty(r.causation), r.actor, nullIfEmpty(r.trace))
	}
	return strings.Repeat(eventPlaceholders+", ", len(records)-1) + eventPlaceholders, args
}

func nullIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
