package ordering

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// withReturnDetails makes a query of returns read their lines and buyers too: two queries more,
// whatever the number of returns.
func withReturnDetails(q *gorm.DB) *gorm.DB {
	return q.
		Preload("Items", func(q *gorm.DB) *gorm.DB { return q.Joins("OrderItem").Order("position") }).
		Preload("Order", func(q *gorm.DB) *gorm.DB { return q.Select("id", "user_id") })
}

// loadReturn reads a return with its details, or returns fault.Missing.
func loadReturn(db *gorm.DB, returnID string) (goodsReturn, error) {
	return database.ByID[goodsReturn](withReturnDetails(db), returnID)
}

// loadReturnsOf reads the returns of all orders of a buyer with their details, oldest first.
func loadReturnsOf(db *gorm.DB, buyerID string) (returns []goodsReturn, err error) {
	err = withReturnDetails(db.Where("order_id IN (?)", orderIDsOf(db, buyerID))).Order("id").Find(&returns).Error
	return returns, err
}

// loadReturnItems reads a return with its items alone, or returns fault.Missing.
func loadReturnItems(tx *gorm.DB, returnID string) (goodsReturn, error) {
	return database.ByID[goodsReturn](tx.Preload("Items"), returnID)
}

// pageOfReturns is a page of the returns with their details, newest first, and their number. A
// blank orderID or status does not restrict it.
func pageOfReturns(db *gorm.DB, orderID string, status returnStatus, p httpapi.Page) ([]goodsReturn, int64, error) {
	if orderID != "" {
		db = db.Where("order_id = ?", orderID)
	}
	if status != "" {
		db = db.Where("status = ?", status)
	}
	return httpapi.FindPage[goodsReturn](withReturnDetails(db), p, "created_at DESC, id DESC")
}

// saveReturnStatus takes the return from one status to another and writes what else changes, or
// returns InvalidTransition. The UPDATE is the guard: of two admins at once, one comes second.
func (r *returnCommand) saveReturnStatus(from, to returnStatus, changes map[string]any) error {
	if err := returnStates.Check(from, to); err != nil {
		return err
	}
	changes["status"], changes["updated_at"] = to, r.now
	saved := r.tx.Model(&r.ret).Omit(clause.Associations).Clauses(clause.Returning{}).Where("status = ?", from).Updates(changes)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}
