package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// The three axes of an order (API.md, section 4). Each has one writer: the methods below.
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

// Why an order was cancelled.
const (
	byCustomer       = "customer"
	byAdmin          = "admin"
	byPaymentTimeout = "payment_timeout"
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

	Discounts          []discount `gorm:"serializer:json"`
	PromotionID        *string
	Note               *string
	CancellationReason *string
	CancellationActor  *string

	PlacedAt    time.Time
	PaidAt      *time.Time
	DeliveredAt *time.Time // when the last shipment arrived
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
	Code   string      `json:"code" doc:"The code, in upper case." example:"SPRING10"`
	Kind   string      `json:"kind" enum:"percent,amount,voucher" doc:"What it is: a promotion of either kind, or a loyalty voucher." example:"percent"`
	Amount money.Cents `json:"amount" doc:"What it takes off. In a cart 0 tells that the code can't be used as the cart stands." example:"6"`
}

// announcement is what every event of the order says of it.
func (o *order) announcement() events.Order {
	return events.Order{
		OrderID: o.ID, Number: o.Number, UserID: o.UserID, Locale: o.Locale, PaymentMethod: o.PaymentMethod, Total: int64(o.Total),
		Email: o.BuyerEmail, FullName: o.BuyerName,
	}
}

// markPaid notes that the money is here: the total, less what has come back before. It returns InvalidTransition for an order that
// is paid or cancelled.
func (o *order) markPaid(now time.Time) error {
	if o.Status == cancelled || !slices.Contains([]string{unpaid, paymentFailed}, o.PaymentStatus) {
		return invalidTransition()
	}
	o.PaymentStatus, o.Paid, o.PaidAt, o.PaymentDueAt = paid, o.Total-o.Returned, &now, nil
	if o.Status == pendingPayment {
		o.Status = placed
	}
	o.UpdatedAt = now
	return nil
}

// payLate notes that money came after the order had been cancelled.
func (o *order) payLate(amount money.Cents, now time.Time) error {
	if o.Status != cancelled || !slices.Contains([]string{unpaid, paymentFailed}, o.PaymentStatus) {
		return invalidTransition()
	}
	o.PaymentStatus, o.Paid, o.PaidAt, o.UpdatedAt = paid, amount, &now, now
	return nil
}

// failPayment notes that a card was refused; another try may still succeed.
func (o *order) failPayment(now time.Time) error {
	if o.Status != pendingPayment || o.PaymentStatus != unpaid {
		return invalidTransition()
	}
	o.PaymentStatus, o.UpdatedAt = paymentFailed, now
	return nil
}

// process begins the work in the warehouse.
func (o *order) process(now time.Time) error {
	if o.Status != placed {
		return invalidTransition()
	}
	o.Status, o.UpdatedAt = processing, now
	return nil
}

// ship notes that a shipment left; whole tells that nothing remains.
func (o *order) ship(whole bool, now time.Time) error {
	if o.Status != processing || !slices.Contains([]string{unfulfilled, partiallyShipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = partiallyShipped, now
	if whole {
		o.FulfillmentStatus = shipped
	}
	return nil
}

// deliver notes that a shipment arrived; whole tells that every line has. Then the order is completed, and cash on delivery is here.
func (o *order) deliver(whole bool, now time.Time) error {
	if o.Status != processing || !slices.Contains([]string{partiallyShipped, shipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.UpdatedAt = now
	if !whole {
		return nil
	}
	o.Status, o.FulfillmentStatus, o.DeliveredAt, o.CompletedAt = completed, delivered, &now, &now
	if o.PaymentMethod == cashOnDelivery && o.PaymentStatus == unpaid {
		o.PaymentStatus, o.Paid, o.PaidAt = paid, o.Total, &now
	}
	return nil
}

// cancellable tells whether nothing has left and nothing has ended.
func (o *order) cancellable() bool {
	return o.FulfillmentStatus == unfulfilled && slices.Contains([]string{pendingPayment, placed, processing}, o.Status)
}

// cancel ends the order before its first shipment. byPaymentTimeout ends only one that still waits for its payment.
func (o *order) cancel(reason, actor string, now time.Time) error {
	if !o.cancellable() || reason == byPaymentTimeout && o.Status != pendingPayment {
		return invalidTransition()
	}
	o.Status, o.CancellationReason, o.CancellationActor, o.CancelledAt = cancelled, &reason, &actor, &now
	o.PaymentDueAt, o.UpdatedAt = nil, now
	return nil
}

// receiveReturn notes that lines came back that had cost goods after discounts; whole tells that everything has.
func (o *order) receiveReturn(goods money.Cents, whole bool, now time.Time) error {
	if !slices.Contains([]string{delivered, partiallyReturned}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = partiallyReturned, now
	if whole {
		o.FulfillmentStatus = returned
	}
	o.Returned += goods
	return nil
}

// refundable is what may still go back to the buyer.
func (o *order) refundable() money.Cents { return o.Paid - o.Refunding }

// requestRefund sets an amount aside that is on its way back. It returns InvalidTransition when so much was not paid, or is gone already.
func (o *order) requestRefund(amount money.Cents, now time.Time) error {
	if amount <= 0 || amount > o.refundable() {
		return invalidTransition()
	}
	o.Refunding += amount
	o.UpdatedAt = now
	return nil
}

// settleRefund notes that an amount that was set aside is back with the buyer.
func (o *order) settleRefund(amount money.Cents, now time.Time) error {
	if o.Refunded+amount > o.Refunding {
		return invalidTransition()
	}
	o.Refunded += amount
	o.PaymentStatus, o.UpdatedAt = partiallyRefunded, now
	if o.Refunded == o.Paid {
		o.PaymentStatus = refunded
	}
	return nil
}

// failRefund frees an amount that was set aside and could not be sent.
func (o *order) failRefund(amount money.Cents, now time.Time) error {
	if o.Refunded+amount > o.Refunding {
		return invalidTransition()
	}
	o.Refunding -= amount
	o.UpdatedAt = now
	return nil
}

// earned tells whether the order is both delivered and paid.
func (o *order) earned() bool { return o.DeliveredAt != nil && o.PaidAt != nil }

// ended tells whether nothing will be sent any more. The shipTo of an erased buyer is blanked then.
func (o *order) ended() bool { return o.Status == completed || o.Status == cancelled }

// goods is what the lines cost after discounts, less what came back: what points are counted on.
func (o *order) goods() money.Cents { return o.Subtotal - o.Discount - o.Returned }

func invalidTransition() error {
	return fault.New(fault.InvalidTransition, "The order's state does not allow this.")
}
