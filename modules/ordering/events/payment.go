package events

import "time"

// PaymentOverdue: an order that is paid by card was not paid in time. payments looks at the
// provider whether it was: it publishes PaymentReceived, or PaymentEnded, upon which the order is
// cancelled.
type PaymentOverdue struct {
	Order
	OverdueAt time.Time `json:"overdueAt"`
}

func (PaymentOverdue) EventName() string { return "ordering.payment_overdue.v1" }
