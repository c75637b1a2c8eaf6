package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// insertBrand adds the brand. It returns codeSlugTaken.
func insertBrand(tx *gorm.DB, b *brand) error { return brandFault(tx.Create(b).Error) }

// updateBrand stores the brand under its next version. It returns codeSlugTaken, and the faults of
// database.SaveVersion.
func updateBrand(tx *gorm.DB, b *brand) error {
	return brandFault(database.SaveVersion(tx, b, &b.Version))
}

func brandFault(err error) error {
	if database.IsUnique(err, "catalog_brands_slug_key", "catalog_brands.slug") {
		return slugTaken()
	}
	return err
}
