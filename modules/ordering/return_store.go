package ordering

import (
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// withReturnDetails makes a query of returns read their lines and buyers too: two queries more,
// whatever the number of returns.
func withReturnDetails(q *gorm.DB) *gorm.DB {
	return q.
		Preload("Items", func(q *gorm.DB) *gorm.DB {
			return q.Joins("OrderItem", q.Session(&gorm.Session{NewDB: true}).Omit("slug")).Order("position")
		}).
		Preload("Order", func(q *gorm.DB) *gorm.DB {
			return q.Select("id", "number", "user_id", "buyer_name", "buyer_email", "guest")
		})
}

// loadReturn reads a return with its details, or returns fault.Missing.
func loadReturn(db *gorm.DB, returnID string) (goodsReturn, error) {
	return database.ByID[goodsReturn](withReturnDetails(db), returnID)
}

// loadCurrentOfReturn is loadCurrent for the order of a return.
func loadCurrentOfReturn(db *gorm.DB, returnID string) (order, error) {
	r, err := database.ByID[goodsReturn](db, returnID)
	if err != nil {
		return order{}, err
	}
	return loadCurrent(db, r.OrderID)
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

// returnFilter selects returns. A blank field does not restrict; of several statuses any will do.
type returnFilter struct {
	OrderID  string
	BuyerID  string
	Status   []returnStatus
	Q        string    // in order.searchText
	From, To time.Time // requested in [From, To)
}

// apply restricts a query to the returns of the filter, without its text.
func (f returnFilter) apply(q *gorm.DB) *gorm.DB {
	if f.OrderID != "" {
		q = q.Where("order_id = ?", f.OrderID)
	}
	if f.BuyerID != "" {
		q = q.Where("order_id IN (?)", orderIDsOf(q.Session(&gorm.Session{NewDB: true}), f.BuyerID))
	}
	q = anyOf(q, "status", f.Status)
	if !f.From.IsZero() {
		q = q.Where("created_at >= ?", clock.Normalize(f.From))
	}
	if !f.To.IsZero() {
		q = q.Where("created_at < ?", clock.Normalize(f.To))
	}
	return q
}

// pageOfReturns is a page of the returns with their details, newest first, and their number.
func pageOfReturns(db *gorm.DB, f returnFilter, p httpapi.Page) ([]goodsReturn, int64, error) {
	q := withReturnDetails(f.apply(db))
	if strings.TrimSpace(f.Q) != "" {
		returned := func(orders *gorm.DB) *gorm.DB { return orders.Where("id IN (SELECT order_id FROM ordering_returns)") }
		orders, err := orderIndex.Find(db, f.Q, returned)
		if err != nil {
			return nil, 0, err
		}
		q = q.Where("?", search.Among(db, "order_id", orders))
	}
	return httpapi.FindPage[goodsReturn](q, p, "created_at DESC, id DESC")
}

// saveReturnStatus takes the return from one status to another and writes what else changes, or
// returns InvalidTransition. The UPDATE is the guard: of two admins at once, one comes second.
func (r *returnCommand) saveReturnStatus(from, to returnStatus, changes map[string]any) error {
	if err := returnStates.Check(from, to); err != nil {
		return err
	}
	changes["status"], changes["updated_at"] = to, r.now
	saved := r.tx.Model(&r.ret).Omit(clause.Associations).Clauses(clause.Returning{}).Where("status = ?", from).
		Updates(changes)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}

// saveReceivedItems writes how many of the announced units have arrived and were restocked.
func saveReceivedItems(tx *gorm.DB, returnID string, announced []allocation, p *receipt) error {
	of := tx.Model(&returnItem{}).Where("return_id = ?", returnID).Session(&gorm.Session{})
	if len(p.missing(announced)) == 0 && len(p.writtenOff) == 0 {
		all := gorm.Expr("quantity")
		return of.Updates(map[string]any{"received": all, "restocked": all}).Error
	}
	for _, a := range announced {
		received, restocked := p.of(a.Item)
		err := of.Where("order_item_id = ?", a.Item.ID).
			Updates(map[string]any{"received": received, "restocked": restocked}).Error
		if err != nil {
			return err
		}
	}
	return nil
}
