package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
)

// maxClockSkew is how far in the future a report may be dated: the clocks and time zones of
// carriers differ. A report from still later would stay the newest for too long.
const maxClockSkew = 24 * time.Hour

// carrierReport is what a carrier reports of a shipment.
type carrierReport struct {
	ShipmentID  *string // nil: the last one that is on its way
	Status      trackingStatus
	Description *string
	Location    *string
	ExternalID  *string    // the carrier's id of the report
	OccurredAt  *time.Time // nil: now
}

// trackShipment adds a carrier's report to the timeline. A report whose ExternalID is there already
// changes nothing. The report that a shipment has arrived delivers it; any other one changes only
// its tracking status, unless a newer report came before. It returns fault.Missing, a validation
// fault for a moment before the order or too far in the future and for a shipment that is not the
// order's, and InvalidTransition when nothing was sent.
func trackShipment(ctx context.Context, tx *gorm.DB, orderID string, r carrierReport, now time.Time) (*order, error) {
	scopes := []scope{withShipments}
	if r.Status == trackingDelivered {
		scopes = []scope{withItems, withShipmentItems}
	}
	c, err := lockOrder(tx, orderID, now, scopes...)
	if err != nil {
		return nil, err
	}
	if r.OccurredAt == nil {
		r.OccurredAt = &c.now
	}
	switch {
	case r.OccurredAt.After(c.now.Add(maxClockSkew)):
		return nil, fault.Invalid(fault.Field{Pointer: "/occurredAt", Code: fault.OutOfRange,
			Detail: "must not be more than a day ahead"})
	case r.OccurredAt.Before(c.PlacedAt):
		return nil, fault.Invalid(fault.Field{Pointer: "/occurredAt", Code: fault.OutOfRange,
			Detail: "must not be before the order was placed"})
	}
	if known, err := isReported(tx, c.ID, r.ExternalID); known || err != nil {
		return &c.order, err
	}
	s, err := selectShipment(c.Shipments, r.ShipmentID)
	if err != nil {
		return nil, err
	}
	if c.BuyerErased {
		r.Description, r.Location = nil, nil // they may say something of the buyer
	}
	if r.Status == trackingDelivered && s.onItsWay() {
		if r.OccurredAt.Before(s.ShippedAt) {
			r.OccurredAt = &c.now // the return window must not end before the buyer has the goods
		}
		if err := c.deliverShipments([]shipment{s}, r); err != nil {
			return nil, err
		}
		return &c.order, c.save(ctx)
	}
	if err := saveTrackingStatus(tx, s, r); err != nil {
		return nil, err
	}
	c.record(events.ShipmentTracked{
		Order: c.withTimeline(), ShipmentID: s.ID, Status: r.Status, ExternalID: r.ExternalID, OccurredAt: *r.OccurredAt,
		Description: r.Description, Location: r.Location,
	})
	return &c.order, c.save(ctx)
}
