package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/money"
)

// foundColumns are the columns of the products that facets count.
const (
	foundColumns   = `p.id AS product_id, p.brand_id, p.price_from, p.in_stock, p.discount, p.rating`
	columnsOfFound = `product_id, brand_id, price_from, in_stock, discount, rating`
)

// filteredProducts is a SELECT of the products (foundColumns) that match a filter without words, as
// matchingProducts is of those that match one with words.
func filteredProducts(f filter) sqlCondition {
	where := f.where(true)
	return sqlCondition{`SELECT ` + foundColumns + ` FROM catalog_products p WHERE ` + where.sql, where.args}
}

// facetSets are the sets of products that facets count, each a common table of a statement. Each
// facet is counted without its own filter, so there is the set of the whole filter and, for each
// facet that the query filters by, the set without that. A query without such filters has one set,
// and a narrow filter keeps all sets but its own narrow: an index finds them. One set in place of
// these, of the products that fail at most one filter, would look at the whole catalogue whatever
// the query asks for.
type facetSets struct {
	products func(filter) sqlCondition
	names    map[string]string // of common tables, by the filter's cacheKey
	sql      string            // WITH a AS (…), b AS (…)
	args     []any
}

// of returns the name of the set of products that match the filter.
func (s *facetSets) of(f filter) string {
	key := f.cacheKey()
	if name, known := s.names[key]; known {
		return name
	}
	name, separator := "set"+strconv.Itoa(len(s.names)), `, `
	if s.sql == "" {
		separator = `WITH `
	}
	products, as := s.products(f), ` AS `
	if f.phrase == "" {
		// An index finds the products faster each time than a copy of them is made and searched.
		as = ` AS NOT MATERIALIZED `
	}
	s.sql += separator + name + as + `(` + products.sql + `)`
	s.args = append(s.args, products.args...)
	s.names[key] = name
	return name
}

func newFacetSets(products func(filter) sqlCondition) facetSets {
	return facetSets{products: products, names: map[string]string{}}
}

// loadFacetCounts counts the products that match the filter with two statements: one looks at each
// set once, for the counts that are one number; the other groups the sets by brand, category,
// option and attribute. It does not count the products by category when these counts are known.
func loadFacetCounts(
	db *gorm.DB, f filter, products func(filter) sqlCondition, attributes []*attribute, categories map[string]int64,
) (c facetCounts, err error) {
	if err := c.loadSums(db, f, newFacetSets(products)); err != nil {
		return c, err
	}
	c.categories = categories
	return c, c.loadGroups(db, f, newFacetSets(products), attributes)
}

// facetSums are the counts of one set that are one number each. The tags of gorm are made of the
// columns' names.
type facetSums struct {
	SetName                        string
	Total, InStock, OnSale         int64
	Rating1, Rating2               int64
	Rating3, Rating4               int64
	Range0, Range1, Range2, Range3 int64
	Range4, Range5, Range6, Range7 int64
	PriceMin, PriceMax             *money.Cents
}

// sumsSQL are the columns of facetSums.
var sumsSQL = func() string {
	var sql strings.Builder
	sql.WriteString(`count(*) AS total, count(*) FILTER (WHERE in_stock) AS in_stock,
		count(*) FILTER (WHERE discount > 0) AS on_sale`)
	for stars := 1; stars <= 4; stars++ {
		fmt.Fprintf(&sql, `, count(*) FILTER (WHERE rating >= %d) AS rating%d`, stars*100, stars)
	}
	low := money.Cents(0)
	for i, high := range append(slices.Clip(priceBounds), unpriced) {
		fmt.Fprintf(&sql, `, count(*) FILTER (WHERE price_from >= %d AND price_from < %d) AS range%d`, low, high, i)
		low = high
	}
	fmt.Fprintf(&sql, `, min(price_from) FILTER (WHERE price_from < %[1]d) AS price_min,
		max(price_from) FILTER (WHERE price_from < %[1]d) AS price_max`, unpriced)
	return sql.String()
}()

// loadSums sets the counts that are one number each.
func (c *facetCounts) loadSums(db *gorm.DB, f filter, sets facetSets) error {
	byStock, bySale, byRating, byPrice := f, f, f, f
	byStock.inStock, bySale.onSale, byRating.minRating, byPrice.minPrice, byPrice.maxPrice = nil, nil, 0, nil, nil
	all, inStock, onSale := sets.of(f), sets.of(byStock), sets.of(bySale)
	rating, price := sets.of(byRating), sets.of(byPrice)
	var parts []string
	for i := range len(sets.names) {
		name := "set" + strconv.Itoa(i)
		parts = append(parts, `SELECT '`+name+`' AS set_name, `+sumsSQL+` FROM `+name)
	}
	var rows []facetSums
	if err := db.Raw(sets.sql+` `+strings.Join(parts, ` UNION ALL `), sets.args...).Scan(&rows).Error; err != nil {
		return err
	}
	sums := map[string]facetSums{}
	for _, row := range rows {
		sums[row.SetName] = row
	}
	c.total, c.inStock, c.onSale = sums[all].Total, sums[inStock].InStock, sums[onSale].OnSale
	r, p := sums[rating], sums[price]
	c.ratings = [4]int64{r.Rating1, r.Rating2, r.Rating3, r.Rating4}
	c.priceRanges = []int64{p.Range0, p.Range1, p.Range2, p.Range3, p.Range4, p.Range5, p.Range6, p.Range7}
	c.priceMin, c.priceMax = p.PriceMin, p.PriceMax
	return nil
}

// facetGroup is the number of products of a brand or a category, whose id is Key, or with a value
// of an option, or of the attribute whose id is Key. For an attribute that is a number Name and
// Value are the lowest and the highest one, in thousandths.
type facetGroup struct {
	Facet, Key  string
	Name, Value string
	Products    int64
}

// countOptions is a SELECT of the facetGroups of the options that fulfil the condition. An option
// is written as the first of all active products with it has it.
func (s *facetSets) countOptions(f filter, condition string) string {
	from := `catalog_options o`
	if !f.isEverything() { // options are those of active products
		from = s.of(f) + ` f JOIN catalog_options o ON o.product_id = f.product_id`
	}
	spelled := func(column string) string {
		return `(SELECT s.` + column + ` FROM catalog_options s WHERE s.name_key = g.name_key AND s.value_key = g.value_key
			ORDER BY s.product_id LIMIT 1)`
	}
	return `SELECT 'option', g.name_key, ` + spelled(`name`) + `, ` + spelled(`value`) + `, g.products
		FROM (SELECT o.name_key, o.value_key, count(*) AS products FROM ` + from + ` WHERE ` + condition + `
			GROUP BY o.name_key, o.value_key) AS g`
}

// loadGroups sets the counts by brand, by option, by attribute and, unless they are known, by
// category.
func (c *facetCounts) loadGroups(db *gorm.DB, f filter, sets facetSets, attributes []*attribute) error {
	byBrand, byCategory := f, f.withoutCategories()
	byBrand.brandIDs = nil
	parts := []string{
		`SELECT 'brand' AS facet, CAST(brand_id AS text) AS key, '' AS name, '' AS value, count(*) AS products
			FROM ` + sets.of(byBrand) + ` WHERE brand_id IS NOT NULL GROUP BY brand_id`,
	}
	if c.categories == nil {
		parts = append(parts, `SELECT 'category', CAST(c.category_id AS text), '', '', count(*)
			FROM `+sets.of(byCategory)+` f JOIN catalog_placements c ON c.product_id = f.product_id GROUP BY c.category_id`)
	}
	names := f.optionNames()
	var args []any
	for _, name := range names {
		parts = append(parts, sets.countOptions(f.withoutOption(name), `o.name_key = ?`))
		args = append(args, name)
	}
	if len(names) == 0 {
		parts = append(parts, sets.countOptions(f, `TRUE`))
	} else {
		parts = append(parts, sets.countOptions(f, `o.name_key NOT IN ?`))
		args = append(args, names)
	}
	for _, part := range sets.countAttributes(f, attributes) {
		parts, args = append(parts, part.sql), append(args, part.args...)
	}
	var rows []facetGroup
	err := db.Raw(sets.sql+` `+strings.Join(parts, ` UNION ALL `), append(sets.args, args...)...).Scan(&rows).Error
	if c.categories == nil {
		c.categories = map[string]int64{}
	}
	c.brands, c.options, c.attributes = map[string]int64{}, map[string]*optionCount{}, map[string]*attributeCount{}
	for _, row := range rows {
		c.add(row)
	}
	return err
}

func (c *facetCounts) add(g facetGroup) {
	switch g.Facet {
	case "brand":
		c.brands[g.Key] = g.Products
	case "category":
		c.categories[g.Key] = g.Products
	case "attribute":
		c.addAttribute(g)
	default:
		o := c.options[g.Key]
		if o == nil {
			o = &optionCount{name: g.Name}
			c.options[g.Key] = o
		}
		o.name = min(o.name, g.Name)
		o.total += g.Products
		o.values = append(o.values, optionValueView{g.Value, g.Products})
	}
}
