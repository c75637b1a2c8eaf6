package ordering

import (
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// insertWithdrawal writes a new withdrawal without its items.
func insertWithdrawal(tx *gorm.DB, w *withdrawal) error {
	if err := withdrawalStates.Check("", w.State); err != nil {
		return err
	}
	w.Search = w.searchText()
	return tx.Omit(clause.Associations).Create(w).Error
}

// saveWithdrawalState takes the withdrawal from one state to another and writes what else changes,
// or returns InvalidTransition. The UPDATE is the guard: of two at once, one comes second.
func saveWithdrawalState(tx *gorm.DB, w *withdrawal, to withdrawalState, changes map[string]any) error {
	from := w.State
	if err := withdrawalStates.Check(from, to); err != nil {
		return err
	}
	changes["state"] = to
	saved := tx.Model(w).Omit(clause.Associations).Clauses(clause.Returning{}).Where("state = ?", from).Updates(changes)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}

// saveWithdrawalRefund writes what goes back for a matched withdrawal, and since when; nil while
// that is expected only.
func saveWithdrawalRefund(tx *gorm.DB, w *withdrawal, since *time.Time, now time.Time) error {
	w.RefundSince, w.UpdatedAt = since, now
	return tx.Model(&withdrawal{}).Where("id = ? AND state = ?", w.ID, withdrawalMatched).
		UpdateColumns(map[string]any{"refund_cents": w.Refund, "refund_since": since, "updated_at": now}).Error
}

// replaceWithdrawalItems writes the units that the withdrawal is about, in place of those of a
// match that was contested.
func replaceWithdrawalItems(tx *gorm.DB, w *withdrawal) error {
	if err := tx.Where("withdrawal_id = ?", w.ID).Delete(&withdrawalItem{}).Error; err != nil {
		return err
	}
	return tx.Create(&w.Items).Error
}

// saveWaiting writes how many units of an item still wait.
func saveWaiting(tx *gorm.DB, i withdrawalItem) error {
	return tx.Model(&withdrawalItem{}).Where("withdrawal_id = ? AND order_item_id = ?", i.WithdrawalID, i.OrderItemID).
		UpdateColumn("waiting", i.Waiting).Error
}

// saveWithdrawalStateOf notes in the order in which state the withdrawal is that names it, and
// returns it; nil for none. An id that no order has takes the same statement.
func saveWithdrawalStateOf(tx *gorm.DB, orderID string) (state *withdrawalState, err error) {
	var rows []struct{ WithdrawalState *withdrawalState }
	err = tx.Raw(`UPDATE ordering_orders SET withdrawal_state = (SELECT w.state FROM ordering_withdrawals w
			WHERE w.order_id = ordering_orders.id OR (w.order_id IS NULL AND w.suggested_order_id = ordering_orders.id)
			ORDER BY CASE w.state WHEN 'received' THEN 0 ELSE 1 END, w.received_at DESC, w.id DESC LIMIT 1)
		WHERE id = ? RETURNING withdrawal_state`, orderID).Scan(&rows).Error
	if len(rows) > 0 {
		state = rows[0].WithdrawalState
	}
	return state, err
}

// lockFittingOrder finds and locks the order with the number that was made with the email, or by
// the account that has it now. The id is blank when there is none; both cases run the same
// statement.
func lockFittingOrder(tx *gorm.DB, d declaration) (orderID string, err error) {
	var found []order
	err = database.ForUpdate(tx).Select("id").Where("number = ? AND NOT buyer_erased", d.OrderNumber).
		Where(`(user_id = ? OR buyer_email = ? OR EXISTS (SELECT 1 FROM ordering_buyers b
			WHERE b.user_id = ordering_orders.user_id AND b.email = ?))`, d.EmailID, d.Email, d.Email).
		Limit(1).Find(&found).Error
	if len(found) > 0 {
		orderID = found[0].ID
	}
	return orderID, err
}

// lockOrders locks orders by their ids.
func lockOrders(tx *gorm.DB, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	return database.ForUpdate(tx).Select("id").Where("id IN ?", ids).Order("id").Find(&[]order{}).Error
}

// withWithdrawalItems makes a query of withdrawals read their items too.
func withWithdrawalItems(q *gorm.DB) *gorm.DB { return q.Preload("Items", sortedBy("order_item_id")) }

// loadWithdrawal reads a withdrawal with its items, or returns fault.Missing.
func loadWithdrawal(db *gorm.DB, withdrawalID string) (withdrawal, error) {
	return database.ByID[withdrawal](withWithdrawalItems(db), withdrawalID)
}

// lockWithdrawal is loadWithdrawal that locks the row, after the orders that it is about: what an
// erasure has blanked meanwhile must not come back.
func lockWithdrawal(tx *gorm.DB, withdrawalID string) (withdrawal, error) {
	return database.ByID[withdrawal](withWithdrawalItems(database.ForUpdate(tx)), withdrawalID)
}

// loadMatchedWithdrawals reads the order's withdrawals that are matched and not settled, oldest
// first.
func loadMatchedWithdrawals(tx *gorm.DB, orderID string) (found []withdrawal, err error) {
	err = withWithdrawalItems(tx).Where("order_id = ? AND state = ?", orderID, withdrawalMatched).
		Order("received_at, id").Find(&found).Error
	return found, err
}

// loadOwedWithdrawals reads the order's withdrawals of which it is known what goes back: those that
// are settled, then those that wait for the money, oldest first.
func loadOwedWithdrawals(tx *gorm.DB, orderID string) (found []withdrawal, err error) {
	err = tx.Where("order_id = ? AND state IN ? AND refund_since IS NOT NULL", orderID,
		[]withdrawalState{withdrawalMatched, withdrawalSettled}).
		Order(clause.Expr{SQL: "CASE state WHEN ? THEN 0 ELSE 1 END, received_at, id", Vars: []any{withdrawalSettled}}).
		Find(&found).Error
	return found, err
}

// withdrawalFilter selects withdrawals. A blank field does not restrict; of several states any will
// do.
type withdrawalFilter struct {
	State   []withdrawalState
	Overdue bool // only matched ones past RefundDueAt
	Q       string
	Now     time.Time
}

func (f withdrawalFilter) apply(q *gorm.DB) *gorm.DB {
	q = search.Matching(anyOf(q, "state", f.State), "search", f.Q)
	if f.Overdue {
		q = q.Where("state = ? AND refund_due_at < ?", withdrawalMatched, f.Now)
	}
	return q
}

// pageOfWithdrawals is a page of the withdrawals with their items, newest first, and their number.
func pageOfWithdrawals(db *gorm.DB, f withdrawalFilter, p httpapi.Page) ([]withdrawal, int64, error) {
	return httpapi.FindPage[withdrawal](withWithdrawalItems(f.apply(db)), p, "received_at DESC, id DESC")
}

// withdrawalsOf restricts a query to the withdrawals of a buyer: those of the buyer's orders, and
// those that were declared with one of the emails, by their pseudonyms.
func withdrawalsOf(db *gorm.DB, buyerID string, emailIDs ...string) *gorm.DB {
	return db.Where("(subject_id IN ? OR order_id IN (?))", append(emailIDs, buyerID),
		orderIDsOf(db.Session(&gorm.Session{NewDB: true}), buyerID))
}

// loadWithdrawalsOf reads all withdrawals of a buyer, oldest first. An account has those that were
// declared with its email too.
func loadWithdrawalsOf(
	db *gorm.DB, buyerID string, pseudonymOf func(email string) string,
) (all []withdrawal, err error) {
	var accounts []buyer
	if err := db.Where("user_id = ? AND email <> ''", buyerID).Find(&accounts).Error; err != nil {
		return nil, err
	}
	emailIDs := convert.All(accounts, func(b buyer) string { return pseudonymOf(b.Email) })
	err = withWithdrawalItems(withdrawalsOf(db, buyerID, emailIDs...)).Order("received_at, id").Find(&all).Error
	return all, err
}

// loadWithdrawalsToErase reads the ids of the withdrawals of a buyer that are not erased yet.
func loadWithdrawalsToErase(tx *gorm.DB, buyerID string) (ids []string, err error) {
	err = withdrawalsOf(tx, buyerID).Model(&withdrawal{}).Where("email <> ''").Order("id").Pluck("id", &ids).Error
	return ids, err
}

// blankWithdrawals blanks what is personal in withdrawals. A number that fits no order may be any
// text.
func blankWithdrawals(tx *gorm.DB, ids []string) error {
	return tx.Exec(`UPDATE ordering_withdrawals SET full_name = '', email = '', texts = '[]',
		reason = CASE WHEN reason IS NULL THEN NULL ELSE '' END,
		order_number = CASE WHEN order_id IS NULL AND suggested_order_id IS NULL THEN '' ELSE order_number END,
		search = CASE WHEN order_id IS NULL AND suggested_order_id IS NULL THEN '' ELSE lower(order_number) END
		WHERE id IN ?`, ids).Error
}

// loadUnmatchedWithdrawals reads some withdrawals without an order that last changed before the
// moment.
func loadUnmatchedWithdrawals(tx *gorm.DB, before time.Time) (old []withdrawal, err error) {
	err = tx.Where("order_id IS NULL AND updated_at < ?", before).Order("id").Limit(withdrawalBatch).Find(&old).Error
	return old, err
}

// deleteUnmatched deletes a withdrawal; false means that it was matched meanwhile.
func deleteUnmatched(tx *gorm.DB, withdrawalID string) (bool, error) {
	deleted := tx.Where("id = ? AND order_id IS NULL", withdrawalID).Delete(&withdrawal{})
	return deleted.RowsAffected > 0, deleted.Error
}

// loadRefundsOf reads all refunds of an order.
func loadRefundsOf(tx *gorm.DB, orderID string) (refunds []refund, err error) {
	err = tx.Where("order_id = ?", orderID).Find(&refunds).Error
	return refunds, err
}

// saveWithdrawalReturn writes in which return the goods of a matched withdrawal come back.
func saveWithdrawalReturn(tx *gorm.DB, w *withdrawal, now time.Time) error {
	return tx.Model(&withdrawal{}).Where("id = ? AND state = ?", w.ID, withdrawalMatched).
		UpdateColumns(map[string]any{"return_id": w.ReturnID, "updated_at": now}).Error
}

// loadReturnsAddress is where the shop wants goods back, or "".
func loadReturnsAddress(tx *gorm.DB) (string, error) {
	var rows []struct{ Value string }
	if err := tx.Table(settingsTable).Select("value").Where("name = ?", shop.GroupSeller).Find(&rows).Error; err != nil {
		return "", err
	}
	var seller shop.Seller
	if len(rows) > 0 {
		if err := json.Unmarshal([]byte(rows[0].Value), &seller); err != nil {
			return "", fmt.Errorf("ordering: read the seller: %w", err)
		}
	}
	return seller.ReturnsTo(), nil
}
