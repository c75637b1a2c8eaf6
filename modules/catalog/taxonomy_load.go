package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// loadUses counts the products and categories in the scopes, and reads the first of them.
func loadUses(db *gorm.DB, products, categories scope) (uses taxonomyInUse, err error) {
	uses.Products, uses.ProductCount, err = firstUses(products(db.Model(&product{})))
	if err == nil {
		uses.Categories, uses.CategoryCount, err = firstUses(categories(db.Model(&category{})))
	}
	return uses, err
}

func firstUses(query *gorm.DB) (first []useView, count int64, err error) {
	query = query.Session(&gorm.Session{})
	first = []useView{}
	if err = query.Count(&count).Error; err == nil {
		err = query.Select("id, name").Order("name_key, id").Limit(maxShownUses).Find(&first).Error
	}
	return first, count, err
}

// usesOfBrand restricts products, and categories, to those that keep a brand: no category does.
func usesOfBrand(brandID string) (products, categories scope) {
	return adminFilter{brandIDs: []string{brandID}}.scope, func(db *gorm.DB) *gorm.DB { return db.Where("1 = 0") }
}

// usesOfCategory restricts products, and categories, to those that keep a category.
func usesOfCategory(categoryID string) (products, categories scope) {
	return adminFilter{categoryIDs: []string{categoryID}}.scope, func(db *gorm.DB) *gorm.DB {
		return db.Where("parent_id = ?", categoryID)
	}
}

// loadTaxonomy reads the version before the rows. A change in between makes the rows newer than the
// version says, and the taxonomy is loaded again next time.
func loadTaxonomy(db *gorm.DB) (*taxonomy, error) {
	s, err := database.Take[catalogState](db)
	if err != nil {
		return nil, err
	}
	var brands []brand
	var categories []category
	if err := errors.Join(db.Find(&brands).Error, db.Find(&categories).Error); err != nil {
		return nil, err
	}
	t := &taxonomy{
		version: s.Taxonomy, brands: map[string]brandView{}, categories: map[string]categoryView{},
		brandIDs: map[string]string{}, categoryIDs: map[string]string{},
	}
	for _, b := range brands {
		t.brands[b.ID], t.brandIDs[b.Slug] = viewBrand(b), b.ID
	}
	for _, c := range categories {
		t.categories[c.ID], t.categoryIDs[c.Slug] = viewCategory(c), c.ID
	}
	return t, nil
}
