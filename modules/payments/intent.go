package payments

import (
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
	"orderd/platform/states"
)

// intentStatus is the state of an intent.
type intentStatus string

const (
	intentWanted    intentStatus = "wanted" // the provider does not have it yet
	intentOpen      intentStatus = "open"   // the buyer can pay
	intentFailed    intentStatus = "failed" // a card was refused; another one may be tried
	intentSucceeded intentStatus = "succeeded"
	intentCancelled intentStatus = "cancelled"
)

// intent is the request for an order's money by card.
type intent struct {
	OrderID      string `gorm:"primaryKey"`
	PaymentID    string
	UserID       *string
	Amount       money.Cents `gorm:"column:amount_cents"`
	Status       intentStatus
	ProviderID   *string   // nil until the provider has it
	ClientSecret *string   // with which the buyer's browser pays
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
}

func (intent) TableName() string { return "payments_intents" }

// markOpen records that the provider has the intent. A webhook may have changed its status before.
func (i *intent) markOpen(created createdIntent) {
	i.ProviderID, i.ClientSecret = &created.ID, &created.ClientSecret
	if i.UserID == nil {
		i.ClientSecret = nil
	}
	if i.Status == intentWanted {
		i.Status = intentOpen
	}
}

// intentStates are the changes of an intent. A succeeded intent stays so; one that has failed or
// was cancelled may still succeed.
var intentStates = states.New("payments_intents.status",
	states.Change[intentStatus]{To: intentWanted, Cause: "order_placed, by card"},
	states.Change[intentStatus]{From: intentWanted, To: intentOpen, Cause: "the provider has it"},
	states.Change[intentStatus]{From: intentWanted, To: intentSucceeded, Cause: "the webhook was faster"},
	states.Change[intentStatus]{From: intentWanted, To: intentFailed, Cause: "the provider refused"},
	states.Change[intentStatus]{From: intentOpen, To: intentSucceeded, Cause: "paid"},
	states.Change[intentStatus]{From: intentOpen, To: intentFailed, Cause: "the card was refused"},
	states.Change[intentStatus]{From: intentFailed, To: intentSucceeded, Cause: "another try"},
	states.Change[intentStatus]{From: intentWanted, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentOpen, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentFailed, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentCancelled, To: intentSucceeded, Cause: "paid all the same"},
)

// transition changes the status and reports whether it did.
func (i *intent) transition(to intentStatus) bool {
	if i.Status == to || intentStates.Check(i.Status, to) != nil {
		return false
	}
	i.Status = to
	return true
}

// paymentStatus is the status of the order's payment. It includes the changes of the intent that
// ordering has not handled yet.
func (i *intent) paymentStatus(o order) ordering.PaymentStatus {
	switch {
	case i.Status == intentSucceeded && (o.Status == ordering.PaymentStatusUnpaid || o.Status == ordering.PaymentStatusFailed):
		return ordering.PaymentStatusPaid
	case i.Status == intentFailed && o.Status == ordering.PaymentStatusUnpaid:
		return ordering.PaymentStatusFailed
	}
	return o.Status
}
