package events

import "time"

// OrderUnpaid: staff take back that the order's money is here. GoodsBefore is what its goods cost:
// if the order had Earned, loyalty takes back what they earned, and OrderEarned comes again.
// Status, PaymentStatus and Due are the order's, after it: it stays paid when bank statements have
// brought all of its money.
type OrderUnpaid struct {
	Order
	Amount        int64         `json:"amount"`
	Status        OrderStatus   `json:"status"`
	PaymentStatus PaymentStatus `json:"paymentStatus"`
	Earned        bool          `json:"earned"`
	GoodsBefore   int64         `json:"goodsBefore"`
	Due           *int64        `json:"due"`   // nil in older events
	DueAt         *time.Time    `json:"dueAt"` // until when the order waits for its payment
	UnpaidAt      time.Time     `json:"unpaidAt"`
	Reason        string        `json:"reason" pii:"true"`
}

func (OrderUnpaid) EventName() string { return "ordering.order_unpaid.v1" }

// RefundRequested: money is to go back to the buyer. payments refunds what goes through the card
// provider; staff send what goes by hand, and say so.
type RefundRequested struct {
	Order
	RefundID    string        `json:"refundId"`
	ReturnID    *string       `json:"returnId"` // of the goods that it is for; nil of any other
	Amount      int64         `json:"amount"`
	Channel     RefundChannel `json:"channel"`
	RequestedAt *time.Time    `json:"requestedAt"` // nil in older events
	Reason      string        `json:"reason" pii:"true"`
}

func (RefundRequested) EventName() string { return "ordering.refund_requested.v1" }

// GoesThroughProvider reports whether the card provider is to send the money, also of an event from
// before there were channels.
func (e RefundRequested) GoesThroughProvider() bool {
	return e.Channel == RefundChannelProvider || e.Channel == "" && e.PaymentMethod == PaymentMethodCard
}

// RefundOverdue: staff have not said for days that they sent the money of a refund by hand. Once
// for each refund.
type RefundOverdue struct {
	Order
	RefundID    string    `json:"refundId"`
	Amount      int64     `json:"amount"`
	RequestedAt time.Time `json:"requestedAt"`
}

func (RefundOverdue) EventName() string { return "ordering.refund_overdue.v1" }

// RefundSettled: the money is back with the buyer, or could not be sent. A refund through the card
// provider that has succeeded may still fail, when the bank sends the money back: then the event
// comes a second time for the same refund. Implied: it is what is left of a refund that has failed
// in part, of which the buyer has heard; in older events: OrderCancelled or ReturnReceived of the
// same moment says so too.
type RefundSettled struct {
	Order
	RefundID  string        `json:"refundId"`
	ReturnID  *string       `json:"returnId"` // as in RefundRequested
	Amount    int64         `json:"amount"`
	Channel   RefundChannel `json:"channel"`
	Origin    RefundOrigin  `json:"origin"`
	Status    RefundStatus  `json:"status"`
	SettledAt time.Time     `json:"settledAt"`
	Implied   bool          `json:"implied"`
	// GoodsBefore and GoodsAfter are what the order's goods cost (lines less discounts, less what
	// was cancelled, returned or refunded) before and after it. They differ when goods were
	// refunded that did not come back. If the order has Earned, loyalty takes back the difference
	// of what the two earn.
	GoodsBefore int64 `json:"goodsBefore"`
	GoodsAfter  int64 `json:"goodsAfter"`
	Earned      bool  `json:"earned"`
	// PaymentStatus is the order's, after it.
	PaymentStatus PaymentStatus `json:"paymentStatus"`
	Reference     *string       `json:"reference" pii:"true"` // of the transfer, as staff say
	Failure       *string       `json:"failure" pii:"true"`   // why it failed, as staff say
	Reason        string        `json:"reason" pii:"true"`
}

// WentThroughProvider reports whether the card provider sent the money, also of an event from
// before there were channels.
func (e RefundSettled) WentThroughProvider() bool {
	return e.Channel == RefundChannelProvider || e.Channel == "" && e.PaymentMethod == PaymentMethodCard
}

func (RefundSettled) EventName() string { return "ordering.refund_settled.v1" }
