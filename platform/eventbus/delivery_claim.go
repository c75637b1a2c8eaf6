package eventbus

import (
	"database/sql"
	"encoding/json"
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// claimPostgres takes the oldest due delivery of each key and what follows them, as long as it is what this binary knows. What waits behind a dead
// delivery is not looked at. It is a function of the migrations, which say how and why; its arguments are the consumer, the names of its events and the time.
const claimPostgres = `SELECT * FROM deliveries_due($1, $2, $3)`

// claimSQLite is the same for SQLite, which has no functions and needs no locks. The names come as JSON.
const claimSQLite = `WITH near AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE d.consumer = ?1 AND d.name IN (SELECT value FROM json_each(?2)) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= ?3)
			AND d.turn <= coalesce((SELECT o.turn FROM deliveries o INDEXED BY deliveries_turn WHERE o.consumer = ?1 AND o.turn IS NOT NULL
				ORDER BY o.turn LIMIT 1 OFFSET 500), 9223372036854775807)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT 20
	), far AS MATERIALIZED (
		SELECT d.lane FROM deliveries d INDEXED BY deliveries_turn
		WHERE NOT EXISTS (SELECT 1 FROM near)
			AND d.consumer = ?1 AND d.name IN (SELECT value FROM json_each(?2)) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= ?3)
			AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
		ORDER BY d.turn LIMIT 20
	), due AS MATERIALIZED (
		SELECT d.*, row_number() OVER (PARTITION BY d.lane ORDER BY d.seq) AS place
		FROM (SELECT lane FROM near UNION ALL SELECT lane FROM far) first
			JOIN deliveries d ON d.lane = first.lane AND d.seq IN (SELECT o.seq FROM deliveries o WHERE o.lane = first.lane ORDER BY o.seq LIMIT 20)
		ORDER BY place, d.seq LIMIT 20
	)
	SELECT d.name IN (SELECT value FROM json_each(?2)) AND d.dead_id IS NULL AND (d.due_at IS NULL OR d.due_at <= ?3), d.attempts, d.prompt,
		e.seq, e.id, e.name, e.key, coalesce(e.subject, ''), e.payload, e.personal, e.occurred_at, e.request_id, coalesce(e.causation, ''), e.actor, d.request_id
	FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq`

// take claims deliveries for the time of the transaction.
func (w *worker) take(tx *gorm.DB) (due []*delivery, err error) {
	rows, err := w.claim(tx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var d delivery
		err := rows.Scan(&d.ready, &d.attempts, &d.prompt, &d.seq, &d.id, &d.name, &d.key, &d.subject, &d.payload, &d.personal, &d.occurredAt,
			&d.requestID, &d.causation, &d.actor, &d.barrier)
		if err != nil {
			return nil, err
		}
		due = append(due, &d)
	}
	return due, rows.Err()
}

func (w *worker) claim(tx *gorm.DB) (*sql.Rows, error) {
	statement, known := claimPostgres, any(w.known)
	if database.Dialect(tx) == database.SQLite {
		names, err := json.Marshal(w.known)
		if err != nil {
			return nil, err
		}
		statement, known = claimSQLite, string(names)
	}
	return tx.Statement.ConnPool.QueryContext(tx.Statement.Context, statement, w.consumer.Name, known, w.bus.clock.Now())
}
