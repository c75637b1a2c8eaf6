package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// DeadDelivery is what a consumer gave up on. It holds back the later events of its key at that consumer.
type DeadDelivery struct {
	ID        string // UUID
	Consumer  string
	Event     LogEntry
	Attempts  int
	LastError string // at most 500 characters
	DiedAt    time.Time
	Waiting   int64 // deliveries that it holds back
}

// ListDead reads a page of the dead deliveries, the latest death first, and their number.
func ListDead(ctx context.Context, db *gorm.DB, limit, offset int) (dead []DeadDelivery, total int64, err error) {
	if err := db.WithContext(ctx).Table("deliveries").Where("dead_id IS NOT NULL").Count(&total).Error; err != nil {
		return nil, 0, fmt.Errorf("eventbus: dead: %w", err)
	}
	var rows []deadRow
	err = deadRows(db.WithContext(ctx)).Where("d.dead_id IS NOT NULL").Order("d.died_at DESC, d.dead_id").Limit(limit).Offset(offset).Scan(&rows).Error
	if err != nil {
		return nil, 0, fmt.Errorf("eventbus: dead: %w", err)
	}
	for _, r := range rows {
		dead = append(dead, r.delivery())
	}
	return dead, total, nil
}

// Retry gives a dead delivery another life: all its attempts, at once. It returns what it was; fault.Missing when there is no such (any more).
func Retry(ctx context.Context, tx *gorm.DB, deadID string) (DeadDelivery, error) {
	if !id.Valid(deadID) {
		return DeadDelivery{}, fault.Missing()
	}
	var rows []deadRow
	if err := deadRows(tx.WithContext(ctx)).Where("d.dead_id = ?", deadID).Scan(&rows).Error; err != nil {
		return DeadDelivery{}, fmt.Errorf("eventbus: retry: %w", err)
	}
	revived, err := revive(tx.WithContext(ctx), deadID)
	if err != nil {
		return DeadDelivery{}, fmt.Errorf("eventbus: retry: %w", err)
	}
	if len(rows) == 0 || revived == 0 {
		return DeadDelivery{}, fault.Missing()
	}
	d := rows[0].delivery()
	database.AfterCommit(tx, func() { database.Broadcast(tx, wakeTopic, d.Consumer) })
	return d, nil
}

func deadRows(db *gorm.DB) *gorm.DB {
	return db.Table("deliveries AS d").Joins("JOIN events AS e ON e.seq = d.seq").Select(columns + `, d.dead_id, d.consumer, d.attempts, d.last_error,
		d.died_at, (SELECT count(*) FROM deliveries o WHERE o.lane = d.lane AND o.seq > d.seq) AS waiting`)
}

type deadRow struct {
	Event     row `gorm:"embedded"`
	DeadID    string
	Consumer  string
	Attempts  int
	LastError string
	DiedAt    time.Time
	Waiting   int64
}

func (r deadRow) delivery() DeadDelivery {
	return DeadDelivery{
		ID: r.DeadID, Consumer: r.Consumer, Event: r.Event.entry(), Attempts: r.Attempts, LastError: r.LastError, DiedAt: r.DiedAt, Waiting: r.Waiting,
	}
}
