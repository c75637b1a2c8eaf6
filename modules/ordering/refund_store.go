package ordering

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// loadRefund reads a refund of the order. One that is not there has no status.
func loadRefund(tx *gorm.DB, orderID, refundID string) (r refund, err error) {
	err = tx.Where("id = ? AND order_id = ?", refundID, orderID).Limit(1).Find(&r).Error
	return r, err
}

// loadRefundsAtProvider reads the order's refunds that were made at the card provider and stand,
// newest first.
func loadRefundsAtProvider(tx *gorm.DB, orderID string) (found []refund, err error) {
	err = tx.Where("order_id = ? AND origin = ? AND status = ?", orderID, madeByProvider, refundSucceeded).
		Order("id DESC").Find(&found).Error
	return found, err
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
			"status": r.Status, "reference": r.Reference, "failure": r.Failure, "settled_at": r.SettledAt,
			"updated_at": r.UpdatedAt,
		})
	return saved.RowsAffected > 0, saved.Error
}

// undoRefunded counts units of lines that are refunded, in the lines too. It returns
// InvalidTransition when a line has not so many left.
func undoRefunded(tx *gorm.DB, lines []orderItem, items []refundItem) error {
	for _, refunded := range items {
		i := &lines[slices.IndexFunc(lines, func(i orderItem) bool { return i.ID == refunded.OrderItemID })]
		i.Undone += refunded.Quantity
		i.UndoneValue += refunded.Amount
	}
	return countRefunded(tx, items, 1)
}

// redoRefunded takes back that units of lines were refunded: their refund has failed.
func redoRefunded(tx *gorm.DB, items []refundItem) error { return countRefunded(tx, items, -1) }

func countRefunded(tx *gorm.DB, items []refundItem, sign int64) error {
	if len(items) == 0 {
		return nil
	}
	units, values := lineAmounts{unitCounter: undoneUnits}, lineAmounts{unitCounter: undoneValue}
	for _, i := range items {
		units.amounts, values.amounts = append(units.amounts, sign*int64(i.Quantity)),
			append(values.amounts, sign*int64(i.Amount))
	}
	return addToLines(tx, convert.All(items, func(i refundItem) string { return i.OrderItemID }), units, values)
}

// loadOverdueRefunds reads up to limit refunds by hand that were requested before the moment and of
// which staff were not reminded, the oldest first.
func loadOverdueRefunds(db *gorm.DB, before time.Time, limit int) (overdue []refund, err error) {
	const due = "status = ? AND channel = ? AND created_at <= ? AND reminded_at IS NULL"
	err = db.Where(due, refundPending, byHand, before).Order("created_at, id").Limit(limit).Find(&overdue).Error
	return overdue, err
}

// markReminded notes that staff are reminded of a refund; false when they were, or it is settled.
func markReminded(tx *gorm.DB, refundID string, now time.Time) (bool, error) {
	marked := tx.Model(&refund{}).Where("id = ? AND status = ? AND reminded_at IS NULL", refundID, refundPending).
		Update("reminded_at", now)
	return marked.RowsAffected > 0, marked.Error
}

// refundFilter selects refunds. A blank field does not restrict; of several values any will do.
type refundFilter struct {
	Status  []refundStatus
	Channel []refundChannel
	OrderID string
}

// apply restricts a query to the refunds of the filter.
func (f refundFilter) apply(q *gorm.DB) *gorm.DB {
	q = anyOf(anyOf(q, "status", f.Status), "channel", f.Channel)
	if f.OrderID != "" {
		q = q.Where("order_id = ?", f.OrderID)
	}
	return q
}

// pageOfRefunds is a page of the refunds with their orders, and their number: the newest first, or
// the oldest when all are pending.
func pageOfRefunds(db *gorm.DB, f refundFilter, p httpapi.Page) ([]refund, int64, error) {
	sortedBy := "created_at DESC, id DESC"
	if slices.Equal(f.Status, []refundStatus{refundPending}) {
		sortedBy = "created_at, id"
	}
	return httpapi.FindPage[refund](f.apply(db).Preload("Order"), p, sortedBy)
}

// loadCurrentOfRefund is loadCurrent for the order of a refund.
func loadCurrentOfRefund(db *gorm.DB, refundID string) (order, error) {
	r, err := database.ByID[refund](db, refundID)
	if err != nil {
		return order{}, err
	}
	return loadCurrent(db, r.OrderID)
}
