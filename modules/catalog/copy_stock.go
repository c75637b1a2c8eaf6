package catalog

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// onStockChanged copies how much of a variant is available. That is a new version of the catalogue
// only when it changes whether the product is in stock.
func onStockChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.StockChanged]) error {
	if err := bumpRevision(tx); err != nil {
		return err
	}
	e := m.Event
	copied := tx.Model(&variant{}).Where("id = ? AND available_seq < ?", e.VariantID, m.Seq).
		UpdateColumns(map[string]any{"available": max(e.Available, 0), "available_seq": m.Seq})
	if copied.Error != nil || copied.RowsAffected == 0 {
		return copied.Error
	}
	const itsProduct = `id = (SELECT product_id FROM catalog_variants WHERE id = ?)`
	const available = `EXISTS (SELECT 1 FROM catalog_variants v WHERE v.product_id = catalog_products.id AND v.sold AND v.available > 0)`
	toggled := tx.Model(&product{}).Where(itsProduct+` AND in_stock <> `+available, e.VariantID).
		UpdateColumn("in_stock", gorm.Expr("NOT in_stock"))
	if toggled.Error != nil || toggled.RowsAffected == 0 {
		return toggled.Error
	}
	return bumpVersion(tx)
}
