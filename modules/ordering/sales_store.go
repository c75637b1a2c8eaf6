package ordering

import (
	"time"

	"gorm.io/gorm"
)

// keepMonth writes the sums of the orders that were placed from kept to end, unless another process
// has changed meanwhile what is kept.
func keepMonth(tx *gorm.DB, kept, end time.Time, quarters []quarterHourSales, products []productOfMonth) error {
	if moved, err := moveSalesKept(tx, "until", kept, &end); err != nil || !moved {
		return err
	}
	if err := tx.CreateInBatches(quarters, 500).Error; err != nil {
		return err
	}
	return tx.CreateInBatches(products, 500).Error
}

// forgetSums deletes all kept sums, unless another process has changed meanwhile what is kept.
func forgetSums(tx *gorm.DB, kept time.Time) error {
	if moved, err := moveSalesKept(tx, "until", kept, nil); err != nil || !moved {
		return err
	}
	if err := tx.Where("TRUE").Delete(&quarterHourSales{}).Error; err != nil {
		return err
	}
	return tx.Where("TRUE").Delete(&productOfMonth{}).Error
}

// keepChanges writes the sums of the changes from kept to end, unless another process has changed
// meanwhile what is kept.
func keepChanges(tx *gorm.DB, kept, end time.Time, sums []changeSums) error {
	if moved, err := moveSalesKept(tx, "changes_until", kept, &end); err != nil || !moved {
		return err
	}
	return tx.CreateInBatches(sums, 500).Error
}

// forgetChanges deletes all kept sums of changes, unless another process has changed meanwhile what
// is kept.
func forgetChanges(tx *gorm.DB, kept time.Time) error {
	if moved, err := moveSalesKept(tx, "changes_until", kept, nil); err != nil || !moved {
		return err
	}
	return tx.Where("TRUE").Delete(&changeSums{}).Error
}

// moveSalesKept changes until when sums are kept, in its column; false when it is another moment
// than before.
func moveSalesKept(tx *gorm.DB, column string, before time.Time, until *time.Time) (bool, error) {
	row := tx.Model(&keptSales{ID: 1})
	if before.IsZero() {
		row = row.Where(column + " IS NULL")
	} else {
		row = row.Where(column+" = ?", before)
	}
	moved := row.Update(column, until)
	return moved.RowsAffected == 1, moved.Error
}

// keptUntil is before which moments the sums of orders and of changes are kept; zero when none are.
type keptUntil struct{ Orders, Changes time.Time }

func (k keptUntil) equal(other keptUntil) bool {
	return k.Orders.Equal(other.Orders) && k.Changes.Equal(other.Changes)
}

// loadSalesKeptUntil reads until when sums are kept.
func loadSalesKeptUntil(db *gorm.DB) (k keptUntil, err error) {
	var kept keptSales
	if err := db.Take(&kept, 1).Error; err != nil {
		return k, err
	}
	if kept.Until != nil {
		k.Orders = kept.Until.UTC()
	}
	if kept.ChangesUntil != nil {
		k.Changes = kept.ChangesUntil.UTC()
	}
	return k, nil
}

// salesKeptUntil is the moment before which the sums of all orders are kept; zero when none are.
func salesKeptUntil(db *gorm.DB) (time.Time, error) {
	kept, err := loadSalesKeptUntil(db)
	return kept.Orders, err
}

// monthOfChanges is the month that follows what is kept of changes: at first that of the first one.
// false before it.
func monthOfChanges(db *gorm.DB, kept time.Time) (time.Time, bool, error) {
	if !kept.IsZero() {
		return kept, true, nil
	}
	var first []salesChange
	err := db.Select("occurred_at").Order("occurred_at").Limit(1).Find(&first).Error
	if err != nil || len(first) == 0 {
		return time.Time{}, false, err
	}
	return startOfMonth(first[0].OccurredAt), true, nil
}

// countUnsummedChanges is by how many changes the kept sums differ from those before that moment.
func countUnsummedChanges(db *gorm.DB, kept time.Time) (n int64, err error) {
	err = db.Raw(`SELECT (SELECT count(*) FROM ordering_sales_changes WHERE occurred_at < ?) -
		(SELECT CAST(COALESCE(sum(changes), 0) AS bigint) FROM ordering_sales_change_sums)`, kept).Scan(&n).Error
	return n, err
}

// monthToSum is the month that follows what is kept: at first that of the first order. false before
// the first order.
func monthToSum(db *gorm.DB, kept time.Time) (time.Time, bool, error) {
	if !kept.IsZero() {
		return kept, true, nil
	}
	var first []order
	err := db.Select("placed_at").Order("placed_at, id").Limit(1).Find(&first).Error
	if err != nil || len(first) == 0 {
		return time.Time{}, false, err
	}
	return startOfMonth(first[0].PlacedAt), true, nil
}

// countUnsummed is by how many orders the kept sums differ from the orders before that moment.
func countUnsummed(db *gorm.DB, kept time.Time) (n int64, err error) {
	err = db.Raw(`SELECT (SELECT count(*) FROM ordering_orders
		WHERE placed_at < ?) - (SELECT CAST(COALESCE(sum(orders), 0) AS bigint) FROM ordering_sales_quarter_hours)`,
		kept).Scan(&n).Error
	return n, err
}
