package payments

import (
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
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

// intent is the request for an order's money to a provider.
type intent struct {
	OrderID     string `gorm:"primaryKey"`
	PaymentID   string
	UserID      *string
	Amount      money.Cents `gorm:"column:amount_cents"`
	Status      intentStatus
	Provider    string    // its name
	ProviderID  *string   // nil until the provider has it
	BuyerSecret *string   `gorm:"column:client_secret"` // with which the buyer's browser pays
	Mismatched  bool      // it succeeded with another amount, which does not pay the order
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
}

func (intent) TableName() string { return "payments_intents" }

// markOpen records that the provider has the intent. A reading may have changed its status before.
func (i *intent) markOpen(created createdIntent) {
	i.setProvider(created.ID, created.BuyerSecret)
	if i.Status == intentWanted {
		i.Status = intentOpen
	}
}

// adopt records that the answer is about this intent, of whose creation no answer has come: it may
// still come, or never.
func (i *intent) adopt(answer intentAnswer) { i.setProvider(answer.ID, answer.BuyerSecret) }

func (i *intent) setProvider(providerID, buyerSecret string) {
	i.ProviderID, i.BuyerSecret = &providerID, &buyerSecret
	if i.UserID == nil {
		i.BuyerSecret = nil
	}
}

// ended reports whether nothing is left to be ended at the provider.
func (i *intent) ended() bool { return i.Status == intentSucceeded || i.Status == intentCancelled }

// awaited reports whether the order still waits for this payment.
func (i *intent) awaited(o order) bool {
	return o.asksForMoney() && i.Status != intentSucceeded
}

// renewable reports whether the order needs another intent: this one has ended at the provider, or
// the provider has refused to make it, a while ago.
func (i *intent) renewable(o order, now time.Time) bool {
	refused := i.Status == intentFailed && i.ProviderID == nil && now.After(i.CreatedAt.Add(knowledgeLife))
	return i.awaited(o) && (i.Status == intentCancelled || refused)
}

// renew makes it another intent over what is due of the order. The provider does not have it yet.
func (i *intent) renew(o order, now time.Time) {
	i.PaymentID, i.Amount, i.Status, i.CreatedAt = id.New(), o.due(), intentWanted, now
	i.Provider = providerOf(o.Method)
	i.ProviderID, i.BuyerSecret = nil, nil
}

// usableSecret is the secret, unless nothing can be paid with it any more.
func (i *intent) usableSecret() *string {
	if i.Status == intentCancelled {
		return nil
	}
	return i.BuyerSecret
}

// intentStates are the changes of an intent. A succeeded intent stays so; one that has failed or
// was cancelled may still succeed.
var intentStates = states.New("payments_intents.status",
	states.Change[intentStatus]{To: intentWanted, Cause: "order_placed, by card"},
	states.Change[intentStatus]{From: intentWanted, To: intentOpen, Cause: "the provider has it"},
	states.Change[intentStatus]{From: intentWanted, To: intentSucceeded, Cause: "read before the answer came"},
	states.Change[intentStatus]{From: intentWanted, To: intentFailed, Cause: "the provider refused"},
	states.Change[intentStatus]{From: intentOpen, To: intentSucceeded, Cause: "paid"},
	states.Change[intentStatus]{From: intentOpen, To: intentFailed, Cause: "the card was refused"},
	states.Change[intentStatus]{From: intentFailed, To: intentSucceeded, Cause: "another try"},
	states.Change[intentStatus]{From: intentWanted, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentOpen, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentFailed, To: intentCancelled, Cause: "cancelled, or paid another way"},
	states.Change[intentStatus]{From: intentCancelled, To: intentSucceeded, Cause: "paid all the same"},
	states.Change[intentStatus]{From: intentFailed, To: intentWanted, Cause: "refused for good, and the buyer is back"},
	states.Change[intentStatus]{From: intentCancelled, To: intentWanted, Cause: "ended, and the buyer is back"},
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
	case i.Status == intentSucceeded && !i.Mismatched &&
		(o.Status == ordering.PaymentStatusUnpaid || o.Status == ordering.PaymentStatusFailed):
		return ordering.PaymentStatusPaid
	case i.Status == intentFailed && o.Status == ordering.PaymentStatusUnpaid:
		return ordering.PaymentStatusFailed
	}
	return o.Status
}
