package catalog

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// insertSales stores those of the sales that are not stored yet.
func insertSales(tx *gorm.DB, sales []sale) error {
	if len(sales) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&sales).Error
}

// cancelSalesOf cancels the sales of the orders.
func cancelSalesOf(tx *gorm.DB, orderIDs []string) error {
	return cancelSales(tx.Where("order_id IN ?", orderIDs))
}

// reduceSale lowers the units of a sale to what is left of it, and cancels it when that is nothing.
// A repetition changes nothing.
func reduceSale(tx *gorm.DB, orderID, productID string, left int64) error {
	if left == 0 {
		return cancelSales(tx.Where("order_id = ? AND product_id = ?", orderID, productID))
	}
	return tx.Model(&sale{}).Where("order_id = ? AND product_id = ? AND NOT cancelled AND units > ?", orderID, productID,
		left).
		Updates(map[string]any{"due": gorm.Expr("due - (units - ?)", left), "units": left}).Error
}

// cancelSalesUntil cancels the sales up to the given time.
func cancelSalesUntil(db *gorm.DB, until time.Time) error {
	return cancelSales(db.Where("sold_at <= ?", until))
}

// cancelSales marks those sales that match q as cancelled, and leaves their units to be subtracted.
func cancelSales(q *gorm.DB) error {
	cancelled := map[string]any{"cancelled": true, "due": gorm.Expr("due - units")}
	return q.Model(&sale{}).Where("NOT cancelled").Updates(cancelled).Error
}

// findPendingSales returns up to limit sales that are to be added to the units of their products.
func findPendingSales(db *gorm.DB, limit int) (pending []sale, err error) {
	err = db.Where("due <> 0").Limit(limit).Find(&pending).Error
	return pending, err
}

// lockPendingSales is findPendingSales with a lock on the rows, without those that another
// transaction has locked.
func lockPendingSales(tx *gorm.DB, limit int) ([]sale, error) {
	skipLocked := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	return findPendingSales(tx.Clauses(skipLocked), limit)
}

// addUnits adds the pending sales, which the transaction has locked, to the units of their
// products.
func addUnits(tx *gorm.DB, pending []sale) error {
	units, keys := map[string]int64{}, make([][]any, len(pending))
	for i, p := range pending {
		units[p.ProductID] += p.Pending
		keys[i] = []any{p.OrderID, p.ProductID}
	}
	var products []product
	for productID, n := range units {
		products = append(products, product{ID: productID, Units: n})
	}
	if _, err := database.UpdateRows(tx, products, []string{"units"}, "units = stored.units + given.units",
		"TRUE"); err != nil {
		return err
	}
	return tx.Model(&sale{}).Where("(order_id, product_id) IN ?", keys).Update("due", 0).Error
}

// deleteSalesUntil deletes the sales up to the given time that are not pending.
func deleteSalesUntil(db *gorm.DB, until time.Time) error {
	return db.Where("sold_at <= ? AND due = 0", until).Delete(&sale{}).Error
}
