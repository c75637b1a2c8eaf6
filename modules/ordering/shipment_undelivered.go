package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// undelivered is what an admin says of a shipment that did not arrive. Restock: its units are on
// hand again; else they are written off.
type undelivered struct {
	ShipmentID string
	Outcome    shipmentOutcome
	Restock    bool
}

// endUndelivered ends a shipment that did not arrive: its units are left to ship again, or to
// cancel. It returns fault.Missing, a validation fault for a shipment that is not the order's, and
// InvalidTransition when the shipment has ended.
func endUndelivered(ctx context.Context, tx *gorm.DB, orderID string, u undelivered, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems, withShipmentItems)
	if err != nil {
		return nil, err
	}
	s, err := selectShipment(c.Shipments, &u.ShipmentID)
	if err != nil {
		return nil, err
	}
	if err := c.requireOnItsWay(); err != nil {
		return nil, err
	}
	units, err := allocate(c.Items, s.quantities(), (*orderItem).inTransit)
	if err != nil {
		return nil, err
	}
	if err := saveUndelivered(tx, s.ID, u.Outcome, c.now); err != nil {
		return nil, err
	}
	if err := shippedUnits.subtract(tx, units); err != nil {
		return nil, err
	}
	if err := c.takeBack(ctx, units, u.Restock); err != nil {
		return nil, err
	}
	c.advance(c.now, c.now)
	c.record(events.ShipmentUndelivered{
		Order: c.withTimeline(), ShipmentID: s.ID, Outcome: u.Outcome, Restocked: u.Restock, Items: eventItems(units),
		UndeliveredAt: c.now,
	})
	return &c.order, c.save(ctx)
}

// takeBack puts the units of an undelivered shipment on hand again, reserved for the order. Without
// restock it writes them off: what is available is reserved in their place, and where that is not
// enough, nothing is. Then a replacement takes what is available when it is shipped.
func (c *orderCommand) takeBack(ctx context.Context, units []allocation, restock bool) error {
	m := stockMove{Reason: moveUndelivered, OrderID: &c.ID, Actor: actorOf(ctx), At: c.now}
	if err := moveStock(c.tx, m, stockUnits(units)); err != nil || restock {
		return err
	}
	m.Reason = moveWriteOff
	replaced, err := writeMove(c.tx, m, m.changes(stockUnits(units)))
	if err != nil {
		return err
	}
	short := slices.DeleteFunc(slices.Clone(units), func(a allocation) bool {
		return slices.Contains(replaced, a.Item.VariantID)
	})
	m.Unreserved = stockUnits(short)
	if err := moveStock(c.tx, m, m.Unreserved); err != nil {
		return err
	}
	return unreservedUnits.add(c.tx, short)
}
