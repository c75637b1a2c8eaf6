package ordering

import (
	"time"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
	"orderd/platform/search"
	"orderd/platform/states"
)

// withdrawalState is how far a withdrawal has come.
type withdrawalState = events.WithdrawalState

const (
	withdrawalReceived  = events.WithdrawalStateReceived
	withdrawalMatched   = events.WithdrawalStateMatched
	withdrawalContested = events.WithdrawalStateContested
	withdrawalSettled   = events.WithdrawalStateSettled
)

// withdrawalExclusion is why the right of withdrawal does not exist for a product.
type withdrawalExclusion = catalog.WithdrawalExclusion

// withdrawalStates are the changes between them. saveWithdrawalState checks them.
var withdrawalStates = states.New("ordering_withdrawals.state",
	states.Change[withdrawalState]{To: withdrawalReceived, Cause: "anyone declares it, with an order's number"},
	states.Change[withdrawalState]{To: withdrawalMatched, Cause: "the buyer declares it, of the order"},
	states.Change[withdrawalState]{From: withdrawalReceived, To: withdrawalMatched, Cause: "match"},
	states.Change[withdrawalState]{From: withdrawalReceived, To: withdrawalContested, Cause: "contest"},
	states.Change[withdrawalState]{From: withdrawalContested, To: withdrawalMatched, Cause: "match, after all"},
	states.Change[withdrawalState]{
		From: withdrawalMatched, To: withdrawalContested, Cause: "contest, before its return is received",
	},
	states.Change[withdrawalState]{
		From: withdrawalMatched, To: withdrawalSettled, Cause: "the money has gone, or none is owed",
	},
)

// refundDays are those after the receipt of a withdrawal in which the money goes back (Directive
// 2011/83, article 13(1)).
const refundDays = 14

// withdrawal is a declaration that its author withdraws from a contract (Directive 2011/83, article
// 9). It counts from its receipt, whoever has read it by then.
type withdrawal struct {
	ID        string `gorm:"primaryKey"`
	SubjectID string // the buyer, or the pseudonym of the email
	State     withdrawalState
	// OrderID is the order once it is matched. SuggestedOrderID is the one that the number and the
	// email of a declaration fit.
	OrderID          *string
	SuggestedOrderID *string
	OrderNumber      string // as declared
	FullName         string // blank after an erasure, like the email and the texts
	Email            string
	Locale           string
	Texts            []withdrawnText `gorm:"serializer:json"`
	Search           string          // withdrawal.searchText

	ReturnID *string
	// Refund is what goes back for it: until RefundSince what is expected.
	Refund      *money.Cents `gorm:"column:refund_cents"`
	RefundSince *time.Time   // when its order was cancelled, or its goods came back
	RefundDueAt time.Time
	Reason      *string // why it is contested; blank after an erasure
	ReceivedAt  time.Time
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`

	Items []withdrawalItem `gorm:"foreignKey:WithdrawalID"`
}

func (withdrawal) TableName() string { return "ordering_withdrawals" }

// withdrawalItem is the units of a line that a withdrawal is about. Waiting are those of them that
// wait for the delivery of the order: orderItem.Withdrawing is the sum of a line.
type withdrawalItem struct {
	WithdrawalID string `gorm:"primaryKey"`
	OrderItemID  string `gorm:"primaryKey"`
	Quantity     int
	Waiting      int
}

func (withdrawalItem) TableName() string { return "ordering_withdrawal_items" }

// withdrawnText is goods in the words of a declaration.
type withdrawnText struct {
	Text     httpapi.Text `json:"text" minLength:"1" maxLength:"120" doc:"Without a URL." example:"The moka pot"`
	Quantity *httpapi.Int `json:"quantity,omitempty" minimum:"1" maximum:"1000000" example:"1"`
}

// SchemaName is the name in the document.
func (withdrawnText) SchemaName() string { return "WithdrawalText" }

func (x withdrawnText) eventText() events.WithdrawalText {
	t := events.WithdrawalText{Text: string(x.Text)}
	if x.Quantity != nil {
		t.Quantity = new(int(*x.Quantity))
	}
	return t
}

// searchText is what staff find the withdrawal by: the number, the email and the name.
func (w *withdrawal) searchText() string { return search.Text(w.OrderNumber, w.Email, w.FullName) }

// about is the order that the withdrawal names, or the one that it may; nil for none.
func (w *withdrawal) about() *string {
	if w.OrderID != nil {
		return w.OrderID
	}
	return w.SuggestedOrderID
}

// eventWithdrawal is what every event of the withdrawal says of it. o is its order, nil while that
// is not known; units are those that it is about.
func (w *withdrawal) eventWithdrawal(o *order, units []allocation) events.Withdrawal {
	e := events.Withdrawal{
		WithdrawalID: w.ID, OrderID: w.OrderID, OrderNumber: w.OrderNumber, UserID: w.SubjectID, Locale: w.Locale,
		Items: eventItems(units), ReceivedAt: w.ReceivedAt, Email: w.Email, FullName: w.FullName,
	}
	if o != nil {
		e.UserID, e.Guest = o.UserID, o.Guest
	}
	return e
}

func (w *withdrawal) eventTexts() []events.WithdrawalText {
	return convert.All(w.Texts, withdrawnText.eventText)
}

// endOfDay is the last millisecond of the day that is so many after the one of a moment, where the
// shop is.
func (t *saleTerms) endOfDay(at time.Time, days int) time.Time {
	year, month, day := at.In(t.zone).Date()
	return clock.Normalize(time.Date(year, month, day+days+1, 0, 0, 0, 0, t.zone).Add(-time.Millisecond))
}

// withdrawalUntil is until when the buyer may withdraw: the end of the last day after that of the
// last delivery, on a Saturday or Sunday that of Monday (Regulation 1182/71, article 3(4)). It is
// nil before the delivery, and for an order without the right.
func (t *saleTerms) withdrawalUntil(o *order) *time.Time {
	if o.WithdrawalDays == nil || o.DeliveredAt == nil {
		return nil
	}
	days := *o.WithdrawalDays
	switch t.endOfDay(*o.DeliveredAt, days).In(t.zone).Weekday() {
	case time.Saturday:
		days += 2
	case time.Sunday:
		days++
	}
	return new(t.endOfDay(*o.DeliveredAt, days))
}

// withdrawalOver reports whether the buyer may not withdraw any more.
func (t *saleTerms) withdrawalOver(o *order, now time.Time) bool {
	until := t.withdrawalUntil(o)
	return until != nil && !now.Before(until.Add(time.Millisecond))
}

// mayWithdraw reports whether the buyer may withdraw from something of the order.
func (t *saleTerms) mayWithdraw(o *order, now time.Time) bool {
	if o.WithdrawalDays == nil || o.Status == orderCancelled || t.withdrawalOver(o, now) {
		return false
	}
	for i := range o.Items {
		if o.Items[i].withdrawable() > 0 {
			return true
		}
	}
	return false
}

// withdrawable is of how many units the buyer may withdraw: those that are neither cancelled nor in
// a return nor in another withdrawal.
func (i *orderItem) withdrawable() int {
	if i.WithdrawalExcluded != nil {
		return 0
	}
	return i.unclaimed()
}

// unclaimed is how many units are neither cancelled nor in a return or withdrawal.
func (i *orderItem) unclaimed() int { return i.Quantity - i.Cancelled - i.InReturn - i.Withdrawing }
