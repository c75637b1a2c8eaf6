package catalog

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// salesWindow is how long an order counts for "bestselling" (API.md, section 3).
const salesWindow = 90 * 24 * time.Hour

// sale is what one order took of one product. The sum of those that are not cancelled is the product's units.
type sale struct {
	OrderID   string `gorm:"primaryKey"`
	ProductID string `gorm:"primaryKey"`
	Units     int64
	SoldAt    time.Time
	Cancelled bool
}

func (sale) TableName() string { return "catalog_sales" }

// sales counts what was sold.
type sales struct {
	db    *gorm.DB
	clock clock.Clock
	log   *zap.Logger
}

// orderPlaced counts an order once, however often the event comes.
func (s sales) orderPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	if !m.Event.PlacedAt.After(s.clock.Now().Add(-salesWindow)) {
		return nil
	}
	if err := touch(tx); err != nil {
		return err
	}
	units := map[string]int64{}
	for _, l := range m.Event.Lines {
		units[l.ProductID] += int64(l.Quantity)
	}
	var rows []sale
	for productID, n := range units {
		rows = append(rows, sale{OrderID: m.Event.OrderID, ProductID: productID, Units: n, SoldAt: m.Event.PlacedAt})
	}
	counted := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows) // all of them, or none
	if counted.Error != nil || counted.RowsAffected == 0 {
		return counted.Error
	}
	return tx.Exec(`UPDATE catalog_products SET units = catalog_products.units + s.units FROM catalog_sales s WHERE s.order_id = ? AND catalog_products.id = s.product_id`,
		m.Event.OrderID).Error
}

// orderCancelled takes back what the order has counted.
func (s sales) orderCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled]) error {
	if err := touch(tx); err != nil {
		return err
	}
	var taken []sale
	err := tx.Model(&taken).Clauses(clause.Returning{}).Where("order_id = ? AND NOT cancelled", m.Event.OrderID).Update("cancelled", true).Error
	if err != nil {
		return err
	}
	return takeBack(tx, taken)
}

// sold adds to the units of a product.
func sold(tx *gorm.DB, productID string, units int64) error {
	return tx.Exec(`UPDATE catalog_products SET units = units + ? WHERE id = ?`, units, productID).Error
}

func takeBack(tx *gorm.DB, taken []sale) error {
	for _, t := range taken {
		if err := sold(tx, t.ProductID, -t.Units); err != nil {
			return err
		}
	}
	return nil
}

// run forgets sales that no longer count, now and then, until ctx ends.
func (s sales) run(ctx context.Context) error {
	const often, batch = 10 * time.Minute, 500
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		for more := true; more; {
			gone, err := s.forget(ctx, batch)
			if err != nil && ctx.Err() == nil {
				s.log.Warn("old sales still count", zap.Error(err))
			}
			more = err == nil && gone == batch
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// forget deletes at most n of the sales that no longer count.
func (s sales) forget(ctx context.Context, n int) (gone int, err error) {
	err = database.InTx(ctx, s.db, func(tx *gorm.DB) error {
		if err := touch(tx); err != nil {
			return err
		}
		var old []sale
		err := tx.Raw(`DELETE FROM catalog_sales WHERE (order_id, product_id) IN
				(SELECT order_id, product_id FROM catalog_sales WHERE sold_at <= ? ORDER BY sold_at LIMIT ?)
			RETURNING order_id, product_id, units, sold_at, cancelled`, s.clock.Now().Add(-salesWindow), n).Scan(&old).Error
		if err != nil {
			return err
		}
		gone = len(old)
		for _, o := range old {
			if o.Cancelled {
				continue
			}
			if err := sold(tx, o.ProductID, -o.Units); err != nil {
				return err
			}
		}
		return nil
	})
	return gone, err
}
