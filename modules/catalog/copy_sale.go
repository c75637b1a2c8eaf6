package catalog

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
)

// salesWindow is how long an order counts for "bestselling".
const salesWindow = 90 * 24 * time.Hour

// sale is what one order took of one product. The sum of those that are not cancelled is the product's units, once nothing of them is due.
type sale struct {
	OrderID   string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
	Units     int64
	SoldAt    time.Time
	Cancelled bool
	Due       int64 // what the product's units still lack of it; negative after a cancellation
}

func (sale) TableName() string { return "catalog_sales" }

// sales counts what was sold. An order only notes what it took; tally adds it to the products, for the catalogue's lock would make every
// checkout wait for every other.
type sales struct {
	db    *gorm.DB
	clock clock.Clock
	log   *zap.Logger
}

// orderPlaced notes an order once, however often the event comes.
func (s sales) orderPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	if !m.Event.PlacedAt.After(s.clock.Now().Add(-salesWindow)) {
		return nil
	}
	units := map[string]int64{}
	for _, l := range m.Event.Lines {
		units[l.ProductID] += int64(l.Quantity)
	}
	var rows []sale
	for productID, n := range units {
		rows = append(rows, sale{OrderID: m.Event.OrderID, ProductID: productID, Units: n, SoldAt: m.Event.PlacedAt, Due: n})
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// orderCancelled notes that the order counts no more.
func (s sales) orderCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled]) error {
	return tx.Model(&sale{}).Where("order_id = ? AND NOT cancelled", m.Event.OrderID).Updates(withdrawn).Error
}

// withdrawn is what becomes of a sale that counts no more.
var withdrawn = map[string]any{"cancelled": true, "due": gorm.Expr("due - units")}
