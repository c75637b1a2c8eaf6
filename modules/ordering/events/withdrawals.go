package events

import (
	"time"

	"orderd/platform/convert"
)

// WithdrawalState is how far a withdrawal from the contract has come.
type WithdrawalState string

// The states of a withdrawal. Settled is final.
const (
	WithdrawalStateReceived  WithdrawalState = "received"  // staff are to find its order
	WithdrawalStateMatched   WithdrawalState = "matched"   // its order is known
	WithdrawalStateContested WithdrawalState = "contested" // the shop says that it does not count
	WithdrawalStateSettled   WithdrawalState = "settled"   // its money has gone, or none is owed
)

// Values are all of them.
func (WithdrawalState) Values() []string {
	return convert.Strings(
		WithdrawalStateReceived, WithdrawalStateMatched, WithdrawalStateContested, WithdrawalStateSettled,
	)
}

// Withdrawal is what every event of a withdrawal says of it. UserID is the buyer, or
// pseudonym.Key.OfEmail of the email of a declaration whose order is not known. OrderID and Items
// are known once it is matched, OrderNumber is as it was declared until then. Guest: the order is
// known, and made without an account.
type Withdrawal struct {
	WithdrawalID string         `json:"withdrawalId"`
	OrderID      *string        `json:"orderId"`
	OrderNumber  string         `json:"orderNumber"`
	UserID       string         `json:"userId"`
	Guest        bool           `json:"guest"`
	Locale       string         `json:"locale"`
	Items        []ShipmentItem `json:"items"`
	ReceivedAt   time.Time      `json:"receivedAt"`
	Email        string         `json:"email" pii:"true"`
	FullName     string         `json:"fullName" pii:"true"`
}

// EventKey is the withdrawal.
func (w Withdrawal) EventKey() string { return w.WithdrawalID }

// EventSubject is the buyer, or the pseudonym of the email.
func (w Withdrawal) EventSubject() string { return w.UserID }

// WithdrawalDeclared: someone withdraws from a contract. The mailer confirms the receipt. Texts are
// the goods in the words of a declaration whose order staff are to find; none: all of the order.
type WithdrawalDeclared struct {
	Withdrawal
	State WithdrawalState  `json:"state"` // received or matched
	Texts []WithdrawalText `json:"texts" pii:"true"`
}

// WithdrawalText is goods as a declaration names them. Quantity is nil when it says none.
type WithdrawalText struct {
	Text     string `json:"text"`
	Quantity *int   `json:"quantity"`
}

func (WithdrawalDeclared) EventName() string { return "ordering.withdrawal_declared.v1" }

// WithdrawalMatched: the order and the goods of a withdrawal are known. The order is cancelled by
// it, or the goods come back in a return.
type WithdrawalMatched struct {
	Withdrawal
	RefundAmount int64     `json:"refundAmount"` // what is expected to go back
	RefundDueAt  time.Time `json:"refundDueAt"`
}

func (WithdrawalMatched) EventName() string { return "ordering.withdrawal_matched.v1" }

// WithdrawalContested: the shop says that a withdrawal does not count, and why.
type WithdrawalContested struct {
	Withdrawal
	Reason string `json:"reason" pii:"true"`
}

func (WithdrawalContested) EventName() string { return "ordering.withdrawal_contested.v1" }
