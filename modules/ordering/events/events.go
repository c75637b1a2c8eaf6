// Package events has the events that ordering publishes: the module's public contract. Fields are
// only ever added. Amounts are cents. values.go has the values of the fields that have a fixed set.
package events

import (
	"time"

	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// Order is what every event of an order says of it and its buyer, so that no consumer has to ask
// back. Guest: there is no account, and UserID is pseudonym.Key.OfEmail of the email. EntryID is
// the entry of the order's timeline that is made of the event, nil when the timeline does not show
// it.
type Order struct {
	OrderID       string        `json:"orderId"`
	Number        string        `json:"number"`
	UserID        string        `json:"userId"`
	Locale        string        `json:"locale"`
	PaymentMethod PaymentMethod `json:"paymentMethod"`
	Total         int64         `json:"total"`
	// Claim is what the shop claims of the order's total, all considered: 0 once it is cancelled; once
	// it is paid what came, less what went back; else the total, less what was cancelled or returned.
	// nil in events of older versions.
	Claim *int64 `json:"claim"`
	// PointsPerEuro are the points that each whole EUR of its goods earns; nil in events from before
	// the shop could set it, which earn 10.
	PointsPerEuro *int64  `json:"pointsPerEuro"`
	EntryID       *string `json:"entryId"`
	Pickup        bool    `json:"pickup"` // the buyer collects the goods
	Guest         bool    `json:"guest"`
	Email         string  `json:"email" pii:"true"`
	FullName      string  `json:"fullName" pii:"true"` // of the buyer
}

// EventKey is the order: its events are handled in their order.
func (o Order) EventKey() string { return o.OrderID }

// EventSubject is the buyer.
func (o Order) EventSubject() string { return o.UserID }

// Line is one line of an order. Net and Tax are what it costs after discounts, without VAT and the
// VAT of that; they and Category are nil of orders from before they were kept.
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
	TaxRate     money.Rate        `json:"taxRate"`
	Category    *TaxCategory      `json:"category"`
	Net         *int64            `json:"net"`
	Tax         *int64            `json:"tax"`
}

// OrderPlaced: a checkout made an order. In the PriceMode net, the amounts of the lines, Subtotal,
// DiscountTotal and ShippingTotal are without VAT. Taxes are what is paid at each rate, the highest
// first; ShippingTaxes, in their order, what is in them of the shipping. RecipientID is the saved
// recipient that it is for, or the one that recipients saves for a person whom the checkout named;
// nil when it is for the buyer.
type OrderPlaced struct {
	Order
	CartID         string         `json:"cartId"`
	Status         OrderStatus    `json:"status"`
	PaymentStatus  PaymentStatus  `json:"paymentStatus"`
	Lines          []Line         `json:"lines"`
	PriceMode      shop.PriceMode `json:"priceMode"`
	Subtotal       int64          `json:"subtotal"`
	DiscountTotal  int64          `json:"discountTotal"`
	ShippingTotal  int64          `json:"shippingTotal"`
	TaxTotal       int64          `json:"taxTotal"`
	Taxes          []Tax          `json:"taxes"`
	ShippingTaxes  []ShippingTax  `json:"shippingTaxes"`
	VoucherIDs     []string       `json:"voucherIds"`
	Instructions   *string        `json:"instructions"`   // how to pay
	ShippingMethod string         `json:"shippingMethod"` // what it was called
	PlacedAt       time.Time      `json:"placedAt"`
	DueAt          *time.Time     `json:"dueAt"` // until when the order waits for its payment, or nil
	Recipient      RecipientKind  `json:"recipient"`
	RecipientID    *string        `json:"recipientId"`
	ShipToName     string         `json:"shipToName" pii:"true"`
	ShipToPhone    *string        `json:"shipToPhone" pii:"true"`
	ShipToAddress  string         `json:"shipToAddress" pii:"true"`
	ShipToCountry  string         `json:"shipToCountry" pii:"true"`
	ShipToCompany  *string        `json:"shipToCompany" pii:"true"`
	ShipToParts
	BillTo
	// Consumer: the buyer is one, who may withdraw from the contract; nil in older events.
	Consumer *bool `json:"consumer"`
	// SaveAddress: the buyer wants the destination in the address book.
	SaveAddress bool `json:"saveAddress"`
}

// ShipToParts are the parts of the address that an order goes to; all nil when it is known as one
// line of text alone, and in events from before.
type ShipToParts struct {
	ShipToLine1      *string `json:"shipToLine1" pii:"true"`
	ShipToLine2      *string `json:"shipToLine2" pii:"true"`
	ShipToPostalCode *string `json:"shipToPostalCode" pii:"true"`
	ShipToCity       *string `json:"shipToCity" pii:"true"`
	ShipToState      *string `json:"shipToState" pii:"true"`
}

// BillTo is to whom the invoice of an order is addressed, the parts as in ShipToParts; blank in
// events from before. BillToVATID is the VAT id of a wholesale buyer's account, whatever its
// status.
type BillTo struct {
	BillToName       string  `json:"billToName" pii:"true"`
	BillToCompany    *string `json:"billToCompany" pii:"true"`
	BillToPhone      *string `json:"billToPhone" pii:"true"`
	BillToAddress    string  `json:"billToAddress" pii:"true"`
	BillToLine1      *string `json:"billToLine1" pii:"true"`
	BillToLine2      *string `json:"billToLine2" pii:"true"`
	BillToPostalCode *string `json:"billToPostalCode" pii:"true"`
	BillToCity       *string `json:"billToCity" pii:"true"`
	BillToState      *string `json:"billToState" pii:"true"`
	BillToCountry    string  `json:"billToCountry" pii:"true"`
	BillToVATID      *string `json:"billToVatId" pii:"true"`
}

func (OrderPlaced) EventName() string { return "ordering.order_placed.v1" }

// OrderPaid: the order's money is here, or its total was 0. Implied: another event of the same
// moment says so too: OrderPlaced when there was nothing to pay, OrderDelivered when the carrier
// collected the cash. Consumers that notify people then use only that one.
type OrderPaid struct {
	Order
	PaidAt  time.Time `json:"paidAt"`
	Amount  int64     `json:"amount"`
	Implied bool      `json:"implied"`
}

func (OrderPaid) EventName() string { return "ordering.order_paid.v1" }

// OrderPaymentFailed: the card was refused, or money that was on its way did not come; the buyer
// may try again until DueAt, which events of older versions do not have.
type OrderPaymentFailed struct {
	Order
	FailedAt time.Time  `json:"failedAt"`
	DueAt    *time.Time `json:"dueAt"`
}

func (OrderPaymentFailed) EventName() string { return "ordering.order_payment_failed.v1" }

// OrderProcessing: the warehouse began.
type OrderProcessing struct {
	Order
	StartedAt time.Time `json:"startedAt"`
}

func (OrderProcessing) EventName() string { return "ordering.order_processing.v1" }

// ShipToChanged: an admin changed where an order goes, before anything was shipped. The address is
// the new one.
type ShipToChanged struct {
	Order
	ChangedAt     time.Time `json:"changedAt"`
	ShipToName    string    `json:"shipToName" pii:"true"`
	ShipToPhone   *string   `json:"shipToPhone" pii:"true"`
	ShipToAddress string    `json:"shipToAddress" pii:"true"`
	ShipToCountry string    `json:"shipToCountry" pii:"true"`
	ShipToCompany *string   `json:"shipToCompany" pii:"true"`
	ShipToParts
}

func (ShipToChanged) EventName() string { return "ordering.ship_to_changed.v1" }

// BillToChanged: an admin changed to whom the invoice of an order is addressed, before anything was
// shipped. The address is the new one.
type BillToChanged struct {
	Order
	ChangedAt time.Time `json:"changedAt"`
	BillTo
}

func (BillToChanged) EventName() string { return "ordering.bill_to_changed.v1" }

// OrderMetadataChanged: staff changed the metadata of an order. Keys are those that came, went or
// have another value now; the values are in no event.
type OrderMetadataChanged struct {
	Order
	Keys      []string  `json:"keys" pii:"true"`
	ChangedAt time.Time `json:"changedAt"`
}

func (OrderMetadataChanged) EventName() string { return "ordering.order_metadata_changed.v1" }

// OrderEarned: the order is both delivered and paid. It happens once, and again after OrderUnpaid
// of an order that had earned. Goods is what its lines cost after discounts, less what was
// cancelled, returned or refunded before.
type OrderEarned struct {
	Order
	Goods int64 `json:"goods"`
}

func (OrderEarned) EventName() string { return "ordering.order_earned.v1" }

// OrderCancelled: nothing will be sent. VoucherIDs are the vouchers that can be spent again.
// RefundAmount is what was paid and is refunded now. Note is the actor's own words.
type OrderCancelled struct {
	Order
	Reason       CancellationReason `json:"reason"`
	Actor        CancellationActor  `json:"actor"`
	Lines        []Line             `json:"lines"`
	VoucherIDs   []string           `json:"voucherIds"`
	RefundAmount int64              `json:"refundAmount"`
	CancelledAt  time.Time          `json:"cancelledAt"`
	Note         *string            `json:"note" pii:"true"`
}

func (OrderCancelled) EventName() string { return "ordering.order_cancelled.v1" }

// ReturnRequested: the buyer wants to send something back.
type ReturnRequested struct {
	Order
	ReturnID    string         `json:"returnId"`
	Items       []ShipmentItem `json:"items"`
	RequestedAt time.Time      `json:"requestedAt"`
	Reason      string         `json:"reason" pii:"true"`
	// Implied: staff opened it for the buyer. ReturnDecided of the same moment says that it is
	// approved.
	Implied bool `json:"implied"`
}

func (ReturnRequested) EventName() string { return "ordering.return_requested.v1" }

// ReturnDecided: an admin approved or rejected a return.
type ReturnDecided struct {
	Order
	ReturnID string         `json:"returnId"`
	Status   ReturnStatus   `json:"status"`
	Items    []ShipmentItem `json:"items"`
	Reason   *string        `json:"reason" pii:"true"` // of the rejection
	SendTo   string         `json:"sendTo"`            // where approved goods go: a line
	// Implied: WithdrawalContested of the same moment says that it is rejected, and why.
	Implied bool `json:"implied"`
}

func (ReturnDecided) EventName() string { return "ordering.return_decided.v1" }

// ReturnReceived: the goods are back. GoodsBefore and GoodsAfter are what the order's
// goods cost (lines less discounts, less what was returned) before and after it. If the order has
// Earned, loyalty takes back the difference of what the two earn; else its OrderEarned is still to
// come, and its Goods leave out what was returned.
type ReturnReceived struct {
	Order
	ReturnID     string         `json:"returnId"`
	Items        []ShipmentItem `json:"items"`
	GoodsBefore  int64          `json:"goodsBefore"`
	GoodsAfter   int64          `json:"goodsAfter"`
	Earned       bool           `json:"earned"`
	RefundAmount int64          `json:"refundAmount"`
	// ShippingRefund is the part of RefundAmount that is for the shipping. Statutory: the buyer has
	// withdrawn from the contract.
	ShippingRefund int64     `json:"shippingRefund"`
	Statutory      bool      `json:"statutory"`
	ReceivedAt     time.Time `json:"receivedAt"`
	// WrittenOff are those of the items that did not go back into the stock. Deducted is what the
	// shop keeps of what they cost, DeductReason why.
	WrittenOff   []ShipmentItem `json:"writtenOff"`
	Deducted     int64          `json:"deducted"`
	DeductReason *string        `json:"deductReason" pii:"true"`
	VoucherIDs   []string       `json:"voucherIds"` // that can be spent again
}

func (ReturnReceived) EventName() string { return "ordering.return_received.v1" }

// VoucherSettled: a loyalty voucher was spent by an order, made available again by a cancellation,
// has expired, or was voided because its points were taken back.
type VoucherSettled struct {
	VoucherID string        `json:"voucherId"`
	UserID    string        `json:"userId"`
	OrderID   *string       `json:"orderId"`
	Status    VoucherStatus `json:"status"`
	ExpiresAt time.Time     `json:"expiresAt"`
}

func (VoucherSettled) EventName() string  { return "ordering.voucher_settled.v1" }
func (e VoucherSettled) EventKey() string { return e.VoucherID }

// AutomaticPromotionSaved: an admin made, changed or deleted an automatic promotion.
type AutomaticPromotionSaved struct {
	PromotionID string `json:"promotionId"`
	Name        string `json:"name"` // that buyers see
	Active      bool   `json:"active"`
	Deleted     bool   `json:"deleted"`
}

func (AutomaticPromotionSaved) EventName() string  { return "ordering.automatic_promotion_saved.v1" }
func (e AutomaticPromotionSaved) EventKey() string { return e.PromotionID }

// PromotionSaved: an admin made, changed or deleted a promotion.
type PromotionSaved struct {
	PromotionID string `json:"promotionId"`
	Code        string `json:"code"`
	Active      bool   `json:"active"`
	Deleted     bool   `json:"deleted"`
}

func (PromotionSaved) EventName() string  { return "ordering.promotion_saved.v1" }
func (e PromotionSaved) EventKey() string { return e.PromotionID }

// OrderNoted: staff wrote a note on an order. The note alone has what it says: it goes with the
// erasure of the buyer.
type OrderNoted struct {
	Order
	NoteID  string    `json:"noteId"`
	NotedAt time.Time `json:"notedAt"`
}

func (OrderNoted) EventName() string { return "ordering.order_noted.v1" }

// ShippingMethodSaved: an admin made, changed or deleted a shipping method. A start of the service
// publishes once more the methods whose last event is from before it had a kind. Events from then
// have neither kind nor countries.
type ShippingMethodSaved struct {
	ShippingMethodID string             `json:"shippingMethodId"`
	Name             string             `json:"name"`
	Kind             ShippingMethodKind `json:"kind"`
	Countries        []string           `json:"countries"` // none: everywhere, or a pickup
	FreeFrom         *int64             `json:"freeFrom"`  // cents of goods; null: it is never free
	Active           bool               `json:"active"`
	Deleted          bool               `json:"deleted"`
}

func (ShippingMethodSaved) EventName() string  { return "ordering.shipping_method_saved.v1" }
func (e ShippingMethodSaved) EventKey() string { return e.ShippingMethodID }
