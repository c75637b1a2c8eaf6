package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// onStockCounted sets the units on hand to what an imported file says. The event may come before
// the one that makes a variant known here: its stock is made then.
func (d *Deps) onStockCounted(ctx context.Context, tx *gorm.DB, m eventbus.Message[catalog.StockCounted]) error {
	now := d.Clock.Now()
	variantIDs := convert.All(m.Event.Counts, func(c catalog.StockCount) string { return c.VariantID })
	if err := createStocks(tx, variantIDs, now); err != nil {
		return err
	}
	for _, c := range m.Event.Counts {
		if err := takeImportedCount(ctx, tx, c, m.Actor, now); err != nil {
			return err
		}
	}
	return nil
}

// takeImportedCount is countStock for a count of a file. One below what is reserved is refused, and
// StockCountRefused says so. One that changes nothing is announced all the same, so that the
// catalogue knows the stock from then on.
func takeImportedCount(ctx context.Context, tx *gorm.DB, c catalog.StockCount, actor string, now time.Time) error {
	locked, err := lockStock(tx, c.VariantID)
	if err != nil {
		return err
	}
	switch {
	case c.OnHand < locked.Reserved:
		return eventbus.Publish(ctx, tx, events.StockCountRefused{
			VariantID: c.VariantID, SKU: c.SKU, OnHand: c.OnHand, Reserved: locked.Reserved,
		})
	case c.OnHand == locked.OnHand:
		return announceAgain(tx, c.VariantID)
	}
	if err := raiseStockVersion(tx, c.VariantID, locked.Version); err != nil {
		return err
	}
	move := stockMove{Reason: moveCount, Actor: &actor, At: now}
	delta := c.OnHand - locked.OnHand
	if err := moveStock(tx, move, []variantQuantity{{c.VariantID, delta}}); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.StockAdjusted{
		VariantID: c.VariantID, SKU: c.SKU, Delta: delta, OnHand: c.OnHand, Reason: string(moveCount),
	})
}
