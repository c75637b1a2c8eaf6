package catalog

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// stockChanged keeps what can be sold of a variant, which is ordering's to say.
func stockChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.StockChanged]) error {
	if err := touch(tx); err != nil {
		return err
	}
	e := m.Event
	kept := tx.Exec(`UPDATE catalog_variants SET available = ?, available_seq = ? WHERE id = ? AND available_seq < ?`, max(e.Available, 0), m.Seq, e.VariantID, m.Seq)
	if kept.Error != nil || kept.RowsAffected == 0 {
		return kept.Error
	}
	turned := tx.Exec(`UPDATE catalog_products SET in_stock = NOT in_stock
		WHERE id = (SELECT product_id FROM catalog_variants WHERE id = ?)
		AND in_stock <> EXISTS (SELECT 1 FROM catalog_variants v WHERE v.product_id = catalog_products.id AND v.sold AND v.available > 0)`, e.VariantID)
	if turned.Error != nil || turned.RowsAffected == 0 {
		return turned.Error
	}
	return change(tx)
}
