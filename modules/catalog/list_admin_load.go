package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// scope restricts a query of products.
type scope = func(db *gorm.DB) *gorm.DB

// adminFilter returns a scope for products of the status whose name contains q, or whose slug or
// SKU is q. A blank q or status does not filter.
func adminFilter(q string, status productStatus) scope {
	return func(db *gorm.DB) *gorm.DB {
		if status != "" {
			// A literal, for partial indexes. The schema of the request allows three.
			db = db.Where("status = '" + string(status) + "'")
		}
		if q != "" {
			db = db.Where(`(? OR slug = ? OR id IN (SELECT v.product_id FROM catalog_variants v WHERE v.sku = ?))`,
				database.Contains("name_key", fold(q)), q, q)
		}
		return db
	}
}

// countProducts returns the number of products in the scope, of any status.
func countProducts(db *gorm.DB, in scope) (n int64, err error) {
	err = in(db.Model(&product{})).Count(&n).Error
	return n, err
}

// loadNewestProducts returns a page of the products in the scope, newest first, with their variants
// on sale.
func loadNewestProducts(db *gorm.DB, in scope, page httpapi.Page) (products []product, err error) {
	err = in(withVariantsOnSale(db)).Order("created_at DESC, id DESC").Limit(page.Limit).Offset(page.Offset()).Find(&products).Error
	return products, err
}
