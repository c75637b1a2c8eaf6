package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// announceBatch is how many variants one transaction announces.
const announceBatch = 100

// announceStock tells what can be sold now of every variant whose number has changed since it was last told, and which have fallen to
// the low mark since, also when they rose above it and fell again between two looks. Checkout leaves it to this job: a hot variant makes
// two events a second, not one an order.
func (s *service) announceStock(ctx context.Context) error {
	for {
		var changed []string
		err := s.DB.WithContext(ctx).Model(&stock{}).Where("announced <> on_hand - reserved").Order("variant_id").Limit(announceBatch).
			Pluck("variant_id", &changed).Error
		if err != nil || len(changed) == 0 {
			return err
		}
		err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error { return announce(ctx, tx, changed, int64(s.Config.LowStock)) })
		if err != nil || len(changed) < announceBatch {
			return err
		}
	}
}

func announce(ctx context.Context, tx *gorm.DB, variantIDs []string, low int64) error {
	var stocks []stock
	err := database.ForUpdate(tx).Where("variant_id IN ? AND announced <> on_hand - reserved", variantIDs).Order("variant_id").Find(&stocks).Error
	if err != nil || len(stocks) == 0 { // another replica was faster
		return err
	}
	var variants []variant
	if err := tx.Where("id IN ?", variantIDs).Find(&variants).Error; err != nil {
		return err
	}
	known := map[string]variant{}
	for _, v := range variants {
		known[v.ID] = v
	}
	locked := make([]string, len(stocks))
	var news []eventbus.Event
	for i, st := range stocks {
		locked[i] = st.VariantID
		v, available := known[st.VariantID], st.available()
		news = append(news, events.StockChanged{VariantID: st.VariantID, ProductID: v.ProductID, Available: available})
		if st.Peak > low && available <= low {
			news = append(news, events.StockLow{VariantID: st.VariantID, ProductID: v.ProductID, SKU: v.SKU, Name: v.Name, Available: available})
		}
	}
	if err := tx.Model(&stock{}).Where("variant_id IN ?", locked).
		Updates(map[string]any{"announced": gorm.Expr("on_hand - reserved"), "peak": gorm.Expr("on_hand - reserved")}).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, news...)
}
