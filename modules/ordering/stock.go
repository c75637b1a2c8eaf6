package ordering

import (
	"time"

	"orderd/platform/convert"
)

// stock is how many units there are of a variant. OnHand − Reserved can be sold.
type stock struct {
	VariantID       string `gorm:"primaryKey"`
	OnHand          int64
	Reserved        int64     // for orders that have not been shipped
	Announced       int64     // what StockChanged last published as available
	AnnouncedOnHand *int64    // what it last published as on hand; nil: nothing yet
	Peak            int64     // the most that has been available since
	Version         int64     `gorm:"default:1"` // rises with every change of OnHand by an admin
	UpdatedAt       time.Time `gorm:"autoUpdateTime:false"`
}

func (stock) TableName() string { return "ordering_stock" }

func (s *stock) available() int64 { return s.OnHand - s.Reserved }

// stockReason is why stock changed.
type stockReason string

const (
	moveCount   stockReason = "count"   // an admin counted
	moveAdjust  stockReason = "adjust"  // an admin corrected
	moveReserve stockReason = "reserve" // an order was placed
	moveRelease stockReason = "release" // an order was cancelled
	moveShip    stockReason = "ship"    // units left with a shipment
	moveReturn  stockReason = "return"  // units came back from the buyer

	moveUndelivered stockReason = "undelivered" // a shipment did not arrive
	moveWriteOff    stockReason = "write_off"   // units that came back damaged, or are lost
)

// Values are all of them.
func (stockReason) Values() []string {
	return convert.Strings(
		moveCount, moveAdjust, moveReserve, moveRelease, moveShip, moveReturn, moveUndelivered, moveWriteOff,
	)
}

// movement is a row of the stock's ledger, which is only ever added to. OnHand and Reserved are the
// stock after it.
type movement struct {
	ID            string `gorm:"primaryKey"`
	VariantID     string
	Reason        stockReason
	OnHandDelta   int64
	ReservedDelta int64
	OnHand        int64
	Reserved      int64
	OrderID       *string
	Note          *string
	Actor         *string // nil for a buyer, and in older rows
	OccurredAt    time.Time
}

func (movement) TableName() string { return "ordering_stock_ledger" }
