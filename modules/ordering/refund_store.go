package ordering

import (
	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
)

// loadRefund reads a refund of the order. One that is not there has no status.
func loadRefund(tx *gorm.DB, orderID, refundID string) (r refund, err error) {
	err = tx.Where("id = ? AND order_id = ?", refundID, orderID).Limit(1).Find(&r).Error
	return r, err
}

// insertRefund writes a new refund.
func insertRefund(tx *gorm.DB, r *refund) error {
	if err := refundStates.Check("", r.Status); err != nil {
		return err
	}
	return tx.Create(r).Error
}

// saveRefund writes what became of a refund; false means that it does not have the status before
// any more.
func saveRefund(tx *gorm.DB, r *refund, before refundStatus) (bool, error) {
	if err := refundStates.Check(before, r.Status); err != nil {
		return false, err
	}
	saved := tx.Model(&refund{}).Where("id = ? AND status = ?", r.ID, before).
		Updates(map[string]any{
			"status": r.Status, "reference": r.Reference, "failure": r.Failure, "settled_at": r.SettledAt, "updated_at": r.UpdatedAt,
		})
	return saved.RowsAffected > 0, saved.Error
}

// undoRefunded counts units of lines that are refunded. It returns InvalidTransition when a line
// has not so many left.
func undoRefunded(tx *gorm.DB, items []refundItem) error { return countRefunded(tx, items, 1) }

// redoRefunded takes back that units of lines were refunded: their refund has failed.
func redoRefunded(tx *gorm.DB, items []refundItem) error { return countRefunded(tx, items, -1) }

func countRefunded(tx *gorm.DB, items []refundItem, sign int64) error {
	if len(items) == 0 {
		return nil
	}
	units, values := lineAmounts{unitCounter: undoneUnits}, lineAmounts{unitCounter: undoneValue}
	for _, i := range items {
		units.amounts, values.amounts = append(units.amounts, sign*int64(i.Quantity)), append(values.amounts, sign*int64(i.Amount))
	}
	return addToLines(tx, convert.All(items, func(i refundItem) string { return i.OrderItemID }), units, values)
}

// listedRefund is a refund with its order, for views.
type listedRefund struct {
	refund
	Order order `gorm:"foreignKey:OrderID"`
}

// loadCurrentOfRefund is loadCurrent for the order of a refund.
func loadCurrentOfRefund(db *gorm.DB, refundID string) (order, error) {
	r, err := database.ByID[refund](db, refundID)
	if err != nil {
		return order{}, err
	}
	return loadCurrent(db, r.OrderID)
}
