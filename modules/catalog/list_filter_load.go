package catalog

import "orderd/platform/money"

// condition is SQL with its arguments.
type condition struct {
	sql  string
	args []any
}

func (c *condition) and(sql string, args ...any) {
	c.sql += " AND " + sql
	c.args = append(c.args, args...)
}

// where is what rows of catalog_products p must be, words aside. The status stands in it as text, as partial indexes want it. With first, the
// category's products are to be found first and the others never looked at, else each product is asked for its category.
func (f filter) where(first bool) condition {
	c := condition{sql: `p.status = 'active'`}
	if f.brandID != nil {
		c.and(`p.brand_id = ?`, *f.brandID)
	}
	switch {
	case f.categoryID != nil && first:
		c.and(`p.id IN (SELECT c.product_id FROM catalog_placements c WHERE c.category_id = ?)`, *f.categoryID)
	case f.categoryID != nil:
		c.and(`EXISTS (SELECT 1 FROM catalog_placements c WHERE c.product_id = p.id AND c.category_id = ?)`, *f.categoryID)
	}
	if f.minPrice != nil || f.maxPrice != nil {
		low, high := money.Cents(0), unpriced-1
		if f.minPrice != nil {
			low = *f.minPrice
		}
		if f.maxPrice != nil {
			high = *f.maxPrice
		}
		c.and(`p.price_from BETWEEN ? AND ?`, low, high)
	}
	if f.inStock != nil {
		c.and(`p.in_stock = ?`, *f.inStock)
	}
	if f.minRating > 0 {
		c.and(`p.rating >= ?`, f.minRating)
	}
	return c
}
