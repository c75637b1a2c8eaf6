package catalog

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/convert"
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

// onOrderPlaced stores the sales of orders, once, however often the events come.
func (s salesCounter) onOrderPlaced(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderPlaced],
) error {
	expired := s.clock.Now().Add(-salesWindow)
	var sales []sale
	for _, m := range messages {
		if m.Event.PlacedAt.After(expired) {
			sales = append(sales, salesOf(m.Event)...)
		}
	}
	return insertSales(tx, sales)
}

// salesOf are the sales of an order, one for each product.
func salesOf(e ordering.OrderPlaced) (sales []sale) {
	units := map[string]int64{}
	for _, l := range e.Lines {
		units[l.ProductID] += int64(l.Quantity)
	}
	for productID, n := range units {
		sales = append(sales, sale{OrderID: e.OrderID, ProductID: productID, Units: n, SoldAt: e.PlacedAt, Pending: n})
	}
	return sales
}

// onOrderCancelled marks the sales of orders as cancelled.
func (s salesCounter) onOrderCancelled(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.OrderCancelled],
) error {
	return cancelSalesOf(tx, convert.All(messages, func(m eventbus.Message[ordering.OrderCancelled]) string {
		return m.Event.OrderID
	}))
}

// onItemsCancelled counts what is left of an order whose units were cancelled in part.
func (s salesCounter) onItemsCancelled(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ItemsCancelled],
) error {
	left := map[string]int64{}
	for _, i := range m.Event.Items {
		left[i.ProductID] = 0
	}
	for _, l := range m.Event.Lines {
		if _, changed := left[l.ProductID]; changed {
			left[l.ProductID] += int64(l.Quantity)
		}
	}
	for productID, units := range left {
		if err := reduceSale(tx, m.Event.OrderID, productID, units); err != nil {
			return err
		}
	}
	return nil
}
