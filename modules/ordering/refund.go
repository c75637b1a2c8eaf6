package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
	"orderd/platform/states"
)

// refundStatus is how far a refund has come.
type refundStatus = events.RefundStatus

const (
	refundPending   = events.RefundStatusPending
	refundSucceeded = events.RefundStatusSucceeded
	refundFailed    = events.RefundStatusFailed
)

// refundChannel is how money comes and goes: through the card provider, or by hand.
type refundChannel = events.RefundChannel

const (
	byProvider = events.RefundChannelProvider
	byHand     = events.RefundChannelManual
)

// refundOrigin is where a refund was made.
type refundOrigin = events.RefundOrigin

const (
	madeInShop     = events.RefundOriginShop
	madeByProvider = events.RefundOriginProvider
)

// refundStates are the changes between them. insertRefund and saveRefund check them.
var refundStates = states.New("ordering_refunds.status",
	states.Change[refundStatus]{To: refundPending, Cause: "the shop sends money back"},
	states.Change[refundStatus]{To: refundSucceeded, Cause: "made at the provider"},
	states.Change[refundStatus]{From: refundPending, To: refundSucceeded, Cause: "the provider confirms, or staff do"},
	states.Change[refundStatus]{From: refundPending, To: refundFailed, Cause: "the provider cannot, or staff could not"},
	states.Change[refundStatus]{From: refundSucceeded, To: refundFailed, Cause: "the bank sends it back"},
)

// refund is money on its way back to the buyer.
type refund struct {
	ID       string `gorm:"primaryKey"`
	OrderID  string
	ReturnID *string
	EventID  *string // of the payment for a cancelled order that made it
	Channel  refundChannel
	Origin   refundOrigin
	Amount   money.Cents `gorm:"column:amount_cents"`
	// Items are goods that are refunded without a return, Goods is what they cost: points follow
	// it. Goods and Shipping are parts of Amount.
	Items    []refundItem `gorm:"serializer:json"`
	Goods    money.Cents  `gorm:"column:goods_cents"`
	Shipping money.Cents  `gorm:"column:shipping_cents"`
	// Conceded is the part of Amount that the order is worth less for it: reports count it.
	Conceded   money.Cents `gorm:"column:conceded_cents"`
	Reason     string
	Reference  *string // of the transfer, as staff say
	Failure    *string // why it failed, as staff say
	Status     refundStatus
	SettledAt  *time.Time // when it succeeded or failed
	RemindedAt *time.Time // when staff were reminded of it
	CreatedAt  time.Time  `gorm:"autoCreateTime:false"`
	UpdatedAt  time.Time  `gorm:"autoUpdateTime:false"`

	Order *order `gorm:"foreignKey:OrderID"` // for lists of refunds

	isRest bool // see noteAtProvider
}

func (refund) TableName() string { return "ordering_refunds" }

// refundItem is the units of a line in a refund, and what is refunded for them. Of units that two
// refunds pay for together, the second has the quantity 0.
type refundItem struct {
	OrderItemID string      `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    int         `json:"quantity" doc:"0: the rest of what the other refund of the same moment paid for." example:"1"`
	Amount      money.Cents `json:"amount" example:"19.99"`
}

// SchemaName is the name in the document.
func (refundItem) SchemaName() string { return "RefundItem" }

// split divides the refund in two: the first has the amount, and of the parts the goods first, then
// the shipping.
func (r refund) split(amount money.Cents) (first, rest refund) {
	if amount == 0 {
		return refund{}, r
	}
	first, rest = r, r
	if amount < r.Amount {
		rest.EventID = nil
	}
	first.Amount, rest.Amount = amount, r.Amount-amount
	first.Items, first.Goods, rest.Items, rest.Goods = []refundItem{}, 0, []refundItem{}, 0
	for _, i := range r.Items {
		paid := min(i.Amount, amount-first.Goods)
		quantity := i.Quantity
		if paid > 0 || i.Amount == 0 {
			first.Items = append(first.Items, refundItem{i.OrderItemID, quantity, paid})
			first.Goods, quantity = first.Goods+paid, 0
		}
		if paid < i.Amount {
			rest.Items = append(rest.Items, refundItem{i.OrderItemID, quantity, i.Amount - paid})
			rest.Goods += i.Amount - paid
		}
	}
	first.Shipping = min(r.Shipping, amount-first.Goods)
	rest.Shipping = r.Shipping - first.Shipping
	return first, rest
}
