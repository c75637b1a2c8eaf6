package catalog

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// insertProduct adds the product and its variants. It returns codeSlugTaken or codeSKUTaken.
func insertProduct(tx *gorm.DB, p *product) error {
	if err := tx.Omit(clause.Associations).Create(p).Error; err != nil {
		return productFault(err)
	}
	return upsertVariants(tx, p.Variants)
}

// updateProduct stores the product under its next version, and its variants; existing are the
// variants as they are stored. It returns codeSlugTaken, codeSKUTaken, and the faults of
// database.SaveVersion.
func updateProduct(tx *gorm.DB, p *product, existing []variant) error {
	if err := database.SaveVersion(tx.Omit(clause.Associations), p, &p.Version); err != nil {
		return productFault(err)
	}
	if err := releaseSKUs(tx, existing, p.Variants); err != nil {
		return err
	}
	return upsertVariants(tx, p.Variants)
}

// releaseSKUs gives a placeholder to each existing variant whose SKU changes, so that variants can
// exchange their SKUs in the one statement that follows.
func releaseSKUs(tx *gorm.DB, existing, variants []variant) error {
	var changed []string
	for _, e := range existing {
		if i := slices.IndexFunc(variants, func(v variant) bool { return v.ID == e.ID }); variants[i].SKU != e.SKU {
			changed = append(changed, e.ID)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return tx.Model(&variant{}).Where("id IN ?", changed).UpdateColumn("sku", gorm.Expr("'was ' || id")).Error
}

// upsertVariants stores all variants of a product in one statement.
func upsertVariants(tx *gorm.DB, variants []variant) error {
	if len(variants) == 0 {
		return nil
	}
	byID := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, UpdateAll: true}
	return productFault(tx.Clauses(byID).Create(&variants).Error)
}

func productFault(err error) error {
	switch {
	case database.IsUnique(err, "catalog_products_slug_key", "catalog_products.slug"):
		return slugTaken()
	case database.IsUnique(err, "catalog_variants_sku_key", "catalog_variants.sku"):
		return fault.New(codeSKUTaken, "Another variant has one of these SKUs.")
	}
	return err
}
