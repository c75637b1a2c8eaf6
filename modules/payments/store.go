package payments

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// paymentOf is the copy of the user's order, and its intent if it is paid through a provider. It
// returns fault.NotFound.
func paymentOf(db *gorm.DB, orderID, userID string) (o order, i intent, err error) {
	if !id.Valid(orderID) || userID == "" {
		return o, i, fault.Missing()
	}
	o, err = database.Take[order](db.Where("order_id = ? AND user_id = ?", orderID, userID))
	if err == nil && o.Method.ViaProvider() {
		i, err = intentOf(db, orderID)
	}
	return o, i, err
}

// orderOf is the copy of the order, or a blank one when there is none.
func orderOf(db *gorm.DB, orderID string) (o order, err error) {
	err = db.Where("order_id = ?", orderID).Limit(1).Find(&o).Error
	return o, err
}

// ordersOf are the copies of the user's orders.
func ordersOf(db *gorm.DB, userID string) (found []order, err error) {
	err = db.Where("user_id = ?", userID).Order("order_id").Find(&found).Error
	return found, err
}

// paymentTypesOf are by what the user has paid online, by order.
func paymentTypesOf(db *gorm.DB, userID string) (map[string]*string, error) {
	var intents []intent
	err := db.Where("user_id = ? AND payment_type IS NOT NULL", userID).Find(&intents).Error
	types := make(map[string]*string, len(intents))
	for _, i := range intents {
		types[i.OrderID] = i.PaymentType
	}
	return types, err
}

// updateStatus stores the statuses of the orders, but for those whose copies are newer or missing.
func updateStatus(tx *gorm.DB, orders []order) error {
	_, err := database.UpdateRows(tx, orders, []string{"status", "paid_at", "seq"},
		"status = given.status, paid_at = coalesce(given.paid_at, stored.paid_at), seq = given.seq", "stored.seq < given.seq")
	return err
}

// updateNumbers stores the numbers of the orders.
func updateNumbers(tx *gorm.DB, orders []order) error {
	_, err := database.UpdateRows(tx, orders, []string{"number"}, "number = given.number", "stored.number = ''")
	return err
}

// updateStatusAndDeadline is updateStatus with until when the orders wait for their payment.
func updateStatusAndDeadline(tx *gorm.DB, orders []order) error {
	_, err := database.UpdateRows(tx, orders, []string{"status", "due_at", "seq"},
		"status = given.status, due_at = given.due_at, seq = given.seq", "stored.seq < given.seq")
	return err
}

// updateMethod stores how the order is paid now, unless its copy is newer or missing.
func updateMethod(tx *gorm.DB, o order) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", o.OrderID, o.Seq).
		Select("Method", "Status", "Locale", "Instructions", "Due", "DueAt", "Seq").Updates(&o).Error
}

// updateInstructions stores what is due of the order and how it is paid, unless its copy is newer
// or missing.
func updateInstructions(tx *gorm.DB, o order) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", o.OrderID, o.Seq).
		Select("Due", "Locale", "Instructions", "Seq").Updates(&o).Error
}

// updateDue stores what is due of the order, unless its copy is newer or missing.
func updateDue(tx *gorm.DB, o order) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", o.OrderID, o.Seq).Select("Due", "Seq").Updates(&o).Error
}

// updateDeadline stores until when the order waits for its payment, unless its copy is newer or
// missing.
func updateDeadline(tx *gorm.DB, o order) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", o.OrderID, o.Seq).Select("DueAt", "Seq").Updates(&o).Error
}

// updateInvoiceDeadline stores until when the order's invoice is to be paid, unless its copy is
// newer or missing.
func updateInvoiceDeadline(tx *gorm.DB, o order) error {
	return tx.Model(&order{}).Where("order_id = ? AND seq < ?", o.OrderID, o.Seq).Select("InvoiceDueAt", "Seq").
		Updates(&o).Error
}

// closeOrders notes that the orders were cancelled.
func closeOrders(tx *gorm.DB, orderIDs []string) error {
	return tx.Model(&order{}).Where("order_id IN ?", orderIDs).Update("closed", true).Error
}

// intentFor locks the intent of ours that a webhook of an intent without a reading is about: the
// one with that id, or the order's of which the provider's answer has not come yet. found is false
// when there is none: other shops may use the same account.
func intentFor(tx *gorm.DB, providerName string, w webhookEvent) (i intent, found bool, err error) {
	q := tx.Where("provider_id = ?", w.IntentID)
	if id.Valid(w.OrderID) {
		q = q.Or("order_id = ? AND provider_id IS NULL", w.OrderID)
	}
	done := database.ForUpdate(tx).Where("provider = ?", providerName).Where(q).Limit(1).Find(&i)
	return i, done.RowsAffected > 0, done.Error
}

// insertIntent stores the intent. It returns false when the order has one.
func insertIntent(tx *gorm.DB, i intent) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "order_id"}}, DoNothing: true}).Create(&i)
	return done.RowsAffected > 0, done.Error
}

// intentOf is the order's intent, or a blank one when there is none.
func intentOf(db *gorm.DB, orderID string) (i intent, err error) {
	err = db.Where("order_id = ?", orderID).Limit(1).Find(&i).Error
	return i, err
}

// lockIntent locks the order's intent until the transaction ends. found is false when there is
// none.
func lockIntent(tx *gorm.DB, orderID string) (i intent, found bool, err error) {
	done := database.ForUpdate(tx).Where("order_id = ?", orderID).Limit(1).Find(&i)
	return i, done.RowsAffected > 0, done.Error
}

func saveIntent(tx *gorm.DB, i *intent) error { return tx.Save(i).Error }

// insertRefund stores the refund. It returns false when it is known.
func insertRefund(tx *gorm.DB, r refund) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "refund_id"}}, DoNothing: true}).Create(&r)
	return done.RowsAffected > 0, done.Error
}

// refundOf is the refund with the id. found is false when there is none, as for an id that is not
// one of the shop's.
func refundOf(db *gorm.DB, refundID string) (r refund, found bool, err error) {
	if !id.Valid(refundID) {
		return r, false, nil
	}
	done := db.Where("refund_id = ?", refundID).Limit(1).Find(&r)
	return r, done.RowsAffected > 0, done.Error
}

// updateRefund saves the status at the provider, if the present one allows it. It returns false
// when it does not, and when the refund has another id at the provider.
func updateRefund(tx *gorm.DB, u refundUpdate) (bool, error) {
	changed := map[string]any{"status": u.Status, "by_hand": u.byHand}
	if u.ID != "" {
		changed["provider_id"] = u.ID
	}
	from := []refundStatus{refundPending}
	if u.Status == refundFailed {
		from = append(from, refundSucceeded)
	}
	done := tx.Model(&refund{}).
		Where("refund_id = ? AND status IN ? AND (provider_id IS NULL OR provider_id = ?) AND NOT by_hand", u.RefundID, from,
			u.ID).Updates(changed)
	return done.RowsAffected > 0, done.Error
}

// insertProviderEvent stores that the webhook was applied. It returns false when it was applied
// before.
func insertProviderEvent(tx *gorm.DB, e providerEvent) (bool, error) {
	done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&e)
	return done.RowsAffected > 0, done.Error
}

// setBuyer makes the claimed order, or its intent, the user's, if it is the guest's.
func setBuyer(tx *gorm.DB, model any, e ordering.OrderClaimed) error {
	return tx.Model(model).Where("order_id = ? AND user_id = ?", e.OrderID, e.GuestID).Update("user_id", e.UserID).Error
}

// removeUser removes the user from all rows of orders. It locks the orders first, as uploads and
// bookings do: the entries of an upload that is under way are erased, too.
func removeUser(tx *gorm.DB, userID string) error {
	orders, err := ordersOf(database.ForUpdate(tx), userID)
	if err != nil {
		return err
	}
	of, err := entriesOfUser(tx, userID)
	if err != nil {
		return err
	}
	for _, entries := range of {
		if err := eraseEntries(tx, entries); err != nil {
			return err
		}
	}
	several, err := entriesNaming(tx, orders, true)
	if err != nil {
		return err
	}
	if err := eraseEntries(tx, several); err != nil {
		return err
	}
	if err := tx.Model(&order{}).Where("user_id = ?", userID).Update("user_id", nil).Error; err != nil {
		return err
	}
	return tx.Model(&intent{}).Where("user_id = ?", userID).
		Updates(map[string]any{"user_id": nil, "client_secret": nil}).Error
}
