package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// updateAvailable stores how much of the variants is available and on hand, but for those whose
// copies are newer. It returns the ids of the variants that it has updated.
func updateAvailable(tx *gorm.DB, variants []variant) (updated []string, err error) {
	rows, err := database.UpdateRows(tx, variants, []string{"available", "on_hand", "available_seq"},
		"available = given.available, on_hand = given.on_hand, available_seq = given.available_seq",
		"stored.available_seq < given.available_seq")
	for _, v := range rows {
		updated = append(updated, v.ID)
	}
	return updated, err
}

// toggleInStock stores whether the products of the variants are in stock. It reports whether that
// has changed for one of them.
func toggleInStock(tx *gorm.DB, variantIDs []string) (bool, error) {
	const theirProducts = `id IN (SELECT product_id FROM catalog_variants WHERE id IN ?)`
	const available = `EXISTS (SELECT 1 FROM catalog_variants v WHERE v.product_id = catalog_products.id AND v.sold
		AND v.available > 0)`
	toggled := tx.Model(&product{}).Where(theirProducts+` AND in_stock <> `+available, variantIDs).
		UpdateColumn("in_stock", gorm.Expr("NOT in_stock"))
	return toggled.RowsAffected > 0, toggled.Error
}
