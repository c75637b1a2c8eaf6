// Package events is the public contract of payments: the events that it publishes. Fields are only
// ever added. Amounts are in cents.
package events

import (
	"time"

	"orderd/platform/convert"
)

// PaymentReceived: the card provider has the order's money: the amount that was asked for. Total is
// all that it has received for the order so far; 0 in events of older versions, where it is Amount.
// Type is by what the buyer paid, as the provider calls it, such as card or paypal; "" when that is
// not known. Other events have it too.
type PaymentReceived struct {
	PaymentID  string    `json:"paymentId"`
	OrderID    string    `json:"orderId"`
	Amount     int64     `json:"amount"`
	ReceivedAt time.Time `json:"receivedAt"`
	Total      int64     `json:"total"`
	Type       string    `json:"type"`
}

func (PaymentReceived) EventName() string  { return "payments.payment_received.v1" }
func (e PaymentReceived) EventKey() string { return e.OrderID }

// PaymentFailed: a card was refused, or money that was on its way did not come. The customer may
// try again until the payment deadline.
type PaymentFailed struct {
	PaymentID string `json:"paymentId"`
	OrderID   string `json:"orderId"`
	Type      string `json:"type"`
}

func (PaymentFailed) EventName() string  { return "payments.payment_failed.v1" }
func (e PaymentFailed) EventKey() string { return e.OrderID }

// PaymentProcessing: the buyer has paid, and the money is on its way, for days with a direct debit
// (Type sepa_debit). PaymentReceived, PaymentFailed or PaymentEnded says what has become of it. It
// is published again when ordering asks for the end of such a payment.
type PaymentProcessing struct {
	PaymentID string `json:"paymentId"`
	OrderID   string `json:"orderId"`
	Type      string `json:"type"`
}

func (PaymentProcessing) EventName() string  { return "payments.payment_processing.v1" }
func (e PaymentProcessing) EventKey() string { return e.OrderID }

// PaymentMismatched: the card provider has received money for the order, as its payment ProviderID,
// that is not the amount due: another amount, which pays nothing, or money for an order that was
// paid in another way before (Asked is 0). Received is 0 for another currency. Total is all that
// the provider has received for the order so far, in the shop's currency; it is the buyer's and
// belongs on the order's books. Events of older versions have no Total and no ReceivedAt. Admins
// are notified.
type PaymentMismatched struct {
	PaymentID  string    `json:"paymentId"`
	OrderID    string    `json:"orderId"`
	ProviderID string    `json:"providerId"`
	Asked      int64     `json:"asked"`
	Received   int64     `json:"received"`
	Total      int64     `json:"total"`
	ReceivedAt time.Time `json:"receivedAt"`
	Type       string    `json:"type"`
}

func (PaymentMismatched) EventName() string  { return "payments.payment_mismatched.v1" }
func (e PaymentMismatched) EventKey() string { return e.OrderID }

// PaymentEnded: the payment by card has ended at the provider without paying the order. Nothing can
// come of it any more. A new one is made when the buyer comes back, while the order waits for its
// payment.
type PaymentEnded struct {
	PaymentID string `json:"paymentId"`
	OrderID   string `json:"orderId"`
}

func (PaymentEnded) EventName() string  { return "payments.payment_ended.v1" }
func (e PaymentEnded) EventKey() string { return e.OrderID }

// RefundedAtProvider: money of the order went back without a refund of the shop's: by a refund that
// was made at the provider, or a dispute that was lost. Total is all of it so far: it is a state,
// so that repeats change nothing, and it falls when such a refund bounces.
type RefundedAtProvider struct {
	OrderID string    `json:"orderId"`
	Total   int64     `json:"total"`
	FoundAt time.Time `json:"foundAt"`
}

func (RefundedAtProvider) EventName() string  { return "payments.refunded_at_provider.v1" }
func (e RefundedAtProvider) EventKey() string { return e.OrderID }

// DisputeStatus is the state of a dispute.
type DisputeStatus string

// The states of a dispute. Won: the money stays with the shop.
const (
	DisputeStatusOpen DisputeStatus = "open"
	DisputeStatusWon  DisputeStatus = "won"
	DisputeStatusLost DisputeStatus = "lost"
)

// Values are all of them.
func (DisputeStatus) Values() []string {
	return convert.Strings(DisputeStatusOpen, DisputeStatusWon, DisputeStatusLost)
}

// DisputeChanged: a buyer disputes a payment at the bank, the term for the shop's answer is another
// one, or the dispute was won or lost. What is lost is also in RefundedAtProvider.
type DisputeChanged struct {
	OrderID   string        `json:"orderId"`
	DisputeID string        `json:"disputeId"` // at the provider
	Status    DisputeStatus `json:"status"`
	Amount    int64         `json:"amount"`
	DueAt     *time.Time    `json:"dueAt"` // until when the shop may answer it at the provider
	ChangedAt time.Time     `json:"changedAt"`
}

func (DisputeChanged) EventName() string  { return "payments.dispute_changed.v1" }
func (e DisputeChanged) EventKey() string { return e.OrderID }

// TaskRetried: an admin has the card provider called again. Kind is intent, cancel or refund.
type TaskRetried struct {
	TaskID  string `json:"taskId"`
	OrderID string `json:"orderId"`
	Kind    string `json:"kind"`
}

func (TaskRetried) EventName() string  { return "payments.task_retried.v1" }
func (e TaskRetried) EventKey() string { return e.OrderID }

// RefundConfirmed: the card provider has sent the money back. AtProvider is set when the money had
// gone back at the provider before: the new Total of RefundedAtProvider, without what this refund
// now stands for.
type RefundConfirmed struct {
	RefundID   string `json:"refundId"`
	OrderID    string `json:"orderId"`
	Amount     int64  `json:"amount"`
	AtProvider *int64 `json:"atProvider"`
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

// StatementUploaded: staff uploaded a statement of the shop's bank account. Booked, Open, Known and
// Ignored count what it has.
type StatementUploaded struct {
	StatementID string  `json:"statementId"`
	FileName    string  `json:"fileName"`
	FromDay     *string `json:"fromDay"` // of its days, as 2026-11-20; nil: it says none
	ToDay       *string `json:"toDay"`
	Booked      int     `json:"booked"`
	Open        int     `json:"open"`
	Known       int     `json:"known"`
	Ignored     int     `json:"ignored"`
}

func (StatementUploaded) EventName() string  { return "payments.statement_uploaded.v1" }
func (e StatementUploaded) EventKey() string { return e.StatementID }

// TransferReceived: an entry of a bank statement is money for the order: the order asks for exactly
// it (Itself), or staff have booked it. Total is all that bank statements have brought for the
// order so far: it is a state, so that repeats change nothing.
type TransferReceived struct {
	EntryID     string    `json:"entryId"`
	StatementID string    `json:"statementId"`
	OrderID     string    `json:"orderId"`
	Amount      int64     `json:"amount"`
	Total       int64     `json:"total"`
	BookedOn    string    `json:"bookedOn"` // the bank's day, as 2026-11-20
	Itself      bool      `json:"itself"`
	ReceivedAt  time.Time `json:"receivedAt"`
}

func (TransferReceived) EventName() string  { return "payments.transfer_received.v1" }
func (e TransferReceived) EventKey() string { return e.OrderID }

// EntryIgnored: staff say that an entry of a bank statement is no order's money. OrderID is the
// order that it names.
type EntryIgnored struct {
	EntryID     string  `json:"entryId"`
	StatementID string  `json:"statementId"`
	OrderID     *string `json:"orderId"`
	Amount      int64   `json:"amount"`
	BookedOn    string  `json:"bookedOn"`
	Reason      string  `json:"reason"`
}

func (EntryIgnored) EventName() string  { return "payments.entry_ignored.v1" }
func (e EntryIgnored) EventKey() string { return e.EntryID }
