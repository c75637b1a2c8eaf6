package ordering

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// writeOrder publishes the events of a new order, writes the order with its lines and its timeline,
// deletes the cart and reserves the stock. Three guards may refuse it: the limits of open orders,
// the version of the terms that have priced it, and the stock. The error is one that refusedBy
// knows then.
//
// On PostgreSQL the three statements travel with the COMMIT and the error is that of InTx. The rows
// of the stock, which many checkouts want, are locked by the last of them. SQLite has one writer.
func writeOrder(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, o *order, limits []openLimit, vouchers []voucher,
) error {
	if err := checkStates(&order{}, o); err != nil {
		return err
	}
	placed := o.placedEvents(vouchers)
	if err := eventbus.PublishAtCommit(ctx, tx, append(placed, voucherSettledEvents(vouchers)...)...); err != nil {
		return err
	}
	reserve := stockMove{Reason: moveReserve, OrderID: &o.ID, At: o.PlacedAt}
	quantities := convert.All(o.Items, func(it orderItem) variantQuantity {
		return variantQuantity{it.VariantID, int64(it.Quantity)}
	})
	timeline := timelineEntries(ctx, placed)
	if database.Dialect(tx) == database.SQLite {
		return writeOrderSQLite(tx, terms, o, timeline, limits, reserve, quantities)
	}
	return writeOrderPostgres(tx, terms, o, timeline, limits, reserve, quantities)
}

func writeOrderPostgres(
	tx *gorm.DB, terms *saleTerms, o *order, timeline []timelineEntry, limits []openLimit, reserve stockMove,
	quantities []variantQuantity,
) error {
	changes := reserve.changes(quantities)
	args, err := reserve.functionArgs(changes)
	if err != nil {
		return err
	}
	order, items, entries := insertOf(tx, o), insertOf(tx, &o.Items), insertOf(tx, &timeline)
	return database.AtCommit(tx,
		func(tx *gorm.DB) *gorm.DB {
			return tx.Exec(`WITH o AS (?), items AS (?), timeline AS (?) DELETE FROM ordering_carts WHERE id = ?
				AND ordering_require(?, ?) AND ordering_require(`+copies.Version(settingsTable)+` = ?, ?)`,
				order, items, entries, o.CartID, withinLimits(limits), guardOpenOrders, terms.version, guardTerms)
		},
		func(tx *gorm.DB) *gorm.DB { // all units, or no order
			return tx.Exec(`SELECT ordering_require(count(*) = ?, ?) FROM `+moveStockFunction,
				append([]any{len(changes), guardStock}, args...)...)
		},
	)
}

// insertOf is the INSERT of gorm's Create, as a part of a larger statement. gorm can embed the
// built statement too, but it replaces one placeholder after the other: 25 ms for an order of 100
// lines.
func insertOf(tx *gorm.DB, rows any) clause.Expr {
	s := tx.Session(&gorm.Session{DryRun: true}).Omit(clause.Associations).Create(rows).Statement
	return gorm.Expr("INSERT INTO "+s.Table+" ?", s.Clauses["VALUES"].Expression)
}

func writeOrderSQLite(
	tx *gorm.DB, terms *saleTerms, o *order, timeline []timelineEntry, limits []openLimit, reserve stockMove,
	quantities []variantQuantity,
) error {
	if err := requireTermsAndLimits(tx, terms, limits); err != nil {
		return err
	}
	if err := moveStock(tx, reserve, quantities); err != nil {
		return err
	}
	for _, rows := range []any{o, &o.Items, &timeline} {
		if err := tx.Omit(clause.Associations).Create(rows).Error; err != nil {
			return err
		}
	}
	return tx.Delete(&cart{ID: o.CartID}).Error
}

// requireTermsAndLimits returns errOldTerms when the terms are no longer the shop's, and
// errTooManyOpen as requireWithinLimits does.
func requireTermsAndLimits(tx *gorm.DB, terms *saleTerms, limits []openLimit) error {
	var found struct{ Current, Within bool }
	err := tx.Raw("SELECT "+copies.Version(settingsTable)+" = ? AS current, ? AS within", terms.version,
		withinLimits(limits)).Scan(&found).Error
	switch {
	case err != nil:
		return err
	case !found.Current:
		return errOldTerms
	case !found.Within:
		return errTooManyOpen
	}
	return nil
}

// placedEvents are the events of a new order. vouchers are those that were spent on it.
func (o *order) placedEvents(vouchers []voucher) []eventbus.Event {
	placed := []eventbus.Event{events.OrderPlaced{
		Order: o.withTimeline(), CartID: o.CartID, Status: o.Status, PaymentStatus: o.PaymentStatus,
		Lines: convert.All(o.Items, orderItem.eventLine), PriceMode: o.PriceMode,
		Subtotal: int64(o.Subtotal), DiscountTotal: int64(o.Discount), ShippingTotal: int64(o.Shipping),
		TaxTotal: int64(o.Tax), Taxes: convert.All(o.Taxes, taxRow.event), ShippingTaxes: shippingTaxes(o.Taxes),
		VoucherIDs: voucherIDs(vouchers), Instructions: o.Instructions, ShippingMethod: o.ShippingMethodName,
		PlacedAt: o.PlacedAt, DueAt: o.PaymentDueAt, Recipient: o.Recipient, RecipientID: o.RecipientID,
		ShipToName: o.ShipTo.Name, ShipToPhone: o.ShipTo.Phone, ShipToAddress: o.ShipTo.Address,
		ShipToCountry: o.ShipTo.Country, ShipToCompany: o.ShipTo.Company, ShipToParts: o.ShipTo.Parts.eventParts(),
		Consumer: new(o.WithdrawalDays != nil),
		BillTo:   o.BillTo.event(), SaveAddress: o.SaveAddress,
	}}
	if o.PaidAt != nil {
		placed = append(placed, events.OrderPaid{Order: o.withTimeline(), PaidAt: *o.PaidAt, Implied: true})
	}
	return placed
}
