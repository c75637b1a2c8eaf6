package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// DeadFilter selects dead deliveries. Zero values don't restrict.
type DeadFilter struct {
	Consumer string
	Name     string    // of the event
	Until    time.Time // died at this moment or before
}

// RetriedDelivery is what RetryMany gave another life.
type RetriedDelivery struct{ DeadID, Consumer, EventID string }

// RetryMany is Retry for at most limit of the deliveries that the filter selects. Whoever retries all of them calls it, in a transaction each time, until it returns none;
// with Until, so that it ends although some die again.
func RetryMany(ctx context.Context, tx *gorm.DB, f DeadFilter, limit int) ([]RetriedDelivery, error) {
	q := tx.WithContext(ctx).Table("deliveries AS d").Joins("JOIN events AS e ON e.seq = d.seq").
		Select("d.dead_id, d.consumer, e.id AS event_id").Where("d.dead_id IS NOT NULL").Order("d.dead_id").Limit(limit)
	if f.Consumer != "" {
		q = q.Where("d.consumer = ?", f.Consumer)
	}
	if f.Name != "" {
		q = q.Where("d.name = ?", f.Name)
	}
	if !f.Until.IsZero() {
		q = q.Where("d.died_at <= ?", f.Until)
	}
	var found []RetriedDelivery
	if err := q.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "d"}}).Scan(&found).Error; err != nil {
		return nil, fmt.Errorf("eventbus: retry many: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	ids, consumers := make([]string, len(found)), map[string]bool{}
	for i, r := range found {
		ids[i], consumers[r.Consumer] = r.DeadID, true
	}
	if _, err := revive(tx.WithContext(ctx), ids...); err != nil {
		return nil, fmt.Errorf("eventbus: retry many: %w", err)
	}
	database.AfterCommit(tx, func() {
		for consumer := range consumers {
			database.Broadcast(tx, wakeTopic, consumer)
		}
	})
	return found, nil
}

// revive makes dead deliveries due at once, with all their attempts, and returns how many were dead.
func revive(tx *gorm.DB, deadIDs ...string) (int64, error) {
	revived := tx.Exec(`UPDATE deliveries SET dead_id = NULL, died_at = NULL, attempts = 0, due_at = NULL WHERE dead_id IN ?`, deadIDs)
	return revived.RowsAffected, revived.Error
}
