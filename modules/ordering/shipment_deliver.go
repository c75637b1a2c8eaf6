package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
)

// deliver notes that a shipment arrived; without a shipmentID, that all have. When every line has, the order is completed, and cash on
// delivery is here. It returns fault.Missing, a validation fault for a shipment that is not the order's, and InvalidTransition.
func deliver(ctx context.Context, tx *gorm.DB, orderID string, shipmentID *string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	sent, err := shipmentsOf(tx, orderID)
	if err != nil {
		return order{}, err
	}
	parcels := slices.Clone(sent)
	if shipmentID != nil {
		one, err := pick(sent, shipmentID)
		if err != nil {
			return order{}, err
		}
		parcels = []shipment{one}
	}
	parcels = slices.DeleteFunc(parcels, func(s shipment) bool { return !onItsWay(s) })
	if err := c.arrive(sent, parcels, report{OccurredAt: &c.now}); err != nil {
		return order{}, err
	}
	return c.done(ctx)
}

// arrive notes the arrival of some parcels of those sent that have not arrived before, with what the carrier reports.
func (c *command) arrive(sent, parcels []shipment, r report) error {
	if len(parcels) == 0 {
		return invalidTransition()
	}
	items, err := itemsOf(c.tx, c.ID)
	if err != nil {
		return err
	}
	packed, err := packedIn(c.tx, parcels)
	if err != nil {
		return err
	}
	boxes := make([][]portion, len(parcels))
	var all []part
	for i, s := range parcels {
		if boxes[i], err = choose(items, packed[s.ID], underWay); err != nil {
			return err
		}
		all = append(all, packed[s.ID]...)
	}
	arrived, err := choose(items, all, underWay)
	if err != nil {
		return err
	}
	whole := wholeWith(items, arrived, func(i *orderItem) int { return i.Delivered })
	if err := c.deliver(whole, lastArrival(sent, *r.OccurredAt), c.now); err != nil {
		return err
	}
	if err := deliveredUnits.add(c.tx, arrived, 1); err != nil {
		return err
	}
	if err := markDelivered(c.tx, parcels, *r.OccurredAt); err != nil {
		return err
	}
	cash := c.Paid - c.found.Paid
	for i, s := range parcels {
		e := events.OrderDelivered{
			Order: c.entered(), ShipmentID: s.ID, Items: told(boxes[i]), DeliveredAt: *r.OccurredAt,
			ExternalID: r.ExternalID, Description: r.Description, Location: r.Location,
		}
		if i == len(parcels)-1 {
			e.Arrived, e.Complete, e.Collected = told(arrived), whole, int64(cash)
		}
		c.say(e)
	}
	if c.PaidAt != nil && c.found.PaidAt == nil {
		c.say(events.OrderPaid{Order: c.entered(), PaidAt: *c.PaidAt, Amount: int64(cash), Implied: true})
	}
	return nil
}

// lastArrival is when the last shipment arrived, the one that arrives at the moment given among them.
func lastArrival(sent []shipment, at time.Time) time.Time {
	for _, s := range sent {
		if s.DeliveredAt != nil && s.DeliveredAt.After(at) {
			at = *s.DeliveredAt
		}
	}
	return at
}

// pick is the shipment that a request names, else the last one that is on its way, else the last one. It returns InvalidTransition
// when nothing was sent, and a validation fault for a shipment that is not among them.
func pick(sent []shipment, shipmentID *string) (shipment, error) {
	if len(sent) == 0 {
		return shipment{}, invalidTransition()
	}
	at := len(sent) - 1
	switch {
	case shipmentID != nil:
		at = slices.IndexFunc(sent, func(s shipment) bool { return s.ID == *shipmentID })
	case slices.ContainsFunc(sent, onItsWay):
		for !onItsWay(sent[at]) {
			at--
		}
	}
	if at < 0 {
		return shipment{}, fault.Invalid(fault.Field{Pointer: "/shipmentId", Code: fault.NotAllowed, Detail: "is not a shipment of the order"})
	}
	return sent[at], nil
}

// underWay is how much of a line has been sent and has not arrived.
func underWay(i *orderItem) int { return i.Shipped - i.Delivered }

func onItsWay(s shipment) bool { return s.DeliveredAt == nil }

// shipmentsOf are the shipments of an order, oldest first.
func shipmentsOf(db *gorm.DB, orderID string) (sent []shipment, err error) {
	err = db.Where("order_id = ?", orderID).Order("id").Find(&sent).Error
	return sent, err
}

func idsOf(sent []shipment) []string {
	return listOf(sent, func(s shipment) string { return s.ID })
}

// packedIn is what is in each shipment.
func packedIn(tx *gorm.DB, sent []shipment) (map[string][]part, error) {
	var rows []shipmentItem
	if err := tx.Where("shipment_id IN ?", idsOf(sent)).Find(&rows).Error; err != nil {
		return nil, err
	}
	packed := map[string][]part{}
	for _, r := range rows {
		packed[r.ShipmentID] = append(packed[r.ShipmentID], part{r.OrderItemID, r.Quantity})
	}
	return packed, nil
}

// markDelivered writes the arrival, unless another command has.
func markDelivered(tx *gorm.DB, sent []shipment, at time.Time) error {
	done := tx.Model(&shipment{}).Where("id IN ? AND delivered_at IS NULL", idsOf(sent)).
		Updates(map[string]any{"delivered_at": at, "tracking_status": trackingDelivered})
	if done.Error == nil && int(done.RowsAffected) != len(sent) {
		return invalidTransition()
	}
	return done.Error
}
