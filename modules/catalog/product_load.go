package catalog

import (
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// withVariants preloads all variants of products, with one more query.
func withVariants(db *gorm.DB) *gorm.DB {
	return db.Preload("Variants", func(db *gorm.DB) *gorm.DB { return db.Order("position") })
}

// withVariantsOnSale preloads the variants of products that are sold, with one more query.
func withVariantsOnSale(db *gorm.DB) *gorm.DB {
	return db.Preload("Variants", func(db *gorm.DB) *gorm.DB { return db.Where("sold").Order("product_id, position") })
}

// loadProduct returns the product with all its variants, or Missing.
func loadProduct(db *gorm.DB, productID string) (product, error) {
	return database.ByID[product](withVariants(db), productID)
}

// loadBySlug returns the product with the slug, whatever its status, with all its variants. Without
// such a product it returns a blank one.
func loadBySlug(tx *gorm.DB, slug string) (product, error) {
	p, err := database.Take[product](withVariants(tx).Where("slug = ?", slug))
	if fault.Is(err, fault.NotFound) {
		return product{}, nil
	}
	return p, err
}

// loadByAnySlug is loadBySlug, but where no product has the slug it returns the one with the id of
// its last owner; "" is none.
func loadByAnySlug(tx *gorm.DB, slug, formerOwnerID string) (product, error) {
	p, err := loadBySlug(tx, slug)
	if err != nil || p.ID != "" || formerOwnerID == "" {
		return p, err
	}
	if p, err = loadProduct(tx, formerOwnerID); fault.Is(err, fault.NotFound) {
		return product{}, nil
	}
	return p, err
}

// loadActive returns the active product with the id or slug, with the variants on sale, or Missing.
// A slug that no product has names the one that had it last.
func loadActive(db *gorm.DB, idOrSlug string) (product, error) {
	active := withVariantsOnSale(db).Where("status = 'active'").Session(&gorm.Session{})
	if id.Valid(idOrSlug) {
		return database.Take[product](active.Where("id = ?", idOrSlug))
	}
	p, err := database.Take[product](active.Where("slug = ?", idOrSlug))
	if !fault.Is(err, fault.NotFound) {
		return p, err
	}
	ownerID, err := formerOwner(db, idOrSlug)
	if err != nil {
		return product{}, err
	}
	return database.Take[product](active.Where("id = ?", ownerID))
}

// loadSlugsAfter returns up to limit active products whose ids come after the given one, by id,
// with nothing but their slugs and when they were changed.
func loadSlugsAfter(db *gorm.DB, productID string, limit int) (products []product, err error) {
	err = db.Select("id", "slug", "updated_at").Where("status = 'active' AND id > ?", productID).Order("id").
		Limit(limit).Find(&products).Error
	return products, err
}

// loadProductsAfter returns up to limit products of any status whose ids come after the given one,
// by id, with the variants on sale.
func loadProductsAfter(db *gorm.DB, productID string, limit int) (products []product, err error) {
	err = withVariantsOnSale(db).Where("id > ?", productID).Order("id").Limit(limit).Find(&products).Error
	return products, err
}

// loadWholeProductsAfter is loadProductsAfter with all variants.
func loadWholeProductsAfter(db *gorm.DB, productID string, limit int) (products []product, err error) {
	err = withVariants(db).Where("id > ?", productID).Order("id").Limit(limit).Find(&products).Error
	return products, err
}

// skusOfOthers returns which of the SKUs belong to variants of other products.
func skusOfOthers(tx *gorm.DB, productID string, skus []string) ([]string, error) {
	if len(skus) == 0 {
		return nil, nil
	}
	var taken []variant
	if err := tx.Where("sku IN ?", skus).Find(&taken).Error; err != nil {
		return nil, err
	}
	taken = slices.DeleteFunc(taken, func(v variant) bool { return v.ProductID == productID })
	return convert.All(taken, func(v variant) string { return v.SKU }), nil
}

// taxonomyNames are the names of a product's brand and categories, and the texts of its values of
// attributes. A search finds the product by them too.
type taxonomyNames struct {
	brand      string
	categories []string
	attributes []string
}

// loadBrandName returns "" for no brand and for an unknown one.
func loadBrandName(tx *gorm.DB, brandID *string) (string, error) {
	if brandID == nil {
		return "", nil
	}
	b, err := database.ByID[brand](tx, *brandID)
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return b.Name, err
}

// loadCategoryNames returns the names of those categories that exist, by id.
func loadCategoryNames(tx *gorm.DB, categoryIDs []string) (map[string]string, error) {
	valid := slices.DeleteFunc(slices.Clone(categoryIDs), func(s string) bool { return !id.Valid(s) })
	if len(valid) == 0 {
		return nil, nil
	}
	var found []category
	if err := tx.Where("id IN ?", valid).Find(&found).Error; err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, c := range found {
		names[c.ID] = c.Name
	}
	return names, nil
}
