package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// publishBatch is how many variants one transaction publishes.
const publishBatch = 100

// publishStock publishes StockChanged for every variant whose units have changed since the last
// time, and StockLow for those that have fallen to the low mark since, also when they rose
// above it and fell again in between. Checkout leaves this to the job, so that a variant that sells
// fast makes two events a second and not one for each order.
func (d *Deps) publishStock(ctx context.Context) error {
	for {
		changed, err := loadUnannounced(d.DB.WithContext(ctx), publishBatch)
		if err != nil || len(changed) == 0 {
			return err
		}
		err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
			return publishStockOf(ctx, tx, changed, d.settings.Current().LowStock)
		})
		if err != nil || len(changed) < publishBatch {
			return err
		}
	}
}

func publishStockOf(ctx context.Context, tx *gorm.DB, variantIDs []string, low int64) error {
	stocks, err := lockUnannounced(tx, variantIDs)
	if err != nil || len(stocks) == 0 { // another replica was faster
		return err
	}
	byID, err := variantsByID(tx, variantIDs)
	if err != nil {
		return err
	}
	var published []eventbus.Event
	for _, st := range stocks {
		published = append(published, st.changedEvents(byID[st.VariantID], low)...)
	}
	locked := convert.All(stocks, func(st stock) string { return st.VariantID })
	if err := saveAnnounced(tx, locked); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, published...)
}

// changedEvents are the events of a change of the variant's stock.
func (s *stock) changedEvents(v variant, low int64) []eventbus.Event {
	available := s.available()
	changed := []eventbus.Event{events.StockChanged{
		VariantID: s.VariantID, ProductID: v.ProductID, Available: available, OnHand: &s.OnHand,
	}}
	if s.Peak > low && available <= low {
		changed = append(changed, events.StockLow{
			VariantID: s.VariantID, ProductID: v.ProductID, SKU: v.SKU, Name: v.Name, Available: available,
		})
	}
	return changed
}
