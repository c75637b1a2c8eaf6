package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// The three axes of an order: the work on it, its money and its goods. Each has one writer: the methods of order_transitions.go.
const (
	pendingPayment = "pending_payment"
	placed         = "placed"
	processing     = "processing"
	completed      = "completed"
	cancelled      = "cancelled"

	unpaid            = "unpaid"
	paid              = "paid"
	partiallyRefunded = "partially_refunded"
	refunded          = "refunded"
	paymentFailed     = "failed"

	unfulfilled       = "unfulfilled"
	partiallyShipped  = "partially_shipped"
	shipped           = "shipped"
	delivered         = "delivered"
	partiallyReturned = "partially_returned"
	returned          = "returned"
)

// How an order is paid.
const (
	bankTransfer   = "bank_transfer"
	cashOnDelivery = "cash_on_delivery"
	invoice        = "invoice"
	card           = "card"
)

// Why an order was cancelled: who wanted it, or nobody, when bySystem did it.
const (
	byCustomer       = "customer"
	byAdmin          = "admin"
	byPaymentTimeout = "payment_timeout"
	bySystem         = "system"
)

// Whom an order is for: the buyer at an address of theirs, somebody named in the checkout, or a saved recipient.
const (
	forSelf  = "self"
	forOther = "other"
	forSaved = "saved"
)

// order is what a checkout made of a cart. Its money is cents; its sums never change after the checkout.
type order struct {
	ID     string `gorm:"primaryKey"`
	Number string
	UserID string
	CartID string // at most one order comes of a cart

	Status            string
	PaymentStatus     string
	FulfillmentStatus string

	Locale      string
	BuyerEmail  string // blank after the erasure of the buyer's account, like the name
	BuyerName   string
	BuyerErased bool
	Search      string // what an admin's ?q looks in, in lower case

	ShipTo             shipTo `gorm:"embedded;embeddedPrefix:ship_to_"`
	Recipient          string
	RecipientID        *string
	ShippingMethodID   string
	ShippingMethodName string
	PaymentMethod      string
	Instructions       *string
	PaymentDueAt       *time.Time // set while the order waits for its payment

	Subtotal  money.Cents `gorm:"column:subtotal_cents"`
	Discount  money.Cents `gorm:"column:discount_cents"`
	Shipping  money.Cents `gorm:"column:shipping_cents"`
	Tax       money.Cents `gorm:"column:tax_cents"` // contained in Total
	Total     money.Cents `gorm:"column:total_cents"`
	Paid      money.Cents `gorm:"column:paid_cents"`
	Refunding money.Cents `gorm:"column:refunding_cents"` // all refunds that have not failed; never above Paid
	Refunded  money.Cents `gorm:"column:refunded_cents"`  // those that have succeeded
	Returned  money.Cents `gorm:"column:returned_cents"`  // what the lines that came back had cost after discounts

	RefundedGoods money.Cents `gorm:"column:refunded_goods_cents"` // of Refunded: for goods that did not come back

	Discounts          []discount `gorm:"serializer:json"`
	PromotionID        *string
	Note               *string
	CancellationReason *string
	CancellationActor  *string

	Units       int     // in all lines
	Destination *string // a digest of where it goes, like Network of where it came from: while the order is open (open_orders.go)
	Network     *string

	PlacedAt    time.Time
	PaidAt      *time.Time
	DeliveredAt *time.Time // when the last shipment arrived; CompletedAt is when that was told
	CompletedAt *time.Time
	CancelledAt *time.Time
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

func (order) TableName() string { return "ordering_orders" }

// shipTo is where an order goes. It is blank after the erasure of the buyer's account, once the order has ended.
type shipTo struct {
	Name    string
	Phone   *string
	Address string // one line of text
	Country string // ISO 3166-1 alpha-2
}

// discount is what a code takes off an order or a cart.
type discount struct {
	Code   string      `json:"code" doc:"In upper case." example:"SPRING10"`
	Kind   string      `json:"kind" enum:"percent,amount,voucher" schema:"DiscountKind" example:"percent"`
	Amount money.Cents `json:"amount" doc:"0 in a cart: not usable as it stands." example:"6"`
}

// announcement is what every event of the order says of it.
func (o *order) announcement() events.Order {
	return events.Order{
		OrderID: o.ID, Number: o.Number, UserID: o.UserID, Locale: o.Locale, PaymentMethod: o.PaymentMethod, Total: int64(o.Total),
		Email: o.BuyerEmail, FullName: o.BuyerName,
	}
}

// earned tells whether the order is both delivered and paid.
func (o *order) earned() bool { return o.DeliveredAt != nil && o.PaidAt != nil }

// ended tells whether nothing will be sent any more. The shipTo of an erased buyer is blanked then.
func (o *order) ended() bool { return o.Status == completed || o.Status == cancelled }

// goods is what the lines cost after discounts, less what came back and what went back without: what points are counted on.
func (o *order) goods() money.Cents { return max(0, o.Subtotal-o.Discount-o.Returned-o.RefundedGoods) }
