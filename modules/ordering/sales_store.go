package ordering

import (
	"time"

	"gorm.io/gorm"
)

// keepMonth writes the sums of the orders that were placed from kept to end, unless another process
// has changed meanwhile what is kept.
func keepMonth(tx *gorm.DB, kept, end time.Time, quarters []quarterHourSales, products []productOfMonth) error {
	if moved, err := moveSalesKept(tx, kept, &end); err != nil || !moved {
		return err
	}
	if err := tx.CreateInBatches(quarters, 500).Error; err != nil {
		return err
	}
	return tx.CreateInBatches(products, 500).Error
}

// forgetSums deletes all kept sums, unless another process has changed meanwhile what is kept.
func forgetSums(tx *gorm.DB, kept time.Time) error {
	if moved, err := moveSalesKept(tx, kept, nil); err != nil || !moved {
		return err
	}
	if err := tx.Where("TRUE").Delete(&quarterHourSales{}).Error; err != nil {
		return err
	}
	return tx.Where("TRUE").Delete(&productOfMonth{}).Error
}

// moveSalesKept changes until when sums are kept; false when it is another moment than before.
func moveSalesKept(tx *gorm.DB, before time.Time, until *time.Time) (bool, error) {
	row := tx.Model(&keptSales{ID: 1})
	if before.IsZero() {
		row = row.Where("until IS NULL")
	} else {
		row = row.Where("until = ?", before)
	}
	moved := row.Update("until", until)
	return moved.RowsAffected == 1, moved.Error
}

// salesKeptUntil is the moment before which the sums of all orders are kept; zero when none are.
func salesKeptUntil(db *gorm.DB) (time.Time, error) {
	var kept keptSales
	if err := db.Take(&kept, 1).Error; err != nil || kept.Until == nil {
		return time.Time{}, err
	}
	return kept.Until.UTC(), nil
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
	err = db.Raw(`SELECT (SELECT count(*) FROM ordering_orders WHERE placed_at < ?) - (SELECT CAST(COALESCE(sum(orders), 0) AS bigint) FROM ordering_sales_quarter_hours)`,
		kept).Scan(&n).Error
	return n, err
}
