package invoices

import (
	"encoding/json"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// order is a copy of ordering's order: what its documents need.
type order struct {
	OrderID  string `gorm:"primaryKey"`
	Number   string
	UserID   *string // the account's or the guest's; nil after the erasure
	Guest    bool
	Email    *string // nil after the erasure
	FullName *string // of the buyer's account
	Locale   locale.Code
	Method   ordering.PaymentMethod
	// Pending: it waits for its payment.
	Pending, Cancelled, Paid bool

	Total   money.Cents `gorm:"column:total_cents"`
	Claim   money.Cents `gorm:"column:claim_cents"`   // as its newest event says
	Charged money.Cents `gorm:"column:charged_cents"` // the sum of its documents
	// Held is what came for it while it is not paid, and did not go back.
	Held   money.Cents `gorm:"column:held_cents"`
	LiveID *string     // its invoice that is not cancelled

	ShippedAt    *time.Time // first
	InvoiceDueAt *time.Time
	// Placed, BillTo and ShipTo are JSON. An order from before has none of them; the parties are nil
	// after the erasure too, once a document has them or none will.
	Placed, BillTo, ShipTo *string
}

func (order) TableName() string { return "invoices_orders" }

// placedOrder is what an order charges, as it was placed: the parts of a document.
type placedOrder struct {
	// At is when: the rates of that day count. It is zero in copies from before it was kept.
	At       time.Time `json:"at"`
	Country  string    `json:"country"`
	Items    []item    `json:"items"`
	Shipping []taxRow  `json:"shipping"`
	Taxes    []taxRow  `json:"taxes"`
	// Schemes are those of Taxes, by the rates that the shop had for that day when the order was
	// placed. Copies from before they were kept have none.
	Schemes []taxScheme `json:"schemes,omitempty"`
}

// buyer is a buyer of orders, by the id of the account or the guest. Erased is a tombstone.
type buyer struct {
	ID     string `gorm:"primaryKey"`
	Erased bool
}

func (buyer) TableName() string { return "invoices_buyers" }

// newOrder is the copy of an order that was placed, by the settings of then; nil: they are not
// known.
func newOrder(s *settings, e ordering.OrderPlaced) (o order, err error) {
	o = order{
		OrderID: e.OrderID, Number: e.Number, Guest: e.Guest, Locale: locale.Code(e.Locale), Method: e.PaymentMethod,
		Pending: e.Status == ordering.OrderStatusPendingPayment, Paid: e.PaymentStatus == ordering.PaymentStatusPaid,
		Total: money.Cents(e.Total), Claim: money.Cents(e.Total),
	}
	if e.Claim != nil {
		o.Claim = money.Cents(*e.Claim)
	}
	if e.Email != "" { // the personal fields were not erased before it arrived
		o.UserID, o.Email, o.FullName = &e.UserID, &e.Email, &e.FullName
	}
	placed, known := placedOf(e)
	if !known {
		return o, nil
	}
	if s != nil {
		placed.Schemes = s.schemesOf(&placed)
	}
	if o.Placed, err = encoded(placed); err != nil {
		return o, err
	}
	if err := o.setBillTo(e.BillTo); err != nil {
		return o, err
	}
	return o, o.setShipTo(e.ShipToName, e.ShipToCompany, e.ShipToAddress, e.ShipToCountry, e.ShipToParts)
}

// copyPlaced makes the copy of an order, as newOrder. That of an erased buyer has no person.
func copyPlaced(tx *gorm.DB, s *settings, e ordering.OrderPlaced) error {
	o, err := newOrder(s, e)
	if err != nil {
		return err
	}
	erased, err := lockBuyer(tx, e.UserID)
	if err != nil {
		return err
	}
	if erased {
		o.forget()
	}
	return insertOrder(tx, &o)
}

// placedOf is what the order charges. known is false for one from before its taxes were kept.
func placedOf(e ordering.OrderPlaced) (p placedOrder, known bool) {
	p.At, p.Country = e.PlacedAt, e.ShipToCountry
	for _, l := range e.Lines {
		if l.Category == nil || l.Net == nil || l.Tax == nil {
			return p, false
		}
		sku, itemID := l.SKU, l.OrderItemID
		p.Items = append(p.Items, item{
			OrderItemID: &itemID, SKU: &sku, Name: l.Name, Options: l.Options, Quantity: l.Quantity, TaxRate: l.TaxRate,
			Category: *l.Category, amounts: amountsOf(*l.Net, *l.Tax),
		})
	}
	for _, t := range e.ShippingTaxes {
		p.Shipping = append(p.Shipping, taxRow{
			Rate: t.Rate, Category: t.Category, Reason: t.Category.Reason(), amounts: amountsOf(t.Net, t.Tax),
		})
	}
	for _, t := range e.Taxes {
		p.Taxes = append(p.Taxes, taxRow{
			Rate: t.Rate, Category: t.Category, Reason: t.Category.Reason(), amounts: amountsOf(t.Net, t.Tax),
		})
	}
	return p, len(p.Items) > 0
}

func amountsOf(net, tax int64) amounts {
	return amounts{Net: money.Cents(net), Tax: money.Cents(tax), Gross: money.Cents(net + tax)}
}

// setBillTo takes the address of an invoice; that of an erased buyer is blank, and stays as it is.
func (o *order) setBillTo(b ordering.BillTo) (err error) {
	if b.BillToName == "" {
		return nil
	}
	o.BillTo, err = encoded(party{
		FullName: b.BillToName, Company: b.BillToCompany, Address: b.BillToAddress, Line1: b.BillToLine1,
		Line2: b.BillToLine2, PostalCode: b.BillToPostalCode, City: b.BillToCity, State: b.BillToState,
		Country: b.BillToCountry, VATID: b.BillToVATID,
	})
	return err
}

// setShipTo takes where the order goes, as setBillTo.
func (o *order) setShipTo(name string, company *string, address, country string, p ordering.ShipToParts) (err error) {
	if country == "" {
		return nil
	}
	o.ShipTo, err = encoded(party{
		FullName: name, Company: company, Address: address, Line1: p.ShipToLine1, Line2: p.ShipToLine2,
		PostalCode: p.ShipToPostalCode, City: p.ShipToCity, State: p.ShipToState, Country: country,
	})
	return err
}

func encoded(v any) (*string, error) {
	text, err := json.Marshal(v)
	return new(string(text)), err
}

// ask notes what the order asks for while it is not paid: the rest of its claim has come.
func (o *order) ask(due money.Cents) { o.Held = max(0, o.Claim-due) }

// forget takes the buyer off the order, and the addresses unless a document is still to have them.
func (o *order) forget() {
	o.UserID, o.Email, o.FullName = nil, nil, nil
	o.forgetAddresses()
}

// forgetAddresses removes the addresses from the order of an erased buyer once they are of no use:
// its invoice has them, which it gets at its first shipment, or there will be none.
func (o *order) forgetAddresses() {
	if o.UserID == nil && (o.ShippedAt != nil || o.LiveID != nil || o.Cancelled) {
		o.BillTo, o.ShipTo = nil, nil
	}
}

// returned is what came back by a return: so many units of the lines, and so much of the shipping.
type returned struct {
	ID       string `gorm:"primaryKey"`
	OrderID  string
	Items    string      // JSON: units by order item
	Shipping money.Cents `gorm:"column:shipping_cents"`
}

func (returned) TableName() string { return "invoices_returns" }

// units are the returned units of each order item.
func (r *returned) units() (units map[string]int, err error) {
	err = json.Unmarshal([]byte(r.Items), &units)
	return units, err
}

// insertOrder stores the copy of an order, once. A copy that does not know what the order charges
// gets that.
func insertOrder(tx *gorm.DB, o *order) error {
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "order_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"placed", "bill_to", "ship_to"}),
		Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("invoices_orders.placed IS NULL")}},
	}).Create(o).Error
}

// lockOrder locks the copy of an order until the transaction ends. It returns fault.NotFound.
func lockOrder(tx *gorm.DB, orderID string) (order, error) {
	return database.Take[order](database.ForUpdate(tx).Where("order_id = ?", orderID))
}

// lockFreeOrders locks those of the orders that no other transaction holds, until the transaction
// ends, and returns their ids. It waits for none.
func lockFreeOrders(tx *gorm.DB, orderIDs []string) (locked []string, err error) {
	skipLocked := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	err = tx.Model(&order{}).Clauses(skipLocked).Where("order_id IN ?", orderIDs).Pluck("order_id", &locked).Error
	return locked, err
}

// saveOrder writes the order, which is locked.
func saveOrder(tx *gorm.DB, o *order) error { return tx.Select("*").Updates(o).Error }

// lockBuyer locks the buyer until the transaction ends, and reports whether the account or the
// guest was erased.
func lockBuyer(tx *gorm.DB, buyerID string) (erased bool, err error) {
	b := buyer{ID: buyerID}
	err = database.LockOrCreate(tx, &b)
	return b.Erased, err
}

// insertReturn stores what came back, once.
func insertReturn(tx *gorm.DB, r *returned) error {
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(r).Error
}

// returnOf is the return with the id; nil when it is not known.
func returnOf(tx *gorm.DB, returnID *string) (*returned, error) {
	if returnID == nil {
		return nil, nil
	}
	var found []returned
	err := tx.Where("id = ?", *returnID).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// ordersOfBuyer locks the orders of the account or the guest, in the order of their ids.
func ordersOfBuyer(tx *gorm.DB, buyerID string) (found []order, err error) {
	err = database.ForUpdate(tx).Where("user_id = ?", buyerID).Order("order_id").Find(&found).Error
	return found, err
}

// orderFor is the order with the id, of that account or guest; "" is none. It returns
// fault.NotFound.
func orderFor(db *gorm.DB, orderID, buyerID string) (order, error) {
	if !id.Valid(orderID) || buyerID == "" {
		return order{}, fault.Missing()
	}
	return database.Take[order](db.Where("order_id = ? AND user_id = ?", orderID, buyerID))
}

// forgetPersonsOf removes the persons from the copy of an order that has documents whose retention
// is over.
func forgetPersonsOf(tx *gorm.DB, orderID string) error {
	return tx.Model(&order{}).Where("order_id = ?", orderID).
		Updates(map[string]any{"email": nil, "full_name": nil, "bill_to": nil, "ship_to": nil}).Error
}
