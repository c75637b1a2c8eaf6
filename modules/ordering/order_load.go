package ordering

import (
	"errors"

	"gorm.io/gorm"
)

// ordersOf are the orders of a buyer.
func ordersOf(db *gorm.DB, buyerID string) *gorm.DB { return db.Where("user_id = ?", buyerID) }

// saveTransition writes every column of after, if the axes and the money still are those of before. Else it returns
// InvalidTransition: another command came first.
func saveTransition(tx *gorm.DB, before, after *order) error {
	done := tx.Model(after).
		Where("status = ? AND payment_status = ? AND fulfillment_status = ?", before.Status, before.PaymentStatus, before.FulfillmentStatus).
		Where("refunding_cents = ? AND refunded_cents = ? AND returned_cents = ?", before.Refunding, before.Refunded, before.Returned).
		Select("*").Updates(after)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidTransition()
	}
	return done.Error
}

// wholeOrderOf completes an order with what belongs to it.
func wholeOrderOf(db *gorm.DB, o order) (*wholeOrder, error) {
	whole, err := wholeOrders(db, []order{o})
	if err != nil {
		return nil, err
	}
	return &whole[0], nil
}

// wholeOrders completes orders with what belongs to them, in four queries whatever their number.
func wholeOrders(db *gorm.DB, orders []order) ([]wholeOrder, error) {
	whole := make([]wholeOrder, len(orders))
	if len(orders) == 0 {
		return whole, nil
	}
	ids, at := make([]string, len(orders)), map[string]*wholeOrder{}
	for i, o := range orders {
		whole[i].order = o
		ids[i], at[o.ID] = o.ID, &whole[i]
	}
	var (
		items     []orderItem
		shipments []shipment
		packed    []struct {
			OrderID, ShipmentID, OrderItemID string
			Quantity                         int
		}
		refunds []refund
	)
	packedOf := db.Table("ordering_shipment_items AS p").Select("p.*, s.order_id").
		Joins("JOIN ordering_shipments s ON s.id = p.shipment_id").Where("s.order_id IN ?", ids).Order("p.shipment_id, p.order_item_id")
	if err := errors.Join(
		db.Where("order_id IN ?", ids).Order("order_id, position").Find(&items).Error,
		db.Where("order_id IN ?", ids).Order("order_id, id").Find(&shipments).Error,
		packedOf.Scan(&packed).Error,
		db.Where("order_id IN ?", ids).Order("order_id, id").Find(&refunds).Error,
	); err != nil {
		return nil, err
	}
	for _, i := range items {
		at[i.OrderID].Items = append(at[i.OrderID].Items, i)
	}
	for _, s := range shipments {
		at[s.OrderID].Shipments = append(at[s.OrderID].Shipments, s)
	}
	for _, p := range packed {
		at[p.OrderID].Packed = append(at[p.OrderID].Packed, shipmentItem{p.ShipmentID, p.OrderItemID, p.Quantity})
	}
	for _, r := range refunds {
		at[r.OrderID].Refunds = append(at[r.OrderID].Refunds, r)
	}
	return whole, nil
}
