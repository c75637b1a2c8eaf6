package events

import "time"

// ShipmentItem is a part of a line in a shipment or return.
type ShipmentItem struct {
	OrderItemID string            `json:"orderItemId"`
	ProductID   string            `json:"productId"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"`
	Quantity    int               `json:"quantity"`
}

// OrderShipped: a shipment left. Complete when nothing remains. Carrier and TrackingNumber are
// blank for one without them: a letter, the shop's own van, goods that are collected.
type OrderShipped struct {
	Order
	ShipmentID          string         `json:"shipmentId"`
	Carrier             string         `json:"carrier"`
	TrackingNumber      string         `json:"trackingNumber"`
	TrackingURL         *string        `json:"trackingUrl"`
	EstimatedDeliveryAt *time.Time     `json:"estimatedDeliveryAt"`
	Items               []ShipmentItem `json:"items"`
	Complete            bool           `json:"complete"`
	ShippedAt           time.Time      `json:"shippedAt"`
	// InvoiceDueAt is until when an invoice is to be paid; nil of orders that are paid in another way,
	// and in older events.
	InvoiceDueAt *time.Time `json:"invoiceDueAt"`
	// Consumer is as in OrderPlaced.
	Consumer *bool `json:"consumer"`
}

func (OrderShipped) EventName() string { return "ordering.order_shipped.v1" }

// ShipmentTracked: the carrier reported a status. ExternalID is the carrier's own id of the report.
type ShipmentTracked struct {
	Order
	ShipmentID  string         `json:"shipmentId"`
	Status      TrackingStatus `json:"status"`
	ExternalID  *string        `json:"externalId"`
	OccurredAt  time.Time      `json:"occurredAt"`
	Description *string        `json:"description" pii:"true"`
	Location    *string        `json:"location" pii:"true"`
}

func (ShipmentTracked) EventName() string { return "ordering.shipment_tracked.v1" }

// OrderDelivered: a shipment arrived. Items is what was in it; Complete says that every line of the
// order has arrived. When several shipments arrive at one moment, the last event has the items of
// all of them as Arrived and the others have none: a consumer that notifies people does so once.
// Collected is the cash on delivery that came with it. The goods may be returned for ReturnDays
// after the last delivery; events from before there was the field have 0. ExternalID, Description
// and Location are the carrier's report, if there was one.
type OrderDelivered struct {
	Order
	ShipmentID  string         `json:"shipmentId"`
	Items       []ShipmentItem `json:"items"`
	Arrived     []ShipmentItem `json:"arrived"`
	Complete    bool           `json:"complete"`
	Collected   int64          `json:"collected"`
	ReturnDays  int64          `json:"returnDays"`
	DeliveredAt time.Time      `json:"deliveredAt"`
	ExternalID  *string        `json:"externalId"`
	Description *string        `json:"description" pii:"true"`
	Location    *string        `json:"location" pii:"true"`
	// Consumer is as in OrderPlaced.
	Consumer *bool `json:"consumer"`
}

func (OrderDelivered) EventName() string { return "ordering.order_delivered.v1" }

// ShipmentUndelivered: a shipment did not arrive. It came back, or is lost. Its units are to be
// shipped again, or to be cancelled. Restocked: they are on hand; else they were written off.
type ShipmentUndelivered struct {
	Order
	ShipmentID    string          `json:"shipmentId"`
	Outcome       ShipmentOutcome `json:"outcome"`
	Restocked     bool            `json:"restocked"`
	Items         []ShipmentItem  `json:"items"`
	UndeliveredAt time.Time       `json:"undeliveredAt"`
}

func (ShipmentUndelivered) EventName() string { return "ordering.shipment_undelivered.v1" }

// ItemsCancelled: units of an order that were not shipped will not be sent, and others will. Items
// are the units, Lines what is left of the order. Amount is what the units cost after discounts,
// RefundAmount what is refunded of it, and Due what is still to pay. Complete: nothing is left to
// ship.
type ItemsCancelled struct {
	Order
	Items        []ShipmentItem `json:"items"`
	Lines        []Line         `json:"lines"`
	Amount       int64          `json:"amount"`
	RefundAmount int64          `json:"refundAmount"`
	Due          int64          `json:"due"`
	Complete     bool           `json:"complete"`
	VoucherIDs   []string       `json:"voucherIds"` // that can be spent again
	CancelledAt  time.Time      `json:"cancelledAt"`
	Reason       string         `json:"reason" pii:"true"`
}

func (ItemsCancelled) EventName() string { return "ordering.items_cancelled.v1" }
