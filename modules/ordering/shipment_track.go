package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
)

// ahead is how far a report may be dated ahead of us: the clocks and time zones of carriers differ. One from still later would keep every
// later report from being the newest.
const ahead = 24 * time.Hour

// report is what a carrier says of a shipment.
type report struct {
	ShipmentID  *string // nil: the last one that is on its way
	Status      trackingStatus
	Description *string
	Location    *string
	ExternalID  *string    // the carrier's id of the report
	OccurredAt  *time.Time // nil: now
}

// track takes a carrier's report into the timeline; one whose ExternalID is there already changes nothing. The report that a shipment
// arrived delivers it; every other one changes the shipment's trackingStatus alone, unless a newer one came before. It returns fault.Missing,
// a validation fault for a moment too far ahead and a shipment that is not the order's, and InvalidTransition when nothing was sent.
func track(ctx context.Context, tx *gorm.DB, orderID string, r report, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	if r.OccurredAt == nil {
		r.OccurredAt = &c.now
	}
	if r.OccurredAt.After(c.now.Add(ahead)) {
		return order{}, fault.Invalid(fault.Field{Pointer: "/occurredAt", Code: fault.OutOfRange, Detail: "must not be more than a day ahead"})
	}
	if known, err := reported(tx, c.ID, r.ExternalID); known || err != nil {
		return c.order, err
	}
	sent, err := shipmentsOf(tx, orderID)
	if err != nil {
		return order{}, err
	}
	s, err := pick(sent, r.ShipmentID)
	if err != nil {
		return order{}, err
	}
	if c.BuyerErased {
		r.Description, r.Location = nil, nil // nothing new is learned of somebody who was erased
	}
	if r.Status == trackingDelivered && onItsWay(s) {
		if err := c.arrive(sent, []shipment{s}, r); err != nil {
			return order{}, err
		}
		return c.done(ctx)
	}
	if err := showTracked(tx, s, r); err != nil {
		return order{}, err
	}
	c.say(events.ShipmentTracked{
		Order: c.entered(), ShipmentID: s.ID, Status: r.Status, ExternalID: r.ExternalID, OccurredAt: *r.OccurredAt,
		Description: r.Description, Location: r.Location,
	})
	return c.done(ctx)
}

// reported tells whether the order's timeline has the carrier's report.
func reported(tx *gorm.DB, orderID string, externalID *string) (bool, error) {
	if externalID == nil {
		return false, nil
	}
	var n int64
	err := tx.Model(&entry{}).Where("order_id = ? AND external_id = ?", orderID, *externalID).Count(&n).Error
	return n > 0, err
}

// showTracked makes the report the shipment's trackingStatus, if it is the newest and the shipment has not arrived.
func showTracked(tx *gorm.DB, s shipment, r report) error {
	if !onItsWay(s) {
		return nil
	}
	newer := tx.Model(&entry{}).Select("1").Where("shipment_id = ? AND status IN ? AND occurred_at > ?", s.ID, trackingStatuses, r.OccurredAt)
	return tx.Model(&shipment{}).Where("id = ? AND NOT EXISTS (?)", s.ID, newer).Update("tracking_status", r.Status).Error
}
