package invoices

import (
	"gorm.io/gorm"

	"orderd/platform/fault"
)

// documentsBySeries are so many documents that come after one, by series and number.
func documentsBySeries(db *gorm.DB, after *documentRow, limit int) (found []documentRow, err error) {
	q := db.Order("series, n").Limit(limit)
	if after != nil {
		q = q.Where("(series, n) > (?, ?)", after.Series, after.N)
	}
	err = q.Find(&found).Error
	return found, err
}

// allYears are the numbers that were used last, of all years.
func allYears(db *gorm.DB) (found []yearNumbers, err error) {
	err = db.Find(&found).Error
	return found, err
}

// eachCharged calls do with each order that has documents.
func eachCharged(db *gorm.DB, do func(o order)) error {
	const batch = 500
	for last := ""; ; {
		q := db.Where("EXISTS (SELECT 1 FROM invoices_documents d WHERE d.order_id = invoices_orders.order_id)")
		if last != "" {
			q = q.Where("order_id > ?", last)
		}
		var found []order
		if err := q.Order("order_id").Limit(batch).Find(&found).Error; err != nil {
			return err
		}
		for _, o := range found {
			do(o)
		}
		if len(found) < batch {
			return nil
		}
		last = found[len(found)-1].OrderID
	}
}

func isMissing(err error) bool { return fault.Is(err, fault.NotFound) }
