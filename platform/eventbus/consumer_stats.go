package eventbus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// ConsumerStats is the state of a consumer's queue. Pending and Held are counted up to
// PendingLimit.
type ConsumerStats struct {
	Consumer string
	Pending  int64 // deliveries that are not dead, those behind a dead one included
	Held     int64 // pending deliveries that are flagged as held, because a dead one is before them
	Dead     int64
	Lag      time.Duration // age of the oldest pending event without a dead one before it
}

const (
	// CountLimit is where counting ends: the figure stands for itself and for all larger ones.
	CountLimit = 10_000
	// PendingLimit is the CountLimit of one consumer's queue. SQLite counts 10 000 held deliveries
	// in 11 ms.
	PendingLimit = 2_500
)

// Stats returns the state of every consumer's queue, sorted by name. It takes milliseconds, however
// many deliveries are pending.
func Stats(ctx context.Context, db *gorm.DB) ([]ConsumerStats, error) {
	b := busOf(db)
	if b == nil {
		return nil, errors.New("eventbus: stats: no bus on this handle")
	}
	stats, oldest, err := queueStats(db.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("eventbus: stats: %w", err)
	}
	occurred, err := occurredAt(db.WithContext(ctx), oldest)
	if err != nil {
		return nil, fmt.Errorf("eventbus: stats: %w", err)
	}
	for i, seq := range oldest {
		if at, ok := occurred[seq]; ok {
			stats[i].Lag = max(0, b.clock.Now().Sub(at))
		}
	}
	return stats, nil
}

// notBehindDead is a condition on d, a row of deliveries that is not flagged as held: no dead
// delivery is before it. Only few rows lack the flag that they should have.
const notBehindDead = `NOT EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead
	WHERE o.consumer = d.consumer AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)`

const (
	// statsPostgres calls a function of the migrations, which say why it is one.
	statsPostgres = "SELECT * FROM deliveries_stats($1)"
	statsSQLite   = `SELECT c.name,
			(SELECT count(*) FROM (SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name
				AND d.turn IS NOT NULL ORDER BY d.turn LIMIT $1) AS free),
			(SELECT count(*) FROM (SELECT 1 FROM deliveries d INDEXED BY deliveries_held WHERE d.consumer = c.name
				AND d.held ORDER BY d.seq LIMIT $1) AS held),
			(SELECT count(*) FROM deliveries d INDEXED BY deliveries_dead WHERE d.consumer = c.name AND d.dead_id IS NOT NULL),
			coalesce((SELECT d.seq FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name
				AND d.turn IS NOT NULL AND ` + notBehindDead + ` ORDER BY d.turn LIMIT 1), 0)
		FROM event_consumers c ORDER BY c.name`
)

// queueStats returns the stats without the lag, and the sequence number of each consumer's oldest
// waiting event, 0 when none waits.
func queueStats(db *gorm.DB) (stats []ConsumerStats, oldest []int64, err error) {
	statement := statsPostgres
	if database.Dialect(db) == database.SQLite {
		statement = statsSQLite
	}
	rows, err := rawQuery(db, statement, PendingLimit)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s ConsumerStats
		var first int64
		if err := rows.Scan(&s.Consumer, &s.Pending, &s.Held, &s.Dead, &first); err != nil {
			return nil, nil, err
		}
		s.Pending = min(s.Pending+s.Held, PendingLimit)
		stats, oldest = append(stats, s), append(oldest, first)
	}
	return stats, oldest, rows.Err()
}

func occurredAt(db *gorm.DB, seqs []int64) (map[int64]time.Time, error) {
	var rows []logRow
	if err := db.Raw("SELECT seq, occurred_at FROM events WHERE seq IN ?", seqs).Scan(&rows).Error; err != nil {
		return nil, err
	}
	occurred := map[int64]time.Time{}
	for _, r := range rows {
		occurred[r.Seq] = r.OccurredAt
	}
	return occurred, nil
}
