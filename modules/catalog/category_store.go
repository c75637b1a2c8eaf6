package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// moveProducts puts all products in and below the category anew into the categories above them.
func moveProducts(tx *gorm.DB, categoryID string) error {
	const its = `WITH RECURSIVE below (id) AS (
			SELECT id FROM catalog_categories WHERE id = ?
			UNION SELECT c.id FROM catalog_categories c JOIN below b ON c.parent_id = b.id),
		its (product_id) AS (SELECT DISTINCT p.product_id FROM catalog_placements p JOIN below b ON b.id = p.category_id WHERE p.direct)`
	gone := tx.Exec(its+` DELETE FROM catalog_placements WHERE NOT direct AND product_id IN (SELECT product_id FROM its)`, categoryID)
	if gone.Error != nil {
		return gone.Error
	}
	return tx.Exec(`INSERT INTO catalog_placements (category_id, product_id, direct) `+its+`, above (product_id, category_id) AS (
			SELECT p.product_id, p.category_id FROM catalog_placements p JOIN its ON its.product_id = p.product_id WHERE p.direct
			UNION SELECT a.product_id, c.parent_id FROM above a JOIN catalog_categories c ON c.id = a.category_id WHERE c.parent_id IS NOT NULL)
		SELECT category_id, product_id, FALSE FROM above WHERE TRUE ON CONFLICT (category_id, product_id) DO NOTHING`, categoryID).Error
}

// place puts the product into its categories and those above them.
func place(tx *gorm.DB, productID string, categoryIDs []string) error {
	if err := tx.Exec(`DELETE FROM catalog_placements WHERE product_id = ?`, productID).Error; err != nil || len(categoryIDs) == 0 {
		return err
	}
	return tx.Exec(`INSERT INTO catalog_placements (category_id, product_id, direct)
		WITH RECURSIVE above (id, parent_id, direct) AS (
			SELECT id, parent_id, 1 FROM catalog_categories WHERE id IN ?
			UNION SELECT c.id, c.parent_id, 0 FROM catalog_categories c JOIN above a ON c.id = a.parent_id)
		SELECT id, CAST(? AS `+idType(tx)+`), max(direct) = 1 FROM above GROUP BY id`, categoryIDs, productID).Error
}

// idType is what a column of ids is, for where a parameter's type can't be told.
func idType(tx *gorm.DB) string {
	if database.Dialect(tx) == database.Postgres {
		return "uuid"
	}
	return "text"
}
