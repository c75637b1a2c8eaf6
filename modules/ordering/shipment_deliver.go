package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// deliverOrder notes that a shipment has arrived; without a shipmentID, that all of them have. When
// every line has arrived, the order is completed and cash on delivery is paid. It returns
// fault.Missing, a validation fault for a shipment that is not the order's, and InvalidTransition.
func deliverOrder(ctx context.Context, tx *gorm.DB, orderID string, shipmentID *string, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems, withShipmentItems)
	if err != nil {
		return nil, err
	}
	arrived := slices.Clone(c.Shipments)
	if shipmentID != nil {
		one, err := selectShipment(c.Shipments, shipmentID)
		if err != nil {
			return nil, err
		}
		arrived = []shipment{one}
	}
	arrived = slices.DeleteFunc(arrived, func(s shipment) bool { return !s.onItsWay() })
	if err := c.deliverShipments(arrived, carrierReport{OccurredAt: &c.now}); err != nil {
		return nil, err
	}
	return &c.order, c.save(ctx)
}

// deliverShipments notes that shipments of the order that were on their way have arrived, as the
// carrier reports.
func (c *orderCommand) deliverShipments(arrived []shipment, r carrierReport) error {
	if len(arrived) == 0 {
		return invalidTransition()
	}
	var quantities []lineQuantity
	for _, s := range arrived {
		quantities = append(quantities, s.quantities()...)
	}
	units, err := allocate(c.Items, quantities, (*orderItem).inTransit)
	if err != nil {
		return err
	}
	if err := c.requireOnItsWay(); err != nil {
		return err
	}
	if err := deliveredUnits.add(c.tx, units); err != nil {
		return err
	}
	if err := saveDelivery(c.tx, arrived, *r.OccurredAt); err != nil {
		return err
	}
	c.advance(lastDelivery(c.Shipments, *r.OccurredAt), c.now)
	return c.recordDelivery(arrived, units, r)
}

// recordDelivery records an event for each shipment, and OrderPaid when cash came with the
// delivery. The last event has what arrived in all of them.
func (c *orderCommand) recordDelivery(arrived []shipment, units []allocation, r carrierReport) error {
	cash, complete := int64(c.Paid-c.before.Paid), c.progress().allDelivered()
	for i, s := range arrived {
		contents, err := allocate(c.Items, s.quantities(), (*orderItem).ordered)
		if err != nil {
			return err
		}
		e := events.OrderDelivered{
			Order: c.withTimeline(), ShipmentID: s.ID, Items: eventItems(contents), DeliveredAt: *r.OccurredAt,
			ReturnDays: c.ReturnDays, ExternalID: r.ExternalID, Description: r.Description, Location: r.Location,
			Consumer: new(c.WithdrawalDays != nil),
		}
		if i == len(arrived)-1 {
			e.Arrived, e.Complete, e.Collected = eventItems(units), complete, cash
		}
		c.record(e)
	}
	c.recordPaid(true)
	return nil
}

// lastDelivery is when the last of the shipments arrived, if the latest does at the moment given.
func lastDelivery(sent []shipment, at time.Time) time.Time {
	for _, s := range sent {
		if s.DeliveredAt != nil && s.DeliveredAt.After(at) {
			at = *s.DeliveredAt
		}
	}
	return at
}
