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
// is a literal, because a planner matches partial indexes with literals only. setsFirst says where
// a filter by category or option begins: with the products of the category or the value, or with
// each product that the rest finds.
func (f filter) where(setsFirst bool) sqlCondition {
	c := sqlCondition{sql: `p.status = 'active'`}
	if len(f.ids) > 0 {
		c.and(`p.id IN ?`, f.ids)
	}
	if f.brandIDs != nil {
		c.and(`p.brand_id IN ?`, f.brandIDs)
	}
	switch {
	case f.categoryIDs != nil && setsFirst:
		c.and(`p.id IN (SELECT c.product_id FROM catalog_placements c WHERE c.category_id IN ?)`, f.categoryIDs)
	case f.categoryIDs != nil:
		c.and(`EXISTS (SELECT 1 FROM catalog_placements c WHERE c.product_id = p.id AND c.category_id IN ?)`, f.categoryIDs)
	}
	for _, name := range f.optionNames() {
		if setsFirst {
			c.and(`p.id IN (SELECT o.product_id FROM catalog_options o WHERE o.name_key = ? AND o.value_key IN ?)`, name,
				f.options[name])
		} else {
			c.and(`EXISTS (SELECT 1 FROM catalog_options o WHERE o.product_id = p.id AND o.name_key = ? AND o.value_key IN ?)`,
				name, f.options[name])
		}
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
