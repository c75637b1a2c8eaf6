package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/id"
)

// newShipment is what an admin says of a shipment. No items are all units that remain.
type newShipment struct {
	Carrier             string
	TrackingNumber      string
	TrackingURL         *string
	EstimatedDeliveryAt *time.Time
	Items               []lineQuantity
}

// shipOrder sends a shipment off: its units leave the stock. It returns fault.Missing, a validation
// fault for lines and quantities that are not the order's, and InvalidTransition when the order
// cannot be shipped or fewer units remain.
func shipOrder(ctx context.Context, tx *gorm.DB, orderID string, n newShipment, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	packed, err := allocate(c.Items, n.Items, (*orderItem).unshipped)
	if err != nil {
		return nil, err
	}
	complete := isComplete(c.Items, packed, (*orderItem).unshipped)
	if err := c.ship(complete, c.now); err != nil {
		return nil, err
	}
	if err := shippedUnits.add(tx, packed); err != nil {
		return nil, err
	}
	if err := moveStock(tx, stockMove{Reason: moveShip, OrderID: &c.ID, Actor: actorOf(ctx), At: c.now}, stockUnits(packed)); err != nil {
		return nil, err
	}
	sent := shipment{
		ID: id.New(), OrderID: c.ID, Carrier: n.Carrier, TrackingNumber: n.TrackingNumber, TrackingURL: n.TrackingURL,
		TrackingStatus: trackingLabelCreated, EstimatedDeliveryAt: n.EstimatedDeliveryAt, ShippedAt: c.now,
		Items: convert.All(packed, func(a allocation) shipmentItem {
			return shipmentItem{OrderItemID: a.Item.ID, Quantity: a.Units}
		}),
	}
	if err := tx.Create(&sent).Error; err != nil {
		return nil, err
	}
	c.record(events.OrderShipped{
		Order: c.withTimeline(), ShipmentID: sent.ID, Carrier: sent.Carrier, TrackingNumber: sent.TrackingNumber, TrackingURL: sent.TrackingURL,
		EstimatedDeliveryAt: sent.EstimatedDeliveryAt, Items: eventItems(packed), Complete: complete, ShippedAt: c.now,
	})
	return &c.order, c.save(ctx)
}
