package catalog

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
)

// salesWindow is how long an order counts when products are sorted by "bestselling".
const salesWindow = 90 * 24 * time.Hour

// sale is the number of units of one product in one order. A product's Units are the sum of its
// sales that are not cancelled, less what is pending.
type sale struct {
	OrderID   string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
	Units     int64
	SoldAt    time.Time
	Cancelled bool
	Pending   int64 `gorm:"column:due"` // to add to the product's Units; may be negative
}

func (sale) TableName() string { return "catalog_sales" }

// salesCounter counts the units sold of each product. The handlers of events only store what to
// count, and a job adds it to the products: if the handlers took the lock of the catalogue, every
// checkout would wait for every other.
type salesCounter struct {
	db    *gorm.DB
	clock clock.Clock
	log   *zap.Logger
}

// onOrderPlaced stores the sales of an order, once, however often the event comes.
func (s salesCounter) onOrderPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	if !m.Event.PlacedAt.After(s.clock.Now().Add(-salesWindow)) {
		return nil
	}
	units := map[string]int64{}
	for _, l := range m.Event.Lines {
		units[l.ProductID] += int64(l.Quantity)
	}
	var rows []sale
	for productID, n := range units {
		rows = append(rows, sale{OrderID: m.Event.OrderID, ProductID: productID, Units: n, SoldAt: m.Event.PlacedAt, Pending: n})
	}
	return insertSales(tx, rows)
}

// onOrderCancelled marks the sales of an order as cancelled.
func (s salesCounter) onOrderCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled]) error {
	return cancelSalesOf(tx, m.Event.OrderID)
}
