package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/metadata"
	"orderd/platform/money"
)

// An order has three axes: the work on it, its money and its goods. The methods of
// order_transitions.go are their only writers.
type (
	orderStatus       = events.OrderStatus
	paymentStatus     = events.PaymentStatus
	fulfillmentStatus string
)

const (
	orderPendingPayment = events.OrderStatusPendingPayment
	orderPlaced         = events.OrderStatusPlaced
	orderProcessing     = events.OrderStatusProcessing
	orderCompleted      = events.OrderStatusCompleted
	orderCancelled      = events.OrderStatusCancelled

	paymentUnpaid            = events.PaymentStatusUnpaid
	paymentPaid              = events.PaymentStatusPaid
	paymentFailed            = events.PaymentStatusFailed
	paymentPartiallyRefunded = events.PaymentStatusPartiallyRefunded
	paymentRefunded          = events.PaymentStatusRefunded

	fulfillmentUnfulfilled       fulfillmentStatus = "unfulfilled"
	fulfillmentPartiallyShipped  fulfillmentStatus = "partially_shipped"
	fulfillmentShipped           fulfillmentStatus = "shipped"
	fulfillmentDelivered         fulfillmentStatus = "delivered"
	fulfillmentPartiallyReturned fulfillmentStatus = "partially_returned"
	fulfillmentReturned          fulfillmentStatus = "returned"
)

// Values are all of them.
func (fulfillmentStatus) Values() []string {
	return convert.Strings(
		fulfillmentUnfulfilled, fulfillmentPartiallyShipped, fulfillmentShipped, fulfillmentDelivered,
		fulfillmentPartiallyReturned, fulfillmentReturned,
	)
}

// paymentMethod is how an order is paid.
type paymentMethod = events.PaymentMethod

const (
	payByBankTransfer = events.PaymentMethodBankTransfer
	payOnDelivery     = events.PaymentMethodCashOnDelivery
	payByInvoice      = events.PaymentMethodInvoice
	payByCard         = events.PaymentMethodCard
)

// cancellationReason is why an order was cancelled, cancellationActor is who cancelled it: the
// buyer, an admin, or the system when the payment did not come in time.
type (
	cancellationReason = events.CancellationReason
	cancellationActor  = events.CancellationActor
)

const (
	cancelledByCustomer       = events.CancellationReasonCustomer
	cancelledByAdmin          = events.CancellationReasonAdmin
	cancelledByPaymentTimeout = events.CancellationReasonPaymentTimeout
)

// recipientKind is whom an order is for.
type recipientKind = events.RecipientKind

const (
	recipientSelf  = events.RecipientSelf
	recipientOther = events.RecipientOther
	recipientSaved = events.RecipientSaved
)

// order is what a checkout made of a cart. Its sums never change after the checkout. order_money.go
// says how its amounts hang together.
type order struct {
	ID     string `gorm:"primaryKey"`
	Number string
	UserID string
	CartID string // a cart becomes at most one order

	// Guest: UserID is the pseudonym of BuyerEmail, and no account has the order. CartTokenHash is
	// that of the cart, whose token repeats the checkout.
	Guest         bool
	CartTokenHash *string

	Status            orderStatus
	PaymentStatus     paymentStatus
	FulfillmentStatus fulfillmentStatus

	Locale      string
	BuyerEmail  string // blank after the erasure of the buyer's account, like the name
	BuyerName   string
	BuyerErased bool
	Search      string // searchText, for an admin's ?q

	ShipTo             shipTo `gorm:"embedded;embeddedPrefix:ship_to_"`
	BillTo             billTo `gorm:"embedded;embeddedPrefix:bill_to_"`
	Version            int64  // rises with every change of ShipTo or BillTo
	Recipient          recipientKind
	RecipientID        *string
	ShippingMethodID   string
	ShippingMethodName string
	ShippingMethodKind events.ShippingMethodKind
	PaymentMethod      paymentMethod
	Instructions       *string    // of the checkout: replicas of older versions show them
	PaymentDueAt       *time.Time // set while the order waits for its payment
	OverdueAt          *time.Time // since when payments looks for the money of an overdue order

	// ProcessingSince is since when the provider processes what the buyer of an unpaid order has
	// paid; nil while it does not. PaymentType is by what, as the provider calls it; nil until that is
	// known. A buyer whose money did not come may choose another.
	ProcessingSince *time.Time
	PaymentType     *string

	// In the price mode net, Subtotal, Discount, Shipping and the prices of the lines are without
	// VAT. Whatever is cancelled, returned or refunded counts with it in both modes. Taxes are what
	// the checkout has worked out; none in orders from before they were kept.
	PriceMode shop.PriceMode
	Taxes     []taxRow `gorm:"serializer:json"`

	Subtotal  money.Cents `gorm:"column:subtotal_cents"`
	Discount  money.Cents `gorm:"column:discount_cents"`
	Shipping  money.Cents `gorm:"column:shipping_cents"`
	Tax       money.Cents `gorm:"column:tax_cents"` // contained in Total
	Total     money.Cents `gorm:"column:total_cents"`
	Paid      money.Cents `gorm:"column:paid_cents"`      // all that came, also before it suffices
	Refunding money.Cents `gorm:"column:refunding_cents"` // not failed; at most Paid
	Refunded  money.Cents `gorm:"column:refunded_cents"`  // succeeded
	Returned  money.Cents `gorm:"column:returned_cents"`  // value of the returned goods

	// ReceivedProvider is the part of Paid that came through the card provider, RefundingProvider
	// the part of Refunding that goes back through it: at most ReceivedProvider.
	ReceivedProvider  money.Cents `gorm:"column:received_provider_cents"`
	RefundingProvider money.Cents `gorm:"column:refunding_provider_cents"`
	// Transferred is the part of Paid that bank statements have brought. What came by hand besides,
	// staff have noted, or the carrier has collected.
	Transferred money.Cents `gorm:"column:transferred_cents"`
	// RefundingShipping is the part of Refunding that is for the shipping: at most shippingCost.
	RefundingShipping money.Cents `gorm:"column:refunding_shipping_cents"`
	// RefundedGoods is the part of Refunded that is for goods that were neither cancelled nor
	// returned.
	RefundedGoods money.Cents `gorm:"column:refunded_goods_cents"`

	// Cancelled is the value of what was cancelled, CancelledGoods its goods without the shipping.
	// Conceded is what the shop gave up of the rest: by refunds that have not failed, and by
	// returns that were not paid. Together they are at most Total.
	Cancelled      money.Cents `gorm:"column:cancelled_cents"`
	CancelledGoods money.Cents `gorm:"column:cancelled_goods_cents"`
	Conceded       money.Cents `gorm:"column:conceded_cents"`
	UndoneTax      money.Cents `gorm:"column:undone_tax_cents"` // of what was cancelled or returned

	// BackAtProvider is what went back at the card provider without a refund of the shop's, as
	// payments has said last. Dispute is how a dispute of the payment stands, nil when there is
	// none.
	BackAtProvider money.Cents `gorm:"column:back_at_provider_cents"`
	DisputeStatus  *disputeStatus
	DisputeDueAt   *time.Time

	// MarkedPaidStatus and MarkedPaidPaymentStatus are what the order was before staff marked it as
	// paid; nil unless they did.
	MarkedPaidStatus        *orderStatus
	MarkedPaidPaymentStatus *paymentStatus

	Discounts   []discount `gorm:"serializer:json"`
	PromotionID *string
	// PromotionCustomerID is by whom the use of the promotion is counted. nil in older orders: by
	// UserID.
	PromotionCustomerID *string
	Note                *string
	CancellationReason  *cancellationReason
	CancellationActor   *cancellationActor

	Units          int   // in all lines, as they were placed
	CancelledUnits int   // of Units, by staff while others were not
	PointsPerEuro  int64 // that each whole EUR of the goods earns
	ReturnDays     int64 // after the last delivery, in which goods may be returned
	InvoiceDays    int64 // after the first shipment, in which an invoice is to be paid
	// WithdrawalDays are those after the last delivery in which a consumer may withdraw; nil for
	// wholesale orders and those from before. WithdrawalState is that of the withdrawal that names
	// the order: of several the one that waits for staff, else the newest. saveWithdrawalStateOf
	// writes it.
	WithdrawalDays  *int
	WithdrawalState *withdrawalState `gorm:"<-:false"`

	// InvoiceID is its invoice that is not cancelled, nil when there is none, and InvoiceSeq the
	// sequence of the event that says so. setInvoice writes them.
	InvoiceID  *string `gorm:"<-:false"`
	InvoiceSeq int64   `gorm:"<-:false"`

	// Digests of the destination and the client's network, while the order is open
	// (open_orders.go).
	Destination *string
	Network     *string

	PlacedAt    time.Time
	PaidAt      *time.Time
	DeliveredAt *time.Time // when the last shipment arrived
	CompletedAt *time.Time // when we learned of it
	CancelledAt *time.Time
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`

	Metadata metadata.Object `gorm:"serializer:json"` // of staff, as their notes

	SaveAddress bool `gorm:"-"` // in the address book: for OrderPlaced alone

	Items     []orderItem `gorm:"foreignKey:OrderID"` // in the order of the cart
	Shipments []shipment  `gorm:"foreignKey:OrderID"` // oldest first
	Refunds   []refund    `gorm:"foreignKey:OrderID"` // oldest first
	Notes     []orderNote `gorm:"foreignKey:OrderID"` // oldest first
}

func (order) TableName() string { return "ordering_orders" }

// shipTo is where an order goes. It is blank after the erasure of the buyer's account, once the
// order has ended.
type shipTo struct {
	Name    string
	Company *string
	Phone   *string
	Address string       // one line of text, of the parts where these are known
	Parts   addressParts `gorm:"embedded"`
	Country string       // ISO 3166-1 alpha-2
}

// addressParts are the parts of an address that is known as more than one line of text. All are nil
// when it is not, and in what is from before they were kept.
type addressParts struct {
	Line1      *string
	Line2      *string
	PostalCode *string
	City       *string
	State      *string
}

// inOneLine is the address as one line of text.
func (p addressParts) inOneLine() string {
	return inOneLine(orEmpty(p.Line1), orEmpty(p.Line2), orEmpty(p.PostalCode)+" "+orEmpty(p.City), orEmpty(p.State))
}

// eventParts are the parts as events carry them.
func (p addressParts) eventParts() events.ShipToParts {
	return events.ShipToParts{
		ShipToLine1: p.Line1, ShipToLine2: p.Line2, ShipToPostalCode: p.PostalCode, ShipToCity: p.City, ShipToState: p.State,
	}
}

// discount is what a code or an automatic promotion takes off an order or a cart.
type discount struct {
	Code     string       `json:"code" doc:"In upper case; empty: it applies by itself, and has a name." example:"SPRING10"`
	Name     *string      `json:"name" doc:"Of an automatic promotion; null: it has a code." example:"Spring sale"`
	Kind     discountKind `json:"kind" example:"percent"`
	Amount   money.Cents  `json:"amount" doc:"Off the goods. 0 in a cart: not usable as it stands, outdone by a better discount, or free shipping." example:"6"`
	Shipping money.Cents  `json:"shipping" doc:"What free shipping saves; shippingTotal is without it. 0 while the shipping method is not known." example:"0"`
	Unused   money.Cents  `json:"unused" doc:"Of a voucher that is worth more than the goods: what is lost." example:"0"`
}

// eventOrder is what every event of the order says of it.
func (o *order) eventOrder() events.Order {
	return events.Order{
		OrderID: o.ID, Number: o.Number, UserID: o.UserID, Locale: o.Locale, PaymentMethod: o.PaymentMethod,
		Total: int64(o.Total), Claim: new(int64(o.claimAmount())), PointsPerEuro: &o.PointsPerEuro, Guest: o.Guest,
		Email: o.BuyerEmail, FullName: o.BuyerName, Pickup: o.ShippingMethodKind == events.ShippingPickup,
	}
}

// withTimeline is eventOrder for an event that the order's timeline shows: it has the id of its
// entry.
func (o *order) withTimeline() events.Order {
	e := o.eventOrder()
	e.EntryID = new(id.New())
	return e
}

// earned reports whether the order is both delivered and paid.
func (o *order) earned() bool { return o.DeliveredAt != nil && o.PaidAt != nil }

// ended reports whether nothing more will be sent.
func (o *order) ended() bool { return o.Status == orderCompleted || o.Status == orderCancelled }

// goods is what the lines cost after discounts, with their VAT, less what was cancelled, returned
// or refunded: points are counted on it.
func (o *order) goods() money.Cents {
	return max(0, o.Total-o.shippingCost()-o.CancelledGoods-o.Returned-o.RefundedGoods)
}

// shippingCost is what the shipping costs, with its VAT.
func (o *order) shippingCost() money.Cents {
	cost := o.Shipping
	if o.PriceMode == shop.PricesNet {
		for _, r := range o.Taxes {
			cost += r.ShippingTax
		}
	}
	return cost
}

// eraseDestination blanks the addresses of an order that has ended and whose buyer is erased.
func (o *order) eraseDestination() {
	if o.BuyerErased && o.ended() {
		o.ShipTo, o.BillTo, o.Note = shipTo{}, billTo{}, nil
	}
}
