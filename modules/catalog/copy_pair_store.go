package catalog

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/database"
)

// insertPairedOrders stores those of the orders that are not stored yet.
func insertPairedOrders(tx *gorm.DB, orders []pairedOrder) error {
	if len(orders) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&orders).Error
}

// uncountOrders lets those orders that match q no longer count.
func uncountOrders(q *gorm.DB) error {
	return q.Model(&pairedOrder{}).Where("counts").UpdateColumn("counts", false).Error
}

// findDueOrders returns up to limit orders whose pairs are to be counted, or no longer to be.
func findDueOrders(db *gorm.DB, limit int) (due []pairedOrder, err error) {
	err = db.Where("counts <> counted").Order("order_id").Limit(limit).Find(&due).Error
	return due, err
}

// countPairs adds the pairs of the orders, which the transaction has locked, or subtracts them, and
// marks the orders as counted, or not.
func countPairs(tx *gorm.DB, due []pairedOrder) error {
	changes := map[pair]int64{} // by a pair without a number
	for _, o := range due {
		change := int64(-1)
		if o.Counts {
			change = 1
		}
		for _, one := range o.Products {
			for _, other := range o.Products {
				if one != other {
					changes[pair{ProductID: one, OtherID: other}] += change
				}
			}
		}
	}
	var more, fewer []pair
	for p, change := range changes {
		p.Orders = change
		switch {
		case change > 0:
			more = append(more, p)
		case change < 0:
			fewer = append(fewer, p)
		}
	}
	if err := addPairs(tx, more); err != nil {
		return err
	}
	if err := subtractPairs(tx, fewer); err != nil {
		return err
	}
	ids := convert.All(due, func(o pairedOrder) string { return o.OrderID })
	return tx.Model(&pairedOrder{}).Where("order_id IN ?", ids).UpdateColumn("counted", gorm.Expr("counts")).Error
}

func addPairs(tx *gorm.DB, more []pair) error {
	if len(more) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "product_id"}, {Name: "other_id"}},
		DoUpdates: clause.Assignments(map[string]any{
			"orders": gorm.Expr("catalog_pairs.orders + excluded.orders"),
		}),
	}).Create(&more).Error
}

func subtractPairs(tx *gorm.DB, fewer []pair) error {
	if len(fewer) == 0 {
		return nil
	}
	_, err := database.UpdateRows(tx, fewer, []string{"orders"}, "orders = stored.orders + given.orders", "TRUE")
	if err != nil {
		return err
	}
	products := convert.All(fewer, func(p pair) string { return p.ProductID })
	return tx.Where("orders = 0 AND product_id IN ?", products).Delete(&pair{}).Error
}

// deletePairedOrdersUntil deletes the orders up to the given time that are counted no longer.
func deletePairedOrdersUntil(db *gorm.DB, until time.Time) error {
	return db.Where("placed_at <= ? AND NOT counts AND NOT counted", until).Delete(&pairedOrder{}).Error
}
