package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/periodic"
)

// tally adds what is due to the units of the products. It leaves out orders that are being noted just now.
func (s sales) tally(ctx context.Context) error {
	const batch = 500
	for {
		var due []sale // the usual answer is none, and takes no lock
		if err := s.db.WithContext(ctx).Where("due <> 0").Limit(1).Find(&due).Error; err != nil || len(due) == 0 {
			return err
		}
		err := database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			if err := touch(tx); err != nil {
				return err
			}
			skip := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
			if err := tx.Clauses(skip).Where("due <> 0").Limit(batch).Find(&due).Error; err != nil || len(due) == 0 {
				return err
			}
			return settle(tx, due)
		})
		if err != nil || len(due) < batch {
			return err
		}
	}
}

// settle adds what is due of the sales, which are locked.
func settle(tx *gorm.DB, due []sale) error {
	units, keys := map[string]int64{}, make([][]any, len(due))
	for i, d := range due {
		units[d.ProductID] += d.Due
		keys[i] = []any{d.OrderID, d.ProductID}
	}
	for productID, n := range units {
		if err := tx.Exec(`UPDATE catalog_products SET units = units + ? WHERE id = ?`, n, productID).Error; err != nil {
			return err
		}
	}
	return tx.Model(&sale{}).Where("(order_id, product_id) IN ?", keys).Update("due", 0).Error
}

// forget takes back what no longer counts, and deletes it.
func (s sales) forget(ctx context.Context) error {
	db, old := s.db.WithContext(ctx), s.clock.Now().Add(-salesWindow)
	err := db.Model(&sale{}).Where("sold_at <= ? AND NOT cancelled", old).Updates(withdrawn).Error
	if err != nil {
		return err
	}
	if err := s.tally(ctx); err != nil {
		return err
	}
	return db.Where("sold_at <= ? AND due = 0", old).Delete(&sale{}).Error
}

// run counts what was sold, and forgets what is too old to count, until ctx ends.
func (s sales) run(ctx context.Context) error {
	return periodic.Run(ctx, s.log,
		periodic.Job{Name: "count what was sold", Every: time.Second, Do: s.tally},
		periodic.Job{Name: "forget old sales", Every: 10 * time.Minute, Do: s.forget},
	)
}
