package ordering

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// keepMonth writes a month and its sums, unless another process has done it.
func keepMonth(tx *gorm.DB, m monthOfSales, quarters []quarterOfSales, products []productOfMonth) error {
	made := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&m)
	if made.Error != nil || made.RowsAffected == 0 {
		return made.Error
	}
	if err := tx.CreateInBatches(quarters, 500).Error; err != nil {
		return err
	}
	return tx.CreateInBatches(products, 500).Error
}

// nextMonthToSum is the month after the last one of which the sums are kept: at first that of the
// first order. false before the first order.
func nextMonthToSum(db *gorm.DB) (time.Time, bool, error) {
	summed, err := salesSummedUntil(db)
	if err != nil || !summed.IsZero() {
		return summed, true, err
	}
	var first []order
	err = db.Select("placed_at").Order("placed_at, id").Limit(1).Find(&first).Error
	if err != nil || len(first) == 0 {
		return time.Time{}, false, err
	}
	return startOfMonth(first[0].PlacedAt), true, nil
}
