package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// loadUses counts the products and categories in the scopes, and reads the first of them.
func loadUses(db *gorm.DB, products, categories scope) (uses taxonomyInUse, err error) {
	uses.Products, uses.ProductCount, err = firstProducts(db, products)
	if err == nil {
		uses.Categories, uses.CategoryCount, err = firstUses(categories(db.Model(&category{})))
	}
	return uses, err
}

// firstProducts counts the products in the scope, and reads the first of them.
func firstProducts(db *gorm.DB, products scope) (first []useView, count int64, err error) {
	return firstUses(products(db.Model(&product{})))
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
	var former []oldSlug
	var attributes []attribute
	var words synonymList
	if err := errors.Join(db.Take(&words).Error, db.Order("position, code").Find(&attributes).Error,
		db.Order("name_key, id").Find(&brands).Error,
		db.Order("position, name_key, id").Find(&categories).Error,
		db.Where("kind IN ?", []slugKind{slugOfBrand, slugOfCategory}).Find(&former).Error); err != nil {
		return nil, err
	}
	t := &taxonomy{
		version: s.Taxonomy, brands: map[string]brandView{}, categories: map[string]categoryView{},
		brandIDs: map[string]string{}, categoryIDs: map[string]string{}, definitions: definitions{},
		synonyms: words.synonyms(),
	}
	for _, b := range brands {
		t.brands[b.ID], t.brandIDs[b.Slug] = viewBrand(b), b.ID
		t.brandsInOrder = append(t.brandsInOrder, t.brands[b.ID])
		t.brandNames = append(t.brandNames, newSearchableName(b.Name, b.Slug))
	}
	for _, c := range categories {
		t.categories[c.ID], t.categoryIDs[c.Slug] = viewCategory(c), c.ID
	}
	for _, c := range categories {
		v := t.categories[c.ID]
		v.Ancestors = t.ancestorsOf(v)
		t.categories[c.ID] = v
		t.categoriesInOrder = append(t.categoriesInOrder, v)
		t.categoryNames = append(t.categoryNames, newSearchableName(c.Name, c.Slug))
	}
	t.addFormer(former)
	for i := range attributes {
		t.attributes, t.definitions[attributes[i].Code] = append(t.attributes, &attributes[i]), &attributes[i]
	}
	return t, nil
}

// addFormer lets former slugs name what had them, unless something else has them now.
func (t *taxonomy) addFormer(former []oldSlug) {
	for _, o := range former {
		ids := t.brandIDs
		if o.Kind == slugOfCategory {
			ids = t.categoryIDs
		}
		if _, taken := ids[o.Slug]; !taken {
			ids[o.Slug] = o.OwnerID
		}
	}
}

// countByCategory returns the numbers of active products in the categories and below them.
func countByCategory(db *gorm.DB) (map[string]int64, error) {
	var rows []struct {
		CategoryID string
		Products   int64
	}
	err := db.Raw(`SELECT c.category_id, count(*) AS products FROM catalog_placements c
		JOIN catalog_products p ON p.id = c.product_id WHERE p.status = 'active' GROUP BY 1`).Scan(&rows).Error
	counts := make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.CategoryID] = row.Products
	}
	return counts, err
}

// countInCategory returns the number of active products in a category and below it.
func countInCategory(db *gorm.DB, categoryID string) (n int64, err error) {
	err = db.Raw(`SELECT count(*) FROM catalog_placements c JOIN catalog_products p ON p.id = c.product_id
		WHERE p.status = 'active' AND c.category_id = ?`, categoryID).Scan(&n).Error
	return n, err
}
