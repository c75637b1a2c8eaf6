package ordering

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// selectShipment is the shipment that a request names; without a name, the last one that is on its
// way, else the last one. It returns InvalidTransition when nothing was sent, and a validation
// fault for a shipment that is not among them.
func selectShipment(sent []shipment, shipmentID *string) (shipment, error) {
	if len(sent) == 0 {
		return shipment{}, invalidTransition()
	}
	at := len(sent) - 1
	switch {
	case shipmentID != nil:
		at = slices.IndexFunc(sent, func(s shipment) bool { return s.ID == *shipmentID })
	case slices.ContainsFunc(sent, shipment.onItsWay):
		for !sent[at].onItsWay() {
			at--
		}
	}
	if at < 0 {
		return shipment{}, fault.Invalid(fault.Field{Pointer: "/shipmentId", Code: fault.NotAllowed,
			Detail: "is not a shipment of the order"})
	}
	return sent[at], nil
}

// firstShipmentOf is the order's first shipment, or a blank one when nothing was sent.
func firstShipmentOf(tx *gorm.DB, orderID string) (s shipment, err error) {
	err = tx.Where("order_id = ?", orderID).Order("id").Limit(1).Find(&s).Error
	return s, err
}

// saveDelivery writes when the shipments arrived. It returns InvalidTransition when another command
// has done so for one of them.
func saveDelivery(tx *gorm.DB, arrived []shipment, at time.Time) error {
	ids := convert.All(arrived, func(s shipment) string { return s.ID })
	saved := tx.Model(&shipment{}).Where("id IN ? AND delivered_at IS NULL AND undelivered_at IS NULL", ids).
		Updates(map[string]any{"delivered_at": at, "tracking_status": trackingDelivered})
	if saved.Error == nil && int(saved.RowsAffected) != len(arrived) {
		return invalidTransition()
	}
	return saved.Error
}

// saveUndelivered writes how the shipment ended. It returns InvalidTransition when another command
// has ended it.
func saveUndelivered(tx *gorm.DB, shipmentID string, outcome shipmentOutcome, at time.Time) error {
	status := trackingReturnToSender
	if outcome == shipmentLost {
		status = trackingException
	}
	saved := tx.Model(&shipment{}).Where("id = ? AND delivered_at IS NULL AND undelivered_at IS NULL", shipmentID).
		Updates(map[string]any{"outcome": outcome, "undelivered_at": at, "tracking_status": status})
	if saved.Error == nil && saved.RowsAffected == 0 {
		return invalidTransition()
	}
	return saved.Error
}

// saveTrackingStatus writes the reported status, unless a newer report came before or the shipment
// has ended.
func saveTrackingStatus(tx *gorm.DB, s shipment, r carrierReport) error {
	if !s.onItsWay() {
		return nil
	}
	newer := tx.Model(&timelineEntry{}).Select("1").Where("shipment_id = ? AND status IN ? AND occurred_at > ?", s.ID,
		trackingStatuses, r.OccurredAt)
	return tx.Model(&shipment{}).Where("id = ? AND NOT EXISTS (?)", s.ID, newer).Update("tracking_status", r.Status).Error
}
