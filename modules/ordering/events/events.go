// Package events is what ordering announces: the module's public contract. Fields are only ever added. Amounts are cents.
package events

import "time"

// Order is what every event of an order says of it and its buyer, so that nobody has to ask back. EntryID is the entry of the
// order's timeline that tells of the event, nil where none does.
type Order struct {
	OrderID       string  `json:"orderId"`
	Number        string  `json:"number"`
	UserID        string  `json:"userId"`
	Locale        string  `json:"locale"`
	PaymentMethod string  `json:"paymentMethod"`
	Total         int64   `json:"total"`
	EntryID       *string `json:"entryId"`
	Email         string  `json:"email" pii:"true"`
	FullName      string  `json:"fullName" pii:"true"` // of the buyer
}

// EventKey is the order: its events are handled in their order.
func (o Order) EventKey() string { return o.OrderID }

// EventSubject is the buyer.
func (o Order) EventSubject() string { return o.UserID }

// Line is one line of an order.
type Line struct {
	OrderItemID string            `json:"orderItemId"`
	ProductID   string            `json:"productId"`
	VariantID   string            `json:"variantId"`
	SKU         string            `json:"sku"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"` // of the variant, by name
	Quantity    int               `json:"quantity"`
	UnitPrice   int64             `json:"unitPrice"`
	LineTotal   int64             `json:"lineTotal"`
	Discount    int64             `json:"discount"` // the line's share of the order's discounts
}

// OrderPlaced: a checkout made an order. Recipient tells whom it is for: "self" (the buyer's own address), "other" (somebody
// named in the checkout) or "saved" (RecipientID).
type OrderPlaced struct {
	Order
	CartID         string    `json:"cartId"`
	Status         string    `json:"status"` // pending_payment, placed
	PaymentStatus  string    `json:"paymentStatus"`
	Lines          []Line    `json:"lines"`
	Subtotal       int64     `json:"subtotal"`
	DiscountTotal  int64     `json:"discountTotal"`
	ShippingTotal  int64     `json:"shippingTotal"`
	TaxTotal       int64     `json:"taxTotal"`
	VoucherIDs     []string  `json:"voucherIds"`
	Instructions   *string   `json:"instructions"`   // how to pay
	ShippingMethod string    `json:"shippingMethod"` // what it was called
	PlacedAt       time.Time `json:"placedAt"`
	Recipient      string    `json:"recipient"`
	RecipientID    *string   `json:"recipientId"`
	ShipToName     string    `json:"shipToName" pii:"true"`
	ShipToPhone    *string   `json:"shipToPhone" pii:"true"`
	ShipToAddress  string    `json:"shipToAddress" pii:"true"`
	ShipToCountry  string    `json:"shipToCountry" pii:"true"`
}

func (OrderPlaced) EventName() string { return "ordering.order_placed.v1" }

// OrderPaid: the order's money is here (or its total was 0). Implied: an event of the same moment tells of it too, OrderPlaced when there
// was nothing to pay, OrderDelivered when cash was.
type OrderPaid struct {
	Order
	PaidAt  time.Time `json:"paidAt"`
	Amount  int64     `json:"amount"`
	Implied bool      `json:"implied"`
}

func (OrderPaid) EventName() string { return "ordering.order_paid.v1" }

// OrderPaymentFailed: the card was refused; the buyer may try another until the deadline.
type OrderPaymentFailed struct {
	Order
	FailedAt time.Time `json:"failedAt"`
}

func (OrderPaymentFailed) EventName() string { return "ordering.order_payment_failed.v1" }

// OrderProcessing: the warehouse began.
type OrderProcessing struct {
	Order
	StartedAt time.Time `json:"startedAt"`
}

func (OrderProcessing) EventName() string { return "ordering.order_processing.v1" }

// ShipmentItem is a part of a line in a shipment or return.
type ShipmentItem struct {
	OrderItemID string            `json:"orderItemId"`
	ProductID   string            `json:"productId"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"`
	Quantity    int               `json:"quantity"`
}

// OrderShipped: a shipment left. Complete when nothing remains.
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
}

func (OrderShipped) EventName() string { return "ordering.order_shipped.v1" }

// ShipmentTracked: the carrier reported something. ExternalID is the carrier's own id of it.
type ShipmentTracked struct {
	Order
	ShipmentID  string    `json:"shipmentId"`
	Status      string    `json:"status"`
	ExternalID  *string   `json:"externalId"`
	OccurredAt  time.Time `json:"occurredAt"`
	Description *string   `json:"description" pii:"true"`
	Location    *string   `json:"location" pii:"true"`
}

func (ShipmentTracked) EventName() string { return "ordering.shipment_tracked.v1" }

// OrderDelivered: a shipment arrived. Complete when every line of the order has. Of shipments that arrive at one moment the last one's event
// has all their items as Arrived, the others have none: who tells people tells them once. Collected is the cash on delivery that came with
// it. The rest is the carrier's report, if there was one.
type OrderDelivered struct {
	Order
	ShipmentID  string         `json:"shipmentId"`
	Items       []ShipmentItem `json:"items"`
	Arrived     []ShipmentItem `json:"arrived"`
	Complete    bool           `json:"complete"`
	Collected   int64          `json:"collected"`
	DeliveredAt time.Time      `json:"deliveredAt"`
	ExternalID  *string        `json:"externalId"`
	Description *string        `json:"description" pii:"true"`
	Location    *string        `json:"location" pii:"true"`
}

func (OrderDelivered) EventName() string { return "ordering.order_delivered.v1" }

// OrderEarned: the order is both delivered and paid, which happens once. Goods is what its lines cost after discounts, less what
// had come back before.
type OrderEarned struct {
	Order
	Goods int64 `json:"goods"`
}

func (OrderEarned) EventName() string { return "ordering.order_earned.v1" }

// OrderCancelled: nothing will be sent. Reason: customer, admin, payment_timeout; Actor: customer, admin, system. VoucherIDs are
// those that it gives back. RefundAmount is what had been paid, and goes back. Note is what who did it said.
type OrderCancelled struct {
	Order
	Reason       string    `json:"reason"`
	Actor        string    `json:"actor"`
	Lines        []Line    `json:"lines"`
	VoucherIDs   []string  `json:"voucherIds"`
	RefundAmount int64     `json:"refundAmount"`
	CancelledAt  time.Time `json:"cancelledAt"`
	Note         *string   `json:"note" pii:"true"`
}

func (OrderCancelled) EventName() string { return "ordering.order_cancelled.v1" }

// ReturnRequested: the buyer wants to send something back.
type ReturnRequested struct {
	Order
	ReturnID    string         `json:"returnId"`
	Items       []ShipmentItem `json:"items"`
	RequestedAt time.Time      `json:"requestedAt"`
	Reason      string         `json:"reason" pii:"true"`
}

func (ReturnRequested) EventName() string { return "ordering.return_requested.v1" }

// ReturnDecided: an admin approved or rejected a return.
type ReturnDecided struct {
	Order
	ReturnID string         `json:"returnId"`
	Status   string         `json:"status"` // approved, rejected
	Items    []ShipmentItem `json:"items"`
	Reason   *string        `json:"reason" pii:"true"` // of the rejection
}

func (ReturnDecided) EventName() string { return "ordering.return_decided.v1" }

// ReturnReceived: the goods are back in stock. GoodsBefore and GoodsAfter are the order's goods (lines less discounts, less
// what came back) around it: loyalty takes back the difference of what the two earn, if the order has Earned before; else its
// OrderEarned is still to come, and counts what has come back.
type ReturnReceived struct {
	Order
	ReturnID     string         `json:"returnId"`
	Items        []ShipmentItem `json:"items"`
	GoodsBefore  int64          `json:"goodsBefore"`
	GoodsAfter   int64          `json:"goodsAfter"`
	Earned       bool           `json:"earned"`
	RefundAmount int64          `json:"refundAmount"`
	ReceivedAt   time.Time      `json:"receivedAt"`
}

func (ReturnReceived) EventName() string { return "ordering.return_received.v1" }

// RefundRequested: money goes back; payments sees to those by card.
type RefundRequested struct {
	Order
	RefundID string `json:"refundId"`
	Amount   int64  `json:"amount"`
	Reason   string `json:"reason" pii:"true"`
}

func (RefundRequested) EventName() string { return "ordering.refund_requested.v1" }

// RefundSettled: the money is back with the buyer, or could not be sent (Status: succeeded, failed). By card, what has succeeded may
// still fail, when the bank sends it back: then the same refund is told of again. Implied: OrderCancelled or
// ReturnReceived, of the same moment, tells of it too.
type RefundSettled struct {
	Order
	RefundID  string    `json:"refundId"`
	Amount    int64     `json:"amount"`
	Status    string    `json:"status"`
	SettledAt time.Time `json:"settledAt"`
	Implied   bool      `json:"implied"`
	// GoodsBefore and GoodsAfter are the order's goods (lines less discounts, less what came back or was refunded) around it: they differ when goods were refunded that
	// did not come back. Loyalty takes back the difference of what the two earn, if the order has Earned before.
	GoodsBefore int64 `json:"goodsBefore"`
	GoodsAfter  int64 `json:"goodsAfter"`
	Earned      bool  `json:"earned"`
	// PaymentStatus is the order's, after it.
	PaymentStatus string `json:"paymentStatus"`
	Reason        string `json:"reason" pii:"true"`
}

func (RefundSettled) EventName() string { return "ordering.refund_settled.v1" }

// StockChanged: what can be sold of a variant is another number; at most one a second and variant, the newest.
type StockChanged struct {
	VariantID string `json:"variantId"`
	ProductID string `json:"productId"`
	Available int64  `json:"available"`
}

func (StockChanged) EventName() string  { return "ordering.stock_changed.v1" }
func (e StockChanged) EventKey() string { return e.VariantID }

// StockAdjusted: an admin counted or corrected the stock.
type StockAdjusted struct {
	VariantID string `json:"variantId"`
	SKU       string `json:"sku"`
	Delta     int64  `json:"delta"`
	OnHand    int64  `json:"onHand"`
	Reason    string `json:"reason"`
}

func (StockAdjusted) EventName() string  { return "ordering.stock_adjusted.v1" }
func (e StockAdjusted) EventKey() string { return e.VariantID }

// StockLow: the available number fell to ordering.low_stock or under; once for each crossing.
type StockLow struct {
	VariantID string `json:"variantId"`
	ProductID string `json:"productId"`
	SKU       string `json:"sku"`
	Name      string `json:"name"`
	Available int64  `json:"available"`
}

func (StockLow) EventName() string  { return "ordering.stock_low.v1" }
func (e StockLow) EventKey() string { return e.VariantID }

// VoucherSettled: a loyalty voucher was spent by an order, given back by a cancellation, expired, or voided because its points were taken back
// (Status: spent, available, expired, voided).
type VoucherSettled struct {
	VoucherID string    `json:"voucherId"`
	UserID    string    `json:"userId"`
	OrderID   *string   `json:"orderId"`
	Status    string    `json:"status"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (VoucherSettled) EventName() string  { return "ordering.voucher_settled.v1" }
func (e VoucherSettled) EventKey() string { return e.VoucherID }

// PromotionSaved: an admin made, changed or deleted a promotion.
type PromotionSaved struct {
	PromotionID string `json:"promotionId"`
	Code        string `json:"code"`
	Active      bool   `json:"active"`
	Deleted     bool   `json:"deleted"`
}

func (PromotionSaved) EventName() string  { return "ordering.promotion_saved.v1" }
func (e PromotionSaved) EventKey() string { return e.PromotionID }

// ShippingMethodSaved: an admin made, changed or deleted a shipping method.
type ShippingMethodSaved struct {
	ShippingMethodID string `json:"shippingMethodId"`
	Name             string `json:"name"`
	Active           bool   `json:"active"`
	Deleted          bool   `json:"deleted"`
}

func (ShippingMethodSaved) EventName() string  { return "ordering.shipping_method_saved.v1" }
func (e ShippingMethodSaved) EventKey() string { return e.ShippingMethodID }
