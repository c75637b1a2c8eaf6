package ordering

import "time"

// stock is what there is of a variant. What can be sold is OnHand − Reserved.
type stock struct {
	VariantID string `gorm:"primaryKey"`
	OnHand    int64
	Reserved  int64     // for orders that have not been shipped
	Announced int64     // what was last told to others as available
	Peak      int64     // the most that has been available since
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (stock) TableName() string { return "ordering_stock" }

func (s *stock) available() int64 { return s.OnHand - s.Reserved }

// The reasons of a movement.
const (
	moveCount   = "count"   // an admin counted
	moveAdjust  = "adjust"  // an admin corrected
	moveReserve = "reserve" // an order was placed
	moveRelease = "release" // an order was cancelled
	moveShip    = "ship"    // units left with a shipment
	moveReturn  = "return"  // units came back
)

// movement is a row of the stock's ledger, which is only ever added to. OnHand and Reserved are what it led to.
type movement struct {
	ID            string `gorm:"primaryKey"`
	VariantID     string
	Reason        string
	OnHandDelta   int64
	ReservedDelta int64
	OnHand        int64
	Reserved      int64
	OrderID       *string
	Note          *string
	OccurredAt    time.Time
}

func (movement) TableName() string { return "ordering_stock_ledger" }
