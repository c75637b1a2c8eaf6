package ordering

import (
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
)

// scope adds something to a query.
type scope = func(*gorm.DB) *gorm.DB

// withItems makes a query of orders read their lines too.
func withItems(q *gorm.DB) *gorm.DB { return q.Preload("Items", selectItems) }

// selectItems selects lines with their slugs, in their order.
func selectItems(q *gorm.DB) *gorm.DB {
	return q.Select("ordering_order_items.*, " + itemSlug("ordering_order_items")).Order("position")
}

// itemSlug is the slug of the lines of a table, under which the shop shows what is still sold.
func itemSlug(table string) string {
	return "(SELECT v.slug FROM ordering_variants v WHERE v.id = " + table + ".variant_id AND v.sold) AS slug"
}

// withShipments makes a query of orders read their shipments too.
func withShipments(q *gorm.DB) *gorm.DB { return q.Preload("Shipments", sortedBy("id")) }

// withShipmentItems is withShipments with what is in the shipments.
func withShipmentItems(q *gorm.DB) *gorm.DB {
	return withShipments(q).Preload("Shipments.Items", sortedBy("order_item_id"))
}

// loadOrderForAdmin is loadOrder with the notes of staff and the names of their authors.
func loadOrderForAdmin(db *gorm.DB, orderID string) (order, error) {
	o, err := loadOrder(db, orderID)
	if err != nil {
		return o, err
	}
	notes := listedNotes(db).Where("n.order_id = ?", orderID)
	err = database.Snapshot(db, database.Select{Query: notes, Scan: func(row database.RowScan) error {
		n, err := scanListedNote(row)
		o.Notes = append(o.Notes, n)
		return err
	}})
	return o, err
}

// loadAdminDetails is loadDetails with the notes of staff.
func loadAdminDetails(tx *gorm.DB, o *order) error {
	if err := loadDetails(tx, o); err != nil {
		return err
	}
	return tx.Where("order_id = ?", o.ID).Order("id").Find(&o.Notes).Error
}

// withDetails makes a query of orders read all that belongs to them: at most four queries more,
// whatever the number of orders.
func withDetails(q *gorm.DB) *gorm.DB {
	return q.Scopes(withItems, withShipmentItems).Preload("Refunds", sortedBy("id"))
}

func sortedBy(columns string) scope {
	return func(q *gorm.DB) *gorm.DB { return q.Order(columns) }
}

// ordersOf are the orders of a buyer.
func ordersOf(db *gorm.DB, buyerID string) *gorm.DB { return db.Where("user_id = ?", buyerID) }

// orders are the orders of the caller. A token opens none that was erased or is a user's.
func (c orderCaller) orders(db *gorm.DB) *gorm.DB {
	const ofUser, ofGuest = "user_id = ?", "user_id = ? AND guest AND NOT buyer_erased"
	switch {
	case c.GuestID == "":
		return db.Where(ofUser, c.UserID)
	case c.UserID == "":
		return db.Where(ofGuest, c.GuestID)
	}
	return db.Where("("+ofUser+" OR "+ofGuest+")", c.UserID, c.GuestID)
}

// loadOrder reads an order of the query with its details, or returns fault.Missing.
func loadOrder(q *gorm.DB, orderID string) (order, error) {
	return database.ByID[order](withDetails(q), orderID)
}

// loadCurrent reads an order of the query with what decides which commands are allowed.
func loadCurrent(q *gorm.DB, orderID string) (order, error) {
	return database.ByID[order](q.Scopes(withItems, withShipments), orderID)
}

// loadDetails reads what belongs to an order that a command has changed: its lines, unless the
// command has read them, and its shipments and refunds.
func loadDetails(tx *gorm.DB, o *order) error {
	ofOrder := func(q *gorm.DB, sortedBy string) *gorm.DB { return q.Where("order_id = ?", o.ID).Order(sortedBy) }
	if o.Items == nil {
		if err := selectItems(tx).Where("order_id = ?", o.ID).Find(&o.Items).Error; err != nil {
			return err
		}
	}
	o.Shipments = nil
	if err := ofOrder(tx.Preload("Items", sortedBy("order_item_id")), "id").Find(&o.Shipments).Error; err != nil {
		return err
	}
	return ofOrder(tx, "id").Find(&o.Refunds).Error
}

// loadOverdueOrders reads the ids of up to limit orders whose payment is overdue, the oldest first.
func loadOverdueOrders(db *gorm.DB, now time.Time, limit int) (ids []string, err error) {
	err = db.Model(&order{}).Where("status = ? AND payment_due_at <= ?", orderPendingPayment, now).
		Order("payment_due_at").Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

// unitsOf counts the units of each order.
func unitsOf(db *gorm.DB, orders []order) (map[string]int, error) {
	ids := convert.All(orders, func(o order) string { return o.ID })
	var rows []struct {
		OrderID string
		Units   int
	}
	if err := db.Model(&orderItem{}).Select("order_id, sum(quantity) AS units").Where("order_id IN ?", ids).
		Group("order_id").Scan(&rows).Error; err != nil {
		return nil, err
	}
	units := map[string]int{}
	for _, r := range rows {
		units[r.OrderID] = r.Units
	}
	return units, nil
}

// loadOrdersOf reads all orders of a buyer with their details, oldest first.
func loadOrdersOf(db *gorm.DB, buyerID string) (orders []order, err error) {
	err = withDetails(ordersOf(db, buyerID)).Order("placed_at, id").Find(&orders).Error
	return orders, err
}

// lockGuestOrders locks the orders of a guest, with their lines, oldest first.
func lockGuestOrders(tx *gorm.DB, guestID string) (orders []order, err error) {
	err = withItems(orderCaller{GuestID: guestID}.orders(database.ForUpdate(tx))).Order("id").Find(&orders).Error
	return orders, err
}

// orderIDsOf selects the ids of a buyer's orders, as a part of another query.
func orderIDsOf(db *gorm.DB, buyerID string) *gorm.DB {
	return ordersOf(db.Model(&order{}).Select("id"), buyerID)
}

// nextOrders reads up to limit orders of the query, newest first, after the last of those read
// before; nil begins.
func nextOrders(q *gorm.DB, last *order, limit int) (orders []order, err error) {
	if last != nil {
		q = q.Where("(placed_at, id) < (?, ?)", last.PlacedAt, last.ID)
	}
	err = q.Order("placed_at DESC, id DESC").Limit(limit).Find(&orders).Error
	return orders, err
}

// loadNumbersAfter reads the numbers of the first orders after one, by id.
func loadNumbersAfter(db *gorm.DB, after string, limit int) (orders []events.NumberedOrder, err error) {
	err = db.Model(&order{}).Select("id AS order_id, number").Where("id > ?", after).Order("id").Limit(limit).
		Find(&orders).Error
	return orders, err
}
