package eventbus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// ConsumerStats is the state of a consumer's queue.
type ConsumerStats struct {
	Consumer string
	Pending  int64 // not dead; those that a dead one holds back included; counted up to PendingLimit
	Held     int64 // those of them behind a dead one, as far as they are flagged; counted up to PendingLimit
	Dead     int64
	Lag      time.Duration // age of the oldest pending event that no dead one holds back
}

// CountLimit is where counting ends: it stands for itself and for all that is more.
const CountLimit = 10_000

// PendingLimit is the same for the queue of one consumer: SQLite counts 10 000 held deliveries in 11 ms.
const PendingLimit = 2_500

// Stats are those of every consumer, in the order of their names. They take milliseconds however much is pending.
func Stats(ctx context.Context, db *gorm.DB) ([]ConsumerStats, error) {
	b := of(db)
	if b == nil {
		return nil, errors.New("eventbus: stats: no bus on this handle")
	}
	stats, oldest, err := queues(db.WithContext(ctx))
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

// unblocked is what of d, a row of deliveries with a turn, says that nothing dead is before it. Few have no flag that should.
const unblocked = `NOT EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = d.consumer AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)`

// queues reads the stats without the lag, and for each consumer the sequence of its oldest event; 0 when none waits.
func queues(db *gorm.DB) (stats []ConsumerStats, oldest []int64, err error) {
	rows, err := query(db, `SELECT c.name,
			(SELECT count(*) FROM (SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL ORDER BY d.turn LIMIT $1) AS free),
			(SELECT count(*) FROM (SELECT 1 FROM deliveries d INDEXED BY deliveries_held WHERE d.consumer = c.name AND d.held ORDER BY d.seq LIMIT $1) AS held),
			(SELECT count(*) FROM deliveries d INDEXED BY deliveries_dead WHERE d.consumer = c.name AND d.dead_id IS NOT NULL),
			coalesce((SELECT d.seq FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL AND `+unblocked+` ORDER BY d.turn LIMIT 1), 0)
		FROM event_consumers c ORDER BY c.name`, PendingLimit)
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
	var rows []row
	if err := db.Raw("SELECT seq, occurred_at FROM events WHERE seq IN ?", seqs).Scan(&rows).Error; err != nil {
		return nil, err
	}
	occurred := map[int64]time.Time{}
	for _, r := range rows {
		occurred[r.Seq] = r.OccurredAt
	}
	return occurred, nil
}
