package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// trackingStatus is where a shipment is, as its carrier reports.
type trackingStatus = events.TrackingStatus

const (
	trackingLabelCreated   = events.TrackingStatusLabelCreated
	trackingOutForDelivery = events.TrackingStatusOutForDelivery
	trackingDelivered      = events.TrackingStatusDelivered
	trackingException      = events.TrackingStatusException
	trackingReturnToSender = events.TrackingStatusReturnToSender
)

// trackingStatuses are all of them.
var trackingStatuses = []trackingStatus{
	trackingLabelCreated, events.TrackingStatusPickedUp, events.TrackingStatusInTransit,
	trackingOutForDelivery, events.TrackingStatusAttempted, events.TrackingStatusDelayed,
	trackingDelivered, trackingException, trackingReturnToSender,
}

// shipmentOutcome is how a shipment ended that did not arrive.
type shipmentOutcome = events.ShipmentOutcome

const (
	shipmentReturned = events.ShipmentOutcomeReturned
	shipmentLost     = events.ShipmentOutcomeLost
)

// shipment is a parcel of an order.
type shipment struct {
	ID                  string `gorm:"primaryKey"`
	OrderID             string
	Carrier             string // blank for a shipment without one, as the number is
	TrackingNumber      string
	TrackingURL         *string
	TrackingStatus      trackingStatus
	EstimatedDeliveryAt *time.Time
	ShippedAt           time.Time
	DeliveredAt         *time.Time

	// How and when it ended without arriving.
	Outcome       *shipmentOutcome
	UndeliveredAt *time.Time

	Items []shipmentItem `gorm:"foreignKey:ShipmentID"`
}

func (shipment) TableName() string { return "ordering_shipments" }

// shipmentItem is the units of a line that are in a shipment.
type shipmentItem struct {
	ShipmentID  string `gorm:"primaryKey"`
	OrderItemID string `gorm:"primaryKey"`
	Quantity    int
}

func (shipmentItem) TableName() string { return "ordering_shipment_items" }

func (s shipment) onItsWay() bool { return s.DeliveredAt == nil && s.UndeliveredAt == nil }

func (s shipment) outForDelivery() bool { return s.TrackingStatus == trackingOutForDelivery }

// quantities are what is in the shipment.
func (s shipment) quantities() []lineQuantity {
	return convert.All(s.Items, func(i shipmentItem) lineQuantity {
		return lineQuantity{i.OrderItemID, httpapi.Int(i.Quantity)}
	})
}
