package ordering

import "time"

// outForDelivery is the one state of a shipment that shows in the order's stage.
const outForDelivery = "out_for_delivery"

// labelCreated is the state that a shipment begins with.
const labelCreated = "label_created"

// carrierStates are the states of a shipment in the carrier's view.
var carrierStates = []string{
	labelCreated, "picked_up", "in_transit", outForDelivery, "attempted", "delayed", delivered, "exception", "return_to_sender",
}

// shipment is a parcel of an order.
type shipment struct {
	ID                  string `gorm:"primaryKey"`
	OrderID             string
	Carrier             string
	TrackingNumber      string
	TrackingURL         *string
	TrackingStatus      string
	EstimatedDeliveryAt *time.Time
	ShippedAt           time.Time
	DeliveredAt         *time.Time
}

func (shipment) TableName() string { return "ordering_shipments" }

// shipmentItem is how much of a line is in a shipment.
type shipmentItem struct {
	ShipmentID  string `gorm:"primaryKey"`
	OrderItemID string `gorm:"primaryKey"`
	Quantity    int
}

func (shipmentItem) TableName() string { return "ordering_shipment_items" }
