package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// DeadDelivery is a delivery that failed for the last time. It holds back the later events of its
// key at its consumer.
type DeadDelivery struct {
	ID        string // UUID
	Consumer  string
	Event     LogEntry
	Attempts  int
	LastError string // at most 500 characters
	DiedAt    time.Time
	Waiting   int64 // deliveries that it holds back
}

// ListDead returns a page of the dead deliveries that the filter selects, the latest death first,
// and their number.
func ListDead(
	ctx context.Context, db *gorm.DB, f DeadFilter, limit, offset int,
) (dead []DeadDelivery, total int64, err error) {
	if err := f.restrict(db.WithContext(ctx).Table("deliveries AS d")).Count(&total).Error; err != nil {
		return nil, 0, fmt.Errorf("eventbus: dead: %w", err)
	}
	var rows []deadRow
	err = f.restrict(queryDead(db.WithContext(ctx))).
		Order("d.died_at DESC, d.dead_id").Limit(limit).Offset(offset).Scan(&rows).Error
	if err != nil {
		return nil, 0, fmt.Errorf("eventbus: dead: %w", err)
	}
	for _, r := range rows {
		dead = append(dead, r.delivery())
	}
	return dead, total, nil
}

// deadRow is a row of queryDead.
type deadRow struct {
	Event     logRow `gorm:"embedded"`
	DeadID    string
	Consumer  string
	Attempts  int
	LastError string
	DiedAt    time.Time
	Waiting   int64
}

func queryDead(db *gorm.DB) *gorm.DB {
	return db.Table("deliveries AS d").Joins("JOIN events AS e ON e.seq = d.seq").
		Select(logColumns + `, d.dead_id, d.consumer, d.attempts, d.last_error,
		d.died_at, (SELECT count(*) FROM deliveries o WHERE o.lane = d.lane AND o.seq > d.seq) AS waiting`)
}

func (r deadRow) delivery() DeadDelivery {
	return DeadDelivery{
		ID: r.DeadID, Consumer: r.Consumer, Event: r.Event.entry(), Attempts: r.Attempts,
		LastError: r.LastError, DiedAt: r.DiedAt, Waiting: r.Waiting,
	}
}
