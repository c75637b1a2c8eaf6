package eventbus

import (
	"database/sql"
	"encoding/json"
	"errors"

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

// claimPostgres claims the oldest due delivery of each key and the deliveries that follow it in its
// key. It is a function of the migrations, which explain it. Its arguments are the consumer, the
// names of the events that this binary handles, and the time.
const claimPostgres = `SELECT * FROM deliveries_due($1, $2, $3)`

// claimSQLite does the same on SQLite, which has no functions and needs no locks. The names come
// as a JSON array.
//
// head looks at the oldest 500 deliveries of the consumer. full_scan looks at all of them when head
// finds none, so that a long queue is not read as a whole for each batch.
const claimSQLite = `WITH head AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE d.consumer = ?1 AND d.name IN (SELECT value FROM json_each(?2)) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= ?3)
			AND d.turn <= coalesce((SELECT o.turn FROM deliveries o INDEXED BY deliveries_turn WHERE o.consumer = ?1 AND o.turn IS NOT NULL
				ORDER BY o.turn LIMIT 1 OFFSET 500), 9223372036854775807)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT 20
	), full_scan AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE NOT EXISTS (SELECT 1 FROM head)
			AND d.consumer = ?1 AND d.name IN (SELECT value FROM json_each(?2)) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= ?3)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT 20
	), due AS MATERIALIZED (
		SELECT d.*, row_number() OVER (PARTITION BY d.lane ORDER BY d.seq) AS place
		FROM (SELECT lane FROM head UNION ALL SELECT lane FROM full_scan) first
			JOIN deliveries d ON d.lane = first.lane AND d.seq IN (SELECT o.seq FROM deliveries o WHERE o.lane = first.lane ORDER BY o.seq LIMIT 20)
		ORDER BY place, d.seq LIMIT 20
	)
	SELECT d.name IN (SELECT value FROM json_each(?2)) AND d.dead_id IS NULL AND (d.due_at IS NULL OR d.due_at <= ?3), d.attempts, d.prompt,
		e.seq, e.id, e.name, e.key, coalesce(e.subject, ''), e.payload, e.personal, e.occurred_at, e.request_id, coalesce(e.causation, ''), e.actor, d.request_id
	FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq`

// claim claims deliveries until the transaction ends.
func (w *worker) claim(tx *gorm.DB) (claimed []*delivery, err error) {
	rows, err := w.queryClaim(tx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var d delivery
		err := rows.Scan(&d.ready, &d.attempts, &d.awaited, &d.seq, &d.id, &d.name, &d.key, &d.subject, &d.payload, &d.personal, &d.occurredAt,
			&d.requestID, &d.causation, &d.actor, &d.barrier)
		if err != nil {
			return nil, err
		}
		claimed = append(claimed, &d)
	}
	return claimed, rows.Err()
}

func (w *worker) queryClaim(tx *gorm.DB) (*sql.Rows, error) {
	statement, events := claimPostgres, any(w.events)
	if database.Dialect(tx) == database.SQLite {
		names, err := json.Marshal(w.events)
		if err != nil {
			return nil, err
		}
		statement, events = claimSQLite, string(names)
	}
	return tx.Statement.ConnPool.QueryContext(tx.Statement.Context, statement, w.consumer.Name, events, w.bus.clock.Now())
}
