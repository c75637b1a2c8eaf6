package catalog

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// writeVariants makes the rows those of the variants. An SKU may pass from one variant to another.
func writeVariants(tx *gorm.DB, there, variants []variant) error {
	var renamed []string
	for _, v := range there {
		if i := slices.IndexFunc(variants, func(w variant) bool { return w.ID == v.ID }); variants[i].SKU != v.SKU {
			renamed = append(renamed, v.ID)
		}
	}
	if len(renamed) > 0 {
		if err := tx.Exec(`UPDATE catalog_variants SET sku = 'was ' || id WHERE id IN ?`, renamed).Error; err != nil {
			return err
		}
	}
	if len(variants) == 0 {
		return nil
	}
	return productFault(tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, UpdateAll: true}).Create(&variants).Error)
}

func productFault(err error) error {
	switch {
	case database.IsUnique(err, "catalog_products_slug_key", "catalog_products.slug"):
		return slugTaken()
	case database.IsUnique(err, "catalog_variants_sku_key", "catalog_variants.sku"):
		return fault.New(fault.SKUTaken, "Another variant has one of these SKUs.")
	}
	return err
}
