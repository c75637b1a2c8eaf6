package catalog

import (
	"orderd/platform/money"
)

// sqlCondition is a condition in SQL with its arguments.
type sqlCondition struct {
	sql  string
	args []any
}

func (c *sqlCondition) and(sql string, args ...any) {
	c.sql += " AND " + sql
	c.args = append(c.args, args...)
}

// where returns the condition on rows of catalog_products p, without the search words. The status
// is a literal, because a planner matches partial indexes with literals only. categoryFirst says
// where a filter by category begins: with the category's products, or with each product that the
// rest finds.
func (f filter) where(categoryFirst bool) sqlCondition {
	c := sqlCondition{sql: `p.status = 'active'`}
	if len(f.ids) > 0 {
		c.and(`p.id IN ?`, f.ids)
	}
	if len(f.brandIDs) > 0 {
		c.and(`p.brand_id IN ?`, f.brandIDs)
	}
	switch {
	case len(f.categoryIDs) > 0 && categoryFirst:
		c.and(`p.id IN (SELECT c.product_id FROM catalog_placements c WHERE c.category_id IN ?)`, f.categoryIDs)
	case len(f.categoryIDs) > 0:
		c.and(`EXISTS (SELECT 1 FROM catalog_placements c WHERE c.product_id = p.id AND c.category_id IN ?)`, f.categoryIDs)
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
	if f.onSale != nil {
		if *f.onSale {
			c.and(`p.discount > 0`)
		} else {
			c.and(`p.discount = 0`)
		}
	}
	if f.minRating > 0 {
		c.and(`p.rating >= ?`, f.minRating)
	}
	return c
}
