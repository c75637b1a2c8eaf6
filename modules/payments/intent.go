package payments

import (
	"slices"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
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

// transition changes the status and reports whether it did. A succeeded intent stays so; one that
// has failed or was cancelled may still succeed.
func (i *intent) transition(to intentStatus) bool {
	from := map[intentStatus][]intentStatus{
		intentSucceeded: {intentWanted, intentOpen, intentFailed, intentCancelled},
		intentFailed:    {intentWanted, intentOpen},
		intentCancelled: {intentWanted, intentOpen, intentFailed},
	}
	if !slices.Contains(from[to], i.Status) {
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
