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

// tally adds what is due to the units of the products. It leaves out orders that are being noted just now.
func (s sales) tally(ctx context.Context) error {
	const batch = 500
	for {
		var due []sale // the usual answer is none, and takes no lock
		if err := s.db.WithContext(ctx).Where("due <> 0").Limit(1).Find(&due).Error; err != nil || len(due) == 0 {
			return err
		}
		err := database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			if err := touch(tx); err != nil {
				return err
			}
			skip := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
			if err := tx.Clauses(skip).Where("due <> 0").Limit(batch).Find(&due).Error; err != nil || len(due) == 0 {
				return err
			}
			return settle(tx, due)
		})
		if err != nil || len(due) < batch {
			return err
		}
	}
}

// settle adds what is due of the sales, which are locked.
func settle(tx *gorm.DB, due []sale) error {
	units, keys := map[string]int64{}, make([][]any, len(due))
	for i, d := range due {
		units[d.ProductID] += d.Due
		keys[i] = []any{d.OrderID, d.ProductID}
	}
	for productID, n := range units {
		if err := tx.Exec(`UPDATE catalog_products SET units = units + ? WHERE id = ?`, n, productID).Error; err != nil {
			return err
		}
	}
	return tx.Model(&sale{}).Where("(order_id, product_id) IN ?", keys).Update("due", 0).Error
}

// forget takes back what no longer counts, and deletes it.
func (s sales) forget(ctx context.Context) error {
	db, old := s.db.WithContext(ctx), s.clock.Now().Add(-salesWindow)
	err := db.Model(&sale{}).Where("sold_at <= ? AND NOT cancelled", old).Updates(withdrawn).Error
	if err != nil {
		return err
	}
	if err := s.tally(ctx); err != nil {
		return err
	}
	return db.Where("sold_at <= ? AND due = 0", old).Delete(&sale{}).Error
}

// run tallies once a second and forgets now and then, until ctx ends.
func (s sales) run(ctx context.Context) error {
	often, seldom := time.NewTicker(time.Second), time.NewTicker(10*time.Minute)
	defer often.Stop()
	defer seldom.Stop()
	for work := s.forget; ; {
		if err := work(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("what was sold is not counted", zap.Error(err))
		}
		select {
		case <-often.C:
			work = s.tally
		case <-seldom.C:
			work = s.forget
		case <-ctx.Done():
			return nil
		}
	}
}
