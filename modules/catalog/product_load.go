package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// productColumns are the columns of product, named so that one that a newer binary adds disturbs no statement.
const productColumns = `p.id, p.name, p.name_key, p.slug, p.description, p.status, p.tax_class, p.brand_id, p.category_ids, p.images, p.options,
	p.price_from, p.in_stock, p.rating, p.rating_sum, p.rating_count, p.rating_seq, p.units, p.created_at, p.updated_at`

// load is the product with all its variants, or fault.Missing.
func load(db *gorm.DB, productID string) (s stored, err error) {
	if s.product, err = database.ByID[product](db, productID); err != nil {
		return s, err
	}
	err = db.Where("product_id = ?", productID).Order("position").Find(&s.variants).Error
	return s, err
}

// findBySlug is the product with the slug, whatever its status; a blank one when there is none.
func findBySlug(tx *gorm.DB, slug string) (stored, error) {
	p, err := database.Take[product](tx.Where("slug = ?", slug))
	if fault.Is(err, fault.NotFound) {
		return stored{}, nil
	}
	if err != nil {
		return stored{}, err
	}
	return load(tx, p.ID)
}

// withVariants reads the variants of the products that are sold.
func withVariants(db *gorm.DB, rows []product) ([]stored, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	all, at, ids := make([]stored, len(rows)), map[string]int{}, make([]string, len(rows))
	for i, p := range rows {
		all[i].product, at[p.ID], ids[i] = p, i, p.ID
	}
	var variants []variant
	if err := db.Where("product_id IN ? AND sold", ids).Order("product_id, position").Find(&variants).Error; err != nil {
		return nil, err
	}
	for _, v := range variants {
		s := &all[at[v.ProductID]]
		s.variants = append(s.variants, v)
	}
	return all, nil
}
