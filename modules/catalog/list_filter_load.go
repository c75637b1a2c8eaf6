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

// andTags adds that the product has one of the tags, unless there are none.
func (c *sqlCondition) andTags(tags []string, setsFirst bool) {
	switch {
	case tags == nil:
	case setsFirst:
		c.and(`p.id IN (SELECT t.product_id FROM catalog_tags t WHERE t.tag_key IN ?)`, tags)
	default:
		c.and(`EXISTS (SELECT 1 FROM catalog_tags t WHERE t.product_id = p.id AND t.tag_key IN ?)`, tags)
	}
}

// andPrices adds what bounds the lowest price, nil for no bound.
func (c *sqlCondition) andPrices(lowest, highest *money.Cents) {
	if lowest == nil && highest == nil {
		return
	}
	low, high := money.Cents(0), unpriced-1
	if lowest != nil {
		low = *lowest
	}
	if highest != nil {
		high = *highest
	}
	c.and(`p.price_from BETWEEN ? AND ?`, low, high)
}

// where returns the condition on rows of catalog_products p, without the search words. The status
// is a literal, because a planner matches partial indexes with literals only. setsFirst says where
// a filter by category or option begins: with the products of the category or the value, or with
// each product that the rest finds.
func (f filter) where(setsFirst bool) sqlCondition {
	c := sqlCondition{sql: `p.status = 'active'`}
	c.addFilter(f, setsFirst)
	switch {
	case f.collectionIDs != nil && setsFirst:
		c.and(`p.id IN (SELECT k.product_id FROM catalog_collection_products k WHERE k.collection_id IN ?)`, f.collectionIDs)
	case f.collectionIDs != nil:
		c.and(`EXISTS (SELECT 1 FROM catalog_collection_products k WHERE k.product_id = p.id AND k.collection_id IN ?)`,
			f.collectionIDs)
	}
	if f.rule != nil {
		c.addFilter(*f.rule, setsFirst)
	}
	return c
}

// addFilter adds what the filter's own fields ask for: neither a collection nor its rule.
func (c *sqlCondition) addFilter(f filter, setsFirst bool) {
	if f.nothing {
		c.and(`1 = 0`)
	}
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
	c.andTags(f.tags, setsFirst)
	for _, name := range f.optionNames() {
		if setsFirst {
			c.and(`p.id IN (SELECT o.product_id FROM catalog_options o WHERE o.name_key = ? AND o.value_key IN ?)`, name,
				f.options[name])
		} else {
			c.and(`EXISTS (SELECT 1 FROM catalog_options o WHERE o.product_id = p.id AND o.name_key = ? AND o.value_key IN ?)`,
				name, f.options[name])
		}
	}
	for _, a := range f.attributes {
		c.andAttribute(a, setsFirst)
	}
	c.andPrices(f.minPrice, f.maxPrice)
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
}
