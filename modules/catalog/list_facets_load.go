package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// brandPriceCount is the number of products of a brand in a price range. The range is an index: 0
// is below the first of priceBounds; -1 is for products without a price.
type brandPriceCount struct {
	BrandID    *string
	PriceRange int
	Products   int64
}

// categoryCount is the number of products in a category and below it.
type categoryCount struct {
	CategoryID string
	Products   int64
}

// priceRangeSQL is an expression for the index of a product's price range.
var priceRangeSQL = func() string {
	var sql strings.Builder
	sql.WriteString(`CASE`)
	for i, bound := range append(slices.Clip(priceBounds), unpriced) {
		fmt.Fprintf(&sql, ` WHEN price_from < %d THEN %d`, bound, i)
	}
	return sql.String() + ` ELSE -1 END`
}()

// foundColumns are the columns of `found`: what facets count by.
const foundColumns = `p.id AS product_id, p.brand_id, p.price_from`

// filteredProducts is `WITH found AS (…)`: the products that match a filter without words, as
// matchingProducts does with words.
func filteredProducts(f filter) sqlCondition {
	where := f.where(true)
	return sqlCondition{`WITH found AS (SELECT ` + foundColumns + ` FROM catalog_products p
		WHERE ` + where.sql + `)`, where.args}
}

// loadFacetCounts counts the products of `WITH found AS (…)`.
func loadFacetCounts(
	db *gorm.DB, found sqlCondition,
) (byBrandAndPrice []brandPriceCount, byCategory []categoryCount, err error) {
	err = errors.Join(
		db.Raw(found.sql+` SELECT brand_id, `+priceRangeSQL+` AS price_range, count(*) AS products
			FROM found GROUP BY 1, 2`, found.args...).Scan(&byBrandAndPrice).Error,
		db.Raw(found.sql+` SELECT c.category_id, count(*) AS products
			FROM found f JOIN catalog_placements c ON c.product_id = f.product_id GROUP BY 1`,
			found.args...).Scan(&byCategory).Error,
	)
	return byBrandAndPrice, byCategory, err
}
