// Package events is the public contract of payments: the events that it publishes. Fields are only
// ever added. Amounts are in cents.
package events

import "time"

// PaymentReceived: the card provider confirmed that it has received the order's money.
type PaymentReceived struct {
	PaymentID  string    `json:"paymentId"`
	OrderID    string    `json:"orderId"`
	Amount     int64     `json:"amount"`
	ReceivedAt time.Time `json:"receivedAt"`
}

func (PaymentReceived) EventName() string  { return "payments.payment_received.v1" }
func (e PaymentReceived) EventKey() string { return e.OrderID }

// PaymentFailed: a card was refused. The customer may try another one until the payment deadline.
type PaymentFailed struct {
	PaymentID string `json:"paymentId"`
	OrderID   string `json:"orderId"`
}

func (PaymentFailed) EventName() string  { return "payments.payment_failed.v1" }
func (e PaymentFailed) EventKey() string { return e.OrderID }

// PaymentMismatched: the card provider has received money for the order, as its payment ProviderID,
// that is not the amount due: another amount, which pays nothing, or money for an order that was
// paid in another way before (Asked is 0). Received is 0 for another currency. Admins are notified.
type PaymentMismatched struct {
	PaymentID  string `json:"paymentId"`
	OrderID    string `json:"orderId"`
	ProviderID string `json:"providerId"`
	Asked      int64  `json:"asked"`
	Received   int64  `json:"received"`
}

func (PaymentMismatched) EventName() string  { return "payments.payment_mismatched.v1" }
func (e PaymentMismatched) EventKey() string { return e.OrderID }

// TaskRetried: an admin has the card provider called again. Kind is intent, cancel or refund.
type TaskRetried struct {
	TaskID  string `json:"taskId"`
	OrderID string `json:"orderId"`
	Kind    string `json:"kind"`
}

func (TaskRetried) EventName() string  { return "payments.task_retried.v1" }
func (e TaskRetried) EventKey() string { return e.OrderID }

// RefundConfirmed: the card provider has sent the money back.
type RefundConfirmed struct {
	RefundID string `json:"refundId"`
	OrderID  string `json:"orderId"`
	Amount   int64  `json:"amount"`
}

func (RefundConfirmed) EventName() string  { return "payments.refund_confirmed.v1" }
func (e RefundConfirmed) EventKey() string { return e.OrderID }

// RefundFailed: the card provider could not send the money back. Admins are notified.
type RefundFailed struct {
	RefundID string `json:"refundId"`
	OrderID  string `json:"orderId"`
	Amount   int64  `json:"amount"`
	Reason   string `json:"reason"`
}

func (RefundFailed) EventName() string  { return "payments.refund_failed.v1" }
func (e RefundFailed) EventKey() string { return e.OrderID }
