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
	intentWanted intentStatus = "wanted" // the provider does not have it yet
	intentOpen   intentStatus = "open"   // the buyer can pay
	intentFailed intentStatus = "failed" // a card was refused; another one may be tried
	// The buyer has paid, and the money is on its way, as that of a direct debit. It can't be ended.
	intentProcessing intentStatus = "processing"
	intentSucceeded  intentStatus = "succeeded"
	intentCancelled  intentStatus = "cancelled"
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
	PaymentType *string   // by what the buyer pays, as the provider calls it; nil until that is known
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

// wantedBy reports whether the order still asks for this payment: it waits for it, and for no other
// amount.
func (i *intent) wantedBy(o order) bool {
	return o.Method.ViaProvider() && i.awaited(o) && i.Amount == o.due()
}

// processing reports whether the order's money is on its way.
func (i *intent) processing(o order) bool {
	return o.Method.ViaProvider() && o.asksForMoney() && i.Status == intentProcessing
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

// usableSecret is the secret with which what is due of the order is paid now, or was paid; nil
// while the intent waits for its end at the provider. Succeeded, it reads what became of the money.
func (i *intent) usableSecret(o order) *string {
	if i.Status == intentSucceeded || i.wantedBy(o) && i.Status != intentCancelled && i.Status != intentProcessing {
		return i.BuyerSecret
	}
	return nil
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
	states.Change[intentStatus]{From: intentWanted, To: intentProcessing, Cause: "read before the answer came"},
	states.Change[intentStatus]{From: intentOpen, To: intentProcessing, Cause: "paid, and the money is on its way"},
	states.Change[intentStatus]{From: intentFailed, To: intentProcessing, Cause: "another try"},
	states.Change[intentStatus]{From: intentProcessing, To: intentSucceeded, Cause: "the money has come"},
	states.Change[intentStatus]{From: intentProcessing, To: intentFailed, Cause: "the money did not come"},
	states.Change[intentStatus]{
		From: intentProcessing, To: intentOpen, Cause: "it did not come, and the buyer tries again",
	},
	states.Change[intentStatus]{From: intentProcessing, To: intentCancelled, Cause: "ended at the provider"},
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
	case i.Status == intentProcessing && o.Status == ordering.PaymentStatusFailed:
		return ordering.PaymentStatusUnpaid
	}
	return o.Status
}
