// Package events is what payments announces: the module's public contract. Fields are only ever added. Amounts are cents.
package events

import "time"

// PaymentReceived: the card provider confirmed that the order's money is here.
type PaymentReceived struct {
	PaymentID  string    `json:"paymentId"`
	OrderID    string    `json:"orderId"`
	Amount     int64     `json:"amount"`
	ReceivedAt time.Time `json:"receivedAt"`
}

func (PaymentReceived) EventName() string  { return "payments.payment_received.v1" }
func (e PaymentReceived) EventKey() string { return e.OrderID }

// PaymentFailed: the card was refused; the customer may try again until the deadline.
type PaymentFailed struct {
	PaymentID string `json:"paymentId"`
	OrderID   string `json:"orderId"`
}

func (PaymentFailed) EventName() string  { return "payments.payment_failed.v1" }
func (e PaymentFailed) EventKey() string { return e.OrderID }

// PaymentMismatched: the card provider has money for the order, by its payment ProviderID, that is not what was asked for: another amount,
// which pays nothing, or money for an order that was paid another way before (Asked is 0). Received is 0 when it is another currency. Admins
// are told.
type PaymentMismatched struct {
	PaymentID  string `json:"paymentId"`
	OrderID    string `json:"orderId"`
	ProviderID string `json:"providerId"`
	Asked      int64  `json:"asked"`
	Received   int64  `json:"received"`
}

func (PaymentMismatched) EventName() string  { return "payments.payment_mismatched.v1" }
func (e PaymentMismatched) EventKey() string { return e.OrderID }

// RefundConfirmed: the provider sent the money back.
type RefundConfirmed struct {
	RefundID string `json:"refundId"`
	OrderID  string `json:"orderId"`
	Amount   int64  `json:"amount"`
}

func (RefundConfirmed) EventName() string  { return "payments.refund_confirmed.v1" }
func (e RefundConfirmed) EventKey() string { return e.OrderID }

// RefundFailed: the provider could not send the money back; admins are told.
type RefundFailed struct {
	RefundID string `json:"refundId"`
	OrderID  string `json:"orderId"`
	Amount   int64  `json:"amount"`
	Reason   string `json:"reason"`
}

func (RefundFailed) EventName() string  { return "payments.refund_failed.v1" }
func (e RefundFailed) EventKey() string { return e.OrderID }
