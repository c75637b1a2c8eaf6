package eventbus

import (
	"encoding/json"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// delivery is a claimed event on its way to one consumer.
type delivery struct {
	eventRecord
	seq      int64
	ready    bool // due, not dead, and this binary has a handler for it
	attempts int  // that failed
	awaited  bool
}

const (
	// maxClaimed is how many deliveries a batch takes.
	maxClaimed = 20
	// maxClaimedTogether is maxClaimed for a consumer with a BatchHandler. On PostgreSQL it made
	// 10.7 k deliveries/s where batches of 20 made 7.2–8.2 k (2 cores, 12 consumers).
	maxClaimedTogether = 100
)

// claimPostgres claims the oldest due delivery of each key and the deliveries that follow it in its
// key. It is a function of the migrations, which explain it. Its arguments are the consumer, the
// names of the events that this binary handles, the time, and the size of the batch.
const claimPostgres = `SELECT * FROM deliveries_next(?, CAST(? AS text[]), ?, ?)`

// claimSQLite does the same on SQLite, which has no functions and needs no locks. The names come
// as a JSON array.
//
// head looks at the oldest 500 deliveries of the consumer. full_scan looks at all of them when head
// finds none, so that a long queue is not read as a whole for each batch.
const claimSQLite = `WITH head_end AS MATERIALIZED (
		SELECT o.turn FROM deliveries o INDEXED BY deliveries_turn WHERE o.consumer = @consumer
			AND o.turn IS NOT NULL ORDER BY o.turn LIMIT 1 OFFSET 500
	), head AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE d.consumer = @consumer AND d.name IN (SELECT value FROM json_each(@known)) AND d.turn IS NOT NULL
			AND (d.due_at IS NULL OR d.due_at <= @at)
			AND d.turn <= coalesce((SELECT turn FROM head_end), 9223372036854775807)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT @at_most
	), full_scan AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE NOT EXISTS (SELECT 1 FROM head)
			AND d.consumer = @consumer AND d.name IN (SELECT value FROM json_each(@known)) AND d.turn IS NOT NULL
				AND (d.due_at IS NULL OR d.due_at <= @at)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT @at_most
	), due AS MATERIALIZED (
		SELECT d.*, row_number() OVER (PARTITION BY d.lane ORDER BY d.seq) AS place
		FROM (SELECT lane FROM head UNION ALL SELECT lane FROM full_scan) first
			JOIN deliveries d ON d.lane = first.lane AND d.seq IN (SELECT o.seq FROM deliveries o
			WHERE o.lane = first.lane ORDER BY o.seq LIMIT @at_most)
		ORDER BY place, d.seq LIMIT @at_most
	)
	SELECT d.name IN (SELECT value FROM json_each(@known)) AND d.dead_id IS NULL AND (d.due_at IS NULL
		OR d.due_at <= @at) AS ready, d.attempts, d.prompt,
		e.seq, e.id, e.name, e.key, coalesce(e.subject, '') AS subject, e.payload, e.personal, e.occurred_at, e.request_id,
		coalesce(e.causation, '') AS causation, e.actor, d.request_id AS barrier, coalesce(e.trace, '') AS trace,
			EXISTS (SELECT 1 FROM head_end) AS long_queue
	FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq`

// claim claims deliveries until the transaction ends. On PostgreSQL it brings the BEGIN along. more
// reports whether it may have left out something that is due.
func (w *worker) claim(tx *gorm.DB) (claimed []*delivery, more bool, err error) {
	query := tx.Raw(claimPostgres, w.consumer.Name, w.events, w.bus.clock.Now(), w.limit)
	if database.Dialect(tx) == database.SQLite {
		// Not as an argument: SQLite plans a statement anew for each value of a LIMIT.
		limited := strings.ReplaceAll(claimSQLite, "@at_most", strconv.Itoa(w.limit))
		query = tx.Raw(limited, map[string]any{"consumer": w.consumer.Name, "known": w.events, "at": w.bus.clock.Now()})
	}
	longQueue := false
	scan := func(row database.RowScan) error {
		d := &delivery{}
		claimed = append(claimed, d)
		err := row(&d.ready, &d.attempts, &d.awaited, &d.seq, &d.id, &d.name, &d.key, &d.subject, &d.payload, &d.personal,
			&d.occurredAt, &d.requestID, &d.causation, &d.actor, &d.barrier, &d.trace, &longQueue)
		d.occurredAt = d.occurredAt.UTC()
		return err
	}
	if err := database.BatchReads(tx, database.Read{Query: query, Scan: scan}); err != nil {
		return nil, false, err
	}
	return claimed, len(claimed) == w.limit || longQueue, nil
}

// eventList returns names of events as the claim takes them: an array of PostgreSQL, or of JSON.
func eventList(dialect string, events []string) string {
	quoted, _ := json.Marshal(events)
	if dialect == database.SQLite {
		return string(quoted)
	}
	return "{" + strings.Trim(string(quoted), "[]") + "}"
}
