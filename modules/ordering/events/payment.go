package events

import "time"

// PaymentOverdue: an order that is paid by card was not paid in time. payments looks at the
// provider whether it was: it publishes PaymentReceived, or PaymentEnded, upon which the order is
// cancelled.
type PaymentOverdue struct {
	Order
	OverdueAt time.Time  `json:"overdueAt"`
	DueAt     *time.Time `json:"dueAt"` // when it is cancelled without an answer; nil in older events
}

func (PaymentOverdue) EventName() string { return "ordering.payment_overdue.v1" }

// PaymentProcessingChanged: the buyer of an unpaid order has paid online, and the provider
// processes it, as it does a direct debit; or that payment has ended and no money came. DueAt is
// until when the order waits now. After OrderPaid and OrderPaymentFailed nothing is processed
// either.
type PaymentProcessingChanged struct {
	Order
	Processing bool       `json:"processing"`
	DueAt      *time.Time `json:"dueAt"`
	ChangedAt  time.Time  `json:"changedAt"`
}

func (PaymentProcessingChanged) EventName() string { return "ordering.payment_processing_changed.v1" }

// DisputeStatus is how a dispute of a payment stands.
type DisputeStatus string

// The states of a dispute.
const (
	DisputeStatusOpen DisputeStatus = "open"
	DisputeStatusWon  DisputeStatus = "won"
	DisputeStatusLost DisputeStatus = "lost"
)

// PaymentDisputed: the buyer disputes the payment of an order at the bank, the term for the shop's
// answer is another one, or the dispute was won or lost. Its entry in the timeline is the staff's
// alone.
type PaymentDisputed struct {
	Order
	Status    DisputeStatus `json:"status"`
	Amount    int64         `json:"amount"`
	DueAt     *time.Time    `json:"dueAt"`
	ChangedAt time.Time     `json:"changedAt"`
}

func (PaymentDisputed) EventName() string { return "ordering.payment_disputed.v1" }

// PaymentDueChanged: an unpaid order asks for another amount, because units were cancelled or
// returned, a part of the money came or went back, or it is not paid after all. Due is what is
// still to pay, more than 0, and Instructions say how.
type PaymentDueChanged struct {
	Order
	Due          int64     `json:"due"`
	Instructions *string   `json:"instructions"`
	ChangedAt    time.Time `json:"changedAt"`
}

func (PaymentDueChanged) EventName() string { return "ordering.payment_due_changed.v1" }

// PaymentMethodChanged: the buyer pays the order in another way than From. Due is what is still to
// pay, DueAt until when the order waits for it; nil when it does not wait.
type PaymentMethodChanged struct {
	Order
	From          PaymentMethod `json:"from"`
	Status        OrderStatus   `json:"status"`
	PaymentStatus PaymentStatus `json:"paymentStatus"`
	Due           int64         `json:"due"`
	DueAt         *time.Time    `json:"dueAt"`
	Instructions  *string       `json:"instructions"`
	ChangedAt     time.Time     `json:"changedAt"`
}

func (PaymentMethodChanged) EventName() string { return "ordering.payment_method_changed.v1" }

// NumberedOrder is an order with its number.
type NumberedOrder struct {
	OrderID string `json:"orderId"`
	Number  string `json:"number"`
}

// OrdersNumbered: the numbers of orders from before payments copied those of new orders, once after
// an upgrade.
type OrdersNumbered struct {
	Orders []NumberedOrder `json:"orders"`
}

func (OrdersNumbered) EventName() string { return "ordering.orders_numbered.v1" }

// EventKey is the same for all of them: one batch is committed after the other.
func (OrdersNumbered) EventKey() string { return "numbers" }
