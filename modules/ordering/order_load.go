package ordering

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// wholeOrder is an order with everything that belongs to it.
type wholeOrder struct {
	order
	Items     []orderItem // in the order of the cart
	Shipments []shipment  // oldest first
	Packed    []shipmentItem
	Refunds   []refund // oldest first
}

// ordersOf are the orders of a buyer.
func ordersOf(db *gorm.DB, buyerID string) *gorm.DB { return db.Where("user_id = ?", buyerID) }

// orderFilter chooses orders. A blank field does not restrict.
type orderFilter struct {
	Status            orderStatus
	PaymentStatus     paymentStatus
	FulfillmentStatus fulfillmentStatus
	Q                 string    // in the number, the buyer's name or email
	From, To          time.Time // placed in [From, To)
}

// apply restricts a query of orders.
func (f orderFilter) apply(q *gorm.DB) *gorm.DB {
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	if f.PaymentStatus != "" {
		q = q.Where("payment_status = ?", f.PaymentStatus)
	}
	if f.FulfillmentStatus != "" {
		q = q.Where("fulfillment_status = ?", f.FulfillmentStatus)
	}
	q = containing(q, "search", f.Q)
	if !f.From.IsZero() {
		q = q.Where("placed_at >= ?", clock.Normalize(f.From))
	}
	if !f.To.IsZero() {
		q = q.Where("placed_at < ?", clock.Normalize(f.To))
	}
	return q
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
