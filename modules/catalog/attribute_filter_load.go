package catalog

import (
	"slices"
	"strconv"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// andAttribute adds that the product has one of the values, or a number in one of the ranges.
func (c *sqlCondition) andAttribute(a attributeFilter, setsFirst bool) {
	matches := a.matches()
	if setsFirst {
		c.and(`p.id IN (`+ofActive+matches.sql+`)`, matches.args...)
		return
	}
	c.and(`EXISTS (`+ofActive+matches.sql+` AND v.product_id = p.id)`, matches.args...)
}

const ofActive = `SELECT v.product_id FROM catalog_attribute_values v WHERE v.active AND `

// matches is the condition on a row v of catalog_attribute_values.
func (a attributeFilter) matches() sqlCondition {
	matches, args := `1 = 0`, []any{a.id}
	if len(a.keys) > 0 {
		matches, args = `v.value_key IN ?`, append(args, a.keys)
	}
	if len(a.ranges) > 0 {
		matches = `(` + strings.Join(convert.All(a.ranges, func(r numberRange) string {
			args = append(args, r.low, r.high)
			return `v.number BETWEEN ? AND ?`
		}), ` OR `) + `)`
	}
	return sqlCondition{`v.attribute_id = ? AND ` + matches, args}
}

// countAttributes are SELECTs of the facetGroups of attributes. The values of those that the filter
// names are counted without it, each of which is a SELECT of its own.
func (s *facetSets) countAttributes(f filter, attributes []*attribute) (parts []sqlCondition) {
	for _, kinds := range [][]attributeKind{
		{events.AttributeChoice, events.AttributeBoolean}, {events.AttributeNumber},
	} {
		var others []string
		for _, a := range attributes {
			switch {
			case !slices.Contains(kinds, a.Kind):
			case slices.ContainsFunc(f.attributes, func(named attributeFilter) bool { return named.id == a.ID }):
				parts = append(parts, s.countValues(f.withoutAttribute(a.ID), kinds[0], a.ID))
			default:
				others = append(others, a.ID)
			}
		}
		if len(others) > 0 {
			parts = append(parts, s.countValues(f, kinds[0], others...))
		}
	}
	return parts
}

// countValues is a SELECT of the facetGroups of the attributes: of their values, or of numbers of
// their lowest and highest ones.
func (s *facetSets) countValues(f filter, kind attributeKind, attributeIDs ...string) sqlCondition {
	from := `catalog_attribute_values v`
	if !f.isEverything() {
		from = s.of(f) + ` f JOIN catalog_attribute_values v ON v.product_id = f.product_id`
	}
	where := ` FROM ` + from + ` WHERE v.active AND v.attribute_id IN ? GROUP BY v.attribute_id`
	if kind == events.AttributeNumber {
		return sqlCondition{`SELECT 'attribute', CAST(v.attribute_id AS text), CAST(min(v.number) AS text),
			CAST(max(v.number) AS text), count(*)` + where, []any{attributeIDs}}
	}
	return sqlCondition{
		`SELECT 'attribute', CAST(v.attribute_id AS text), '', v.value_key, count(*)` + where + `, v.value_key`,
		[]any{attributeIDs},
	}
}

// addAttribute adds the number of products with a value of an attribute, or the lowest and the
// highest number.
func (c *facetCounts) addAttribute(g facetGroup) {
	a := c.attributes[g.Key]
	if a == nil {
		a = &attributeCount{products: map[string]int64{}}
		c.attributes[g.Key] = a
	}
	if g.Name == "" {
		a.products[g.Value] = g.Products
		return
	}
	a.low, a.high = numberText(g.Name), numberText(g.Value)
}

// numberText writes thousandths as a number.
func numberText(thousandths string) string {
	n, _ := strconv.ParseInt(thousandths, 10, 64)
	return money.Measure(n).String()
}
