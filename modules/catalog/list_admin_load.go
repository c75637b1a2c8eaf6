package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// scope restricts a query of products to those that match the filter, without its text.
func (f adminFilter) scope(db *gorm.DB) *gorm.DB {
	if len(f.ids) > 0 {
		db = db.Where("id IN ?", f.ids)
	}
	if f.status != "" {
		// A literal, for partial indexes. The schema of the request allows three.
		db = db.Where("status = '" + string(f.status) + "'")
	}
	if f.taxClass != "" {
		db = db.Where("tax_class = ?", f.taxClass)
	}
	if len(f.brandIDs) > 0 {
		db = db.Where("brand_id IN ?", f.brandIDs)
	}
	if len(f.categoryIDs) > 0 {
		db = db.Where("id IN (SELECT c.product_id FROM catalog_placements c WHERE c.category_id IN ?)", f.categoryIDs)
	}
	if len(f.tags) > 0 {
		db = db.Where("id IN (SELECT t.product_id FROM catalog_tags t WHERE t.tag_key IN ?)", f.tags)
	}
	for _, a := range f.attributes {
		matches := a.matches()
		db = db.Where("id IN (SELECT v.product_id FROM catalog_attribute_values v WHERE "+matches.sql+")", matches.args...)
	}
	return f.scopeStock(metadataTable.Restrict(db, "id", f.metadata))
}

func (f adminFilter) scopeStock(db *gorm.DB) *gorm.DB {
	switch f.stock {
	case stockOut:
		return db.Where("NOT in_stock AND price_from <> ?", unpriced)
	case stockLow:
		return db.Where("id IN (SELECT v.product_id FROM catalog_variants v WHERE v.sold AND v.available <= ?)", f.lowStock)
	}
	return db
}

// scope restricts a query of products.
type scope = func(db *gorm.DB) *gorm.DB

// countProducts returns the number of products in the scope, of any status.
func countProducts(db *gorm.DB, in scope) (n int64, err error) {
	err = in(db.Model(&product{})).Count(&n).Error
	return n, err
}

// countByTaxonomy returns the numbers of products of any status by brand and by category. A
// category counts what stands below it too.
func countByTaxonomy(db *gorm.DB) (brands, categories map[string]int64, err error) {
	brands, categories = map[string]int64{}, map[string]int64{}
	scanInto := func(counts map[string]int64) func(row database.RowScan) error {
		return func(row database.RowScan) error {
			var id string
			var n int64
			err := row(&id, &n)
			counts[id] = n
			return err
		}
	}
	err = database.Snapshot(db,
		database.Select{
			Query: db.Model(&product{}).Select("brand_id, count(*)").Where("brand_id IS NOT NULL").Group("brand_id"),
			Scan:  scanInto(brands),
		},
		database.Select{
			Query: db.Table("catalog_placements").Select("category_id, count(*)").Group("category_id"),
			Scan:  scanInto(categories),
		},
	)
	return brands, categories, err
}

// productIndex finds products by product.searchText.
var productIndex = search.Index{
	Name: "catalog.products", Table: "catalog_products", Column: "search", Texts: searchTexts,
}

// searchTexts are the search texts of the products of a query, by id.
func searchTexts(products *gorm.DB) (map[string]string, error) {
	var found []product
	numbers := func(q *gorm.DB) *gorm.DB { return q.Select("id", "product_id", "sku", "gtin").Order("position") }
	err := products.Select("id", "name", "slug", "tags", "mpn").Preload("Variants", numbers).Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// searchForAdmin returns a page of the products that the filter selects by its text, too, with
// their variants on sale, and their number, at most search.MaxFound.
func searchForAdmin(db *gorm.DB, f adminFilter, order string, page httpapi.Page) ([]product, int64, error) {
	ids, total, err := productIndex.Page(db, f.q, f.scope, order, page.Offset(), page.Limit)
	if err != nil || len(ids) == 0 {
		return nil, total, err
	}
	among := func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", ids) }
	products, err := loadProductsInOrder(db, among, order, httpapi.Page{Page: 1, Limit: len(ids)})
	return products, total, err
}

// loadProductsInOrder returns a page of the products in the scope, with their variants on sale.
func loadProductsInOrder(db *gorm.DB, in scope, order string, page httpapi.Page) (products []product, err error) {
	err = in(withVariantsOnSale(db)).Order(order).Limit(page.Limit).Offset(page.Offset()).Find(&products).Error
	return products, err
}
