package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// placement says that a product is in a category: directly, because an admin has put it there, or
// because a category below holds it. A filter by category is then one lookup.
type placement struct {
	CategoryID string `gorm:"primaryKey"`
	ProductID  string `gorm:"primaryKey"`
	Direct     bool
}

func (placement) TableName() string { return "catalog_placements" }

// insertCategory adds the category. It returns codeSlugTaken, or fault.ValidationFailed when the
// parent does not exist.
func insertCategory(tx *gorm.DB, c *category) error { return categoryFault(tx.Create(c).Error) }

// updateCategory stores the category under its next version. It returns the faults of
// insertCategory and of database.SaveVersion.
func updateCategory(tx *gorm.DB, c *category) error {
	return categoryFault(database.SaveVersion(tx, c, &c.Version))
}

func categoryFault(err error) error {
	switch {
	case database.IsUnique(err, "catalog_categories_slug_key", "catalog_categories.slug"):
		return slugTaken()
	case errors.Is(err, gorm.ErrForeignKeyViolated):
		return unknownParent()
	}
	return err
}

// loadPathToRoot returns the ids of the category and of all categories above it. It returns none
// for an unknown category.
func loadPathToRoot(tx *gorm.DB, categoryID string) (path []string, err error) {
	err = tx.Raw(`WITH RECURSIVE above (id, parent_id) AS (
			SELECT id, parent_id FROM catalog_categories WHERE id = ?
			UNION SELECT c.id, c.parent_id FROM catalog_categories c JOIN above a ON c.id = a.parent_id)
		SELECT id FROM above`, categoryID).Scan(&path).Error
	return path, err
}

// deletePlacements takes the product out of all categories.
func deletePlacements(tx *gorm.DB, productID string) error {
	return tx.Where("product_id = ?", productID).Delete(&placement{}).Error
}

// insertPlacements places the product in the given categories, and in all categories above them.
func insertPlacements(tx *gorm.DB, productID string, categoryIDs []string) error {
	if len(categoryIDs) == 0 {
		return nil
	}
	idType := "text" // PostgreSQL cannot infer the type of this parameter
	if database.Dialect(tx) == database.Postgres {
		idType = "uuid"
	}
	return tx.Exec(`INSERT INTO catalog_placements (category_id, product_id, direct)
		WITH RECURSIVE above (id, parent_id, direct) AS (
			SELECT id, parent_id, 1 FROM catalog_categories WHERE id IN ?
			UNION SELECT c.id, c.parent_id, 0 FROM catalog_categories c JOIN above a ON c.id = a.parent_id)
		SELECT id, CAST(? AS `+idType+`), max(direct) = 1 FROM above GROUP BY id`, categoryIDs, productID).Error
}

// recomputePlacements follows a move of the category: it replaces the indirect placements of all
// products in it and below it.
func recomputePlacements(tx *gorm.DB, categoryID string) error {
	const affected = `WITH RECURSIVE below (id) AS (
			SELECT id FROM catalog_categories WHERE id = ?
			UNION SELECT c.id FROM catalog_categories c JOIN below b ON c.parent_id = b.id),
		affected (product_id) AS (
			SELECT DISTINCT p.product_id FROM catalog_placements p JOIN below b ON b.id = p.category_id WHERE p.direct)`
	err := tx.Exec(affected+`
		DELETE FROM catalog_placements WHERE NOT direct AND product_id IN (SELECT product_id FROM affected)`,
		categoryID).Error
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO catalog_placements (category_id, product_id, direct) `+affected+`,
		above (product_id, category_id) AS (
			SELECT p.product_id, p.category_id FROM catalog_placements p
				JOIN affected a ON a.product_id = p.product_id WHERE p.direct
			UNION SELECT a.product_id, c.parent_id FROM above a
				JOIN catalog_categories c ON c.id = a.category_id WHERE c.parent_id IS NOT NULL)
		SELECT category_id, product_id, FALSE FROM above WHERE TRUE
		ON CONFLICT (category_id, product_id) DO NOTHING`, categoryID).Error
}
