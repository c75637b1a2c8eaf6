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

// refundStates are the changes between them. insertRefund and saveRefund check them.
var refundStates = states.New("ordering_refunds.status",
	states.Change[refundStatus]{To: refundPending, Cause: "to a card"},
	states.Change[refundStatus]{To: refundSucceeded, Cause: "any other way"},
	states.Change[refundStatus]{From: refundPending, To: refundSucceeded, Cause: "the provider confirms"},
	states.Change[refundStatus]{From: refundPending, To: refundFailed, Cause: "the provider cannot"},
	states.Change[refundStatus]{From: refundSucceeded, To: refundFailed, Cause: "the bank sends it back"},
)

// refund is money on its way back to the buyer.
type refund struct {
	ID        string `gorm:"primaryKey"`
	OrderID   string
	ReturnID  *string
	EventID   *string     // of the payment for a cancelled order that made it
	Amount    money.Cents `gorm:"column:amount_cents"`
	Goods     money.Cents `gorm:"column:goods_cents"` // of Amount: for goods not returned
	Reason    string
	Implied   bool `gorm:"-"` // another event of the same moment says so too
	Status    refundStatus
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (refund) TableName() string { return "ordering_refunds" }
