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
	Pending  int64         // not dead; those that a dead one holds back included
	Dead     int64         //
	Lag      time.Duration // age of the oldest pending event that no dead one holds back
}

// Stats are those of every consumer, in the order of their names.
func Stats(ctx context.Context, db *gorm.DB) ([]ConsumerStats, error) {
	b := of(db)
	if b == nil {
		return nil, errors.New("eventbus: stats: no bus on this handle")
	}
	var rows []struct {
		Name          string
		Pending, Dead int64
		Oldest        *int64
	}
	err := db.WithContext(ctx).Raw(`SELECT c.name, count(d.seq) - count(d.dead_id) AS pending, count(d.dead_id) AS dead,
			min(CASE WHEN d.dead_id IS NULL AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL) THEN d.seq END) AS oldest
		FROM event_consumers c LEFT JOIN deliveries d ON d.consumer = c.name GROUP BY c.name ORDER BY c.name`).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("eventbus: stats: %w", err)
	}
	stats := make([]ConsumerStats, len(rows))
	for i, r := range rows {
		stats[i] = ConsumerStats{Consumer: r.Name, Pending: r.Pending, Dead: r.Dead}
		if r.Oldest == nil {
			continue
		}
		var oldest row
		if err := db.WithContext(ctx).Raw(`SELECT occurred_at FROM events WHERE seq = ?`, *r.Oldest).Scan(&oldest).Error; err != nil {
			return nil, fmt.Errorf("eventbus: stats: %w", err)
		}
		stats[i].Lag = max(0, b.clock.Now().Sub(oldest.OccurredAt))
	}
	return stats, nil
}
