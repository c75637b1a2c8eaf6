package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// newShipment is what an admin says of a shipment. No items are all units that remain. The carrier
// and the number are blank for what has none: a letter, the shop's own van, goods that are
// collected.
type newShipment struct {
	Carrier             string
	TrackingNumber      string
	TrackingURL         *string
	EstimatedDeliveryAt *time.Time
	Items               []lineQuantity
}

// shipOrder sends a shipment off: its units leave the stock. It returns fault.Missing, a validation
// fault for lines and quantities that are not the order's, InvalidTransition when the order cannot
// be shipped or fewer units remain, codeWithdrawalPending while a withdrawal that names the order
// waits to be matched, and codeInsufficientStock when there is not enough to replace lost units.
func shipOrder(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID string, n newShipment, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	packed, err := allocate(c.Items, n.Items, (*orderItem).unshipped)
	if err != nil {
		return nil, err
	}
	if err := c.requireShippable(); err != nil {
		return nil, err
	}
	if c.withdrawalPending() {
		return nil, fault.New(codeWithdrawalPending, "A withdrawal that names the order waits for a decision.")
	}
	if err := c.takeOut(ctx, packed); err != nil {
		return nil, err
	}
	c.advance(c.now, c.now)
	sent := c.newShipment(n, packed)
	if err := tx.Create(&sent).Error; err != nil {
		return nil, err
	}
	due, err := c.invoiceDueAt(terms)
	if err != nil {
		return nil, err
	}
	c.record(events.OrderShipped{
		Order: c.withTimeline(), ShipmentID: sent.ID, Carrier: sent.Carrier, TrackingNumber: sent.TrackingNumber,
		TrackingURL:         sent.TrackingURL,
		EstimatedDeliveryAt: sent.EstimatedDeliveryAt, Items: eventItems(packed), Complete: c.progress().allShipped(),
		ShippedAt: c.now, InvoiceDueAt: due, Consumer: new(c.WithdrawalDays != nil),
	})
	return &c.order, c.save(ctx)
}

// invoiceDueAt is until when the invoice of an order that was shipped is to be paid, in part or as
// a whole; nil for an order that is paid in another way.
func (c *orderCommand) invoiceDueAt(terms *saleTerms) (*time.Time, error) {
	if c.PaymentMethod != payByInvoice {
		return nil, nil
	}
	first, err := firstShipmentOf(c.tx, c.ID)
	return new(terms.invoiceDueAt(&c.order, first.ShippedAt)), err
}

// takeOut counts units as shipped and takes them out of the stock.
func (c *orderCommand) takeOut(ctx context.Context, packed []allocation) error {
	replaced := unreservedOf(packed, (*orderItem).unreservedShipped)
	if err := unreservedUnits.subtract(c.tx, replaced); err != nil {
		return err
	}
	if err := shippedUnits.add(c.tx, packed); err != nil {
		return err
	}
	leaves := stockMove{Reason: moveShip, OrderID: &c.ID, Actor: actorOf(ctx), At: c.now, Unreserved: stockUnits(replaced)}
	err := moveStock(c.tx, leaves, stockUnits(packed))
	if errors.Is(err, errStock) && len(replaced) > 0 {
		return fault.New(codeInsufficientStock, "There is not enough in stock to replace what was lost.").
			WithMembers(shortages{[]shortage{}})
	}
	return err
}

// newShipment is the shipment that the units leave in.
func (c *orderCommand) newShipment(n newShipment, packed []allocation) shipment {
	return shipment{
		ID: id.New(), OrderID: c.ID, Carrier: n.Carrier, TrackingNumber: n.TrackingNumber, TrackingURL: n.TrackingURL,
		TrackingStatus: trackingLabelCreated, EstimatedDeliveryAt: n.EstimatedDeliveryAt, ShippedAt: c.now,
		Items: convert.All(packed, func(a allocation) shipmentItem {
			return shipmentItem{OrderItemID: a.Item.ID, Quantity: a.Units}
		}),
	}
}
