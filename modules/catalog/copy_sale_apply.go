package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/periodic"
)

// applyPending adds pending sales to the units of their products. It skips orders that another
// transaction is storing.
func (s salesCounter) applyPending(ctx context.Context) error {
	const batch = 500
	for {
		var pending []sale // most often there are none, and then no lock is taken
		if err := s.db.WithContext(ctx).Where("due <> 0").Limit(1).Find(&pending).Error; err != nil || len(pending) == 0 {
			return err
		}
		err := database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			if err := bumpRevision(tx); err != nil {
				return err
			}
			skipLocked := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
			if err := tx.Clauses(skipLocked).Where("due <> 0").Limit(batch).Find(&pending).Error; err != nil || len(pending) == 0 {
				return err
			}
			return addUnits(tx, pending)
		})
		if err != nil || len(pending) < batch {
			return err
		}
	}
}

// addUnits adds the pending sales, which the transaction has locked, to the units of their
// products.
func addUnits(tx *gorm.DB, pending []sale) error {
	units, keys := map[string]int64{}, make([][]any, len(pending))
	for i, p := range pending {
		units[p.ProductID] += p.Pending
		keys[i] = []any{p.OrderID, p.ProductID}
	}
	for productID, n := range units {
		if err := tx.Model(&product{}).Where("id = ?", productID).UpdateColumn("units", gorm.Expr("units + ?", n)).Error; err != nil {
			return err
		}
	}
	return tx.Model(&sale{}).Where("(order_id, product_id) IN ?", keys).Update("due", 0).Error
}

// removeExpired subtracts the sales that are older than salesWindow, and deletes them.
func (s salesCounter) removeExpired(ctx context.Context) error {
	db, expired := s.db.WithContext(ctx), s.clock.Now().Add(-salesWindow)
	if err := cancelSales(db.Where("sold_at <= ?", expired)); err != nil {
		return err
	}
	if err := s.applyPending(ctx); err != nil {
		return err
	}
	return db.Where("sold_at <= ? AND due = 0", expired).Delete(&sale{}).Error
}

// run counts what was sold until ctx ends.
func (s salesCounter) run(ctx context.Context) error {
	return periodic.Run(ctx, s.log,
		periodic.Job{Name: "count units sold", Every: time.Second, Do: s.applyPending},
		periodic.Job{Name: "remove expired sales", Every: 10 * time.Minute, Do: s.removeExpired},
	)
}
