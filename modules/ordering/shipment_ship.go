package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
)

// parcel is what an admin tells of a shipment. No parts mean everything that remains.
type parcel struct {
	Carrier             string
	TrackingNumber      string
	TrackingURL         *string
	EstimatedDeliveryAt *time.Time
	Parts               []part
}

// ship sends a parcel off: its units leave the stock. It returns fault.Missing, a validation fault for a line or a quantity that is
// not the order's, and InvalidTransition when the order can't be shipped or not so much remains.
func ship(ctx context.Context, tx *gorm.DB, orderID string, p parcel, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	items, err := itemsOf(tx, orderID)
	if err != nil {
		return order{}, err
	}
	packed, err := choose(items, p.Parts, func(i *orderItem) int { return i.Quantity - i.Shipped })
	if err != nil {
		return order{}, err
	}
	whole := wholeWith(items, packed, func(i *orderItem) int { return i.Shipped })
	if err := c.ship(whole, c.now); err != nil {
		return order{}, err
	}
	if err := shippedUnits.add(tx, packed, 1); err != nil {
		return order{}, err
	}
	if err := moveStock(tx, move{Reason: moveShip, OrderID: &c.ID, At: c.now}, stockOf(packed)); err != nil {
		return order{}, err
	}
	sent := shipment{
		ID: id.New(), OrderID: c.ID, Carrier: p.Carrier, TrackingNumber: p.TrackingNumber, TrackingURL: p.TrackingURL,
		TrackingStatus: trackingLabelCreated, EstimatedDeliveryAt: p.EstimatedDeliveryAt, ShippedAt: c.now,
	}
	if err := insertShipment(tx, &sent, packed); err != nil {
		return order{}, err
	}
	c.say(events.OrderShipped{
		Order: c.entered(), ShipmentID: sent.ID, Carrier: sent.Carrier, TrackingNumber: sent.TrackingNumber, TrackingURL: sent.TrackingURL,
		EstimatedDeliveryAt: sent.EstimatedDeliveryAt, Items: told(packed), Complete: whole, ShippedAt: c.now,
	})
	return c.done(ctx)
}

// wholeWith tells whether the portions make a count of every line complete.
func wholeWith(items []orderItem, more []portion, count func(*orderItem) int) bool {
	missing := 0
	for i := range items {
		missing += items[i].Quantity - count(&items[i])
	}
	for _, p := range more {
		missing -= p.Units
	}
	return missing == 0
}

func insertShipment(tx *gorm.DB, s *shipment, packed []portion) error {
	if err := tx.Create(s).Error; err != nil {
		return err
	}
	rows := listOf(packed, func(p portion) shipmentItem {
		return shipmentItem{ShipmentID: s.ID, OrderItemID: p.ID, Quantity: p.Units}
	})
	return tx.Create(&rows).Error
}
