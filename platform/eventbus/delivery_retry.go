package eventbus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// Retry makes a dead delivery due at once, with all its attempts, and returns it as it was. It
// returns fault.Missing when there is no dead delivery with this id (any more).
func Retry(ctx context.Context, tx *gorm.DB, deadID string) (DeadDelivery, error) {
	if !id.Valid(deadID) {
		return DeadDelivery{}, fault.Missing()
	}
	var rows []deadRow
	if err := queryDead(tx.WithContext(ctx)).Where("d.dead_id = ?", deadID).Scan(&rows).Error; err != nil {
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

// DeadFilter selects dead deliveries. Zero values do not restrict.
type DeadFilter struct {
	Consumer string
	Name     string    // of the event
	Until    time.Time // died at this moment or before
}

// restrict restricts a query of deliveries, named d, to the dead ones that the filter selects.
func (f DeadFilter) restrict(q *gorm.DB) *gorm.DB {
	q = q.Where("d.dead_id IS NOT NULL")
	if f.Consumer != "" {
		q = q.Where("d.consumer = ?", f.Consumer)
	}
	if f.Name != "" {
		q = q.Where("d.name = ?", f.Name)
	}
	if !f.Until.IsZero() {
		q = q.Where("d.died_at <= ?", f.Until)
	}
	return q
}

// RetriedDelivery is a delivery that RetryMany has made due.
type RetriedDelivery struct{ DeadID, Consumer, EventID string }

// RetryMany is Retry for at most limit of the deliveries that the filter selects. To retry all of
// them, call it in a transaction each time until it returns none. Set Until, so that this ends
// although some deliveries die again.
func RetryMany(ctx context.Context, tx *gorm.DB, f DeadFilter, limit int) ([]RetriedDelivery, error) {
	retried, err := lockDead(tx.WithContext(ctx), f, limit)
	if err != nil {
		return nil, fmt.Errorf("eventbus: retry many: %w", err)
	}
	if len(retried) == 0 {
		return nil, nil
	}
	ids, consumers := make([]string, len(retried)), map[string]bool{}
	for i, r := range retried {
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
	return retried, nil
}

// lockDead finds and locks dead deliveries.
func lockDead(tx *gorm.DB, f DeadFilter, limit int) (found []RetriedDelivery, err error) {
	q := f.restrict(tx.Table("deliveries AS d")).Joins("JOIN events AS e ON e.seq = d.seq").
		Select("d.dead_id, d.consumer, e.id AS event_id").Order("d.dead_id").Limit(limit)
	lock := clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "d"}}
	err = q.Clauses(lock).Scan(&found).Error
	return found, err
}

// revive makes dead deliveries due at once, with all their attempts. It returns how many were dead.
func revive(tx *gorm.DB, deadIDs ...string) (int64, error) {
	revived := tx.Exec(`UPDATE deliveries SET dead_id = NULL, died_at = NULL, attempts = 0, due_at = NULL
		WHERE dead_id IN ?`, deadIDs)
	return revived.RowsAffected, revived.Error
}
