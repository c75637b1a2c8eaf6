package ordering

import "gorm.io/gorm"

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
		Updates(map[string]any{"status": r.Status, "goods_cents": r.Goods, "updated_at": r.UpdatedAt})
	return saved.RowsAffected > 0, saved.Error
}
