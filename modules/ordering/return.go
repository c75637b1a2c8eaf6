package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
	"orderd/platform/states"
)

// returnStatus is how far a return has come.
type returnStatus = events.ReturnStatus

const (
	returnRequested = events.ReturnStatusRequested
	returnApproved  = events.ReturnStatusApproved
	returnRejected  = events.ReturnStatusRejected
	returnReceived  = events.ReturnStatusReceived
)

// returnStates are the changes between them. saveReturnStatus checks them.
var returnStates = states.New("ordering_returns.status",
	states.Change[returnStatus]{To: returnRequested,
		Cause: "for as many days after the last delivery as the order allows"},
	states.Change[returnStatus]{To: returnApproved, Cause: "staff open it for the buyer"},
	states.Change[returnStatus]{From: returnRequested, To: returnApproved, Cause: "approve"},
	states.Change[returnStatus]{From: returnRequested, To: returnRejected, Cause: "reject"},
	states.Change[returnStatus]{From: returnApproved, To: returnRejected, Cause: "its withdrawal is contested"},
	states.Change[returnStatus]{From: returnApproved, To: returnReceived, Cause: "receive, stock and money go back"},
)

// goodsReturn is a return: goods that a buyer wants to send back, or has sent.
type goodsReturn struct {
	ID              string `gorm:"primaryKey"`
	OrderID         string
	Status          returnStatus
	Reason          string // the buyer's; blank after an erasure
	RejectionReason *string
	Refund          money.Cents `gorm:"column:refund_cents"`
	Deducted        money.Cents `gorm:"column:deducted_cents"` // kept of what the goods cost
	DeductReason    *string     // blank after an erasure
	// Statutory: the buyer has withdrawn from the contract, by the withdrawal.
	Statutory    bool
	WithdrawalID *string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`

	Order order        `gorm:"foreignKey:OrderID"`
	Items []returnItem `gorm:"foreignKey:ReturnID"`
}

func (goodsReturn) TableName() string { return "ordering_returns" }

// returnItem is the units of a line that are in a return: those that were announced, those of them
// that arrived, and those of these that went back into the stock. The last two are nil until the
// goods are received.
type returnItem struct {
	ReturnID    string `gorm:"primaryKey"`
	OrderItemID string `gorm:"primaryKey"`
	Quantity    int
	Received    *int
	Restocked   *int

	OrderItem orderItem `gorm:"foreignKey:OrderItemID"`
}

func (returnItem) TableName() string { return "ordering_return_items" }
