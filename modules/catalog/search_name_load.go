package catalog

import (
	"orderd/platform/database"
)

// named is the condition that the name of product p has the phrase. In a script with spaces the
// phrase must not begin or end inside a word, unless the name begins with it.
func (s *productSearch) named() sqlCondition {
	contains := database.Contains(`p.name_key`, s.phrase)
	if isUnspaced(s.phrase) {
		return sqlCondition{`?`, []any{contains}}
	}
	// Few names have the phrase, and only those are made longer.
	apart := database.Contains(`' ' || p.name_key || ' '`, " "+s.phrase+" ")
	return sqlCondition{
		`(p.name_key >= ? AND p.name_key < ? OR ? AND ?)`, []any{s.phrase, s.phrase + "\U0010FFFF", contains, apart},
	}
}

// names is a SELECT of the products with names that have the phrase, like those of
// matchingProducts. It reads the names of all products.
func (s *productSearch) names(f filter) sqlCondition {
	where, named := s.where(f), s.named()
	where.and(named.sql, named.args...)
	where.sql = `SELECT * FROM (SELECT ` + foundColumns + ` FROM catalog_products p WHERE ` + where.sql +
		` ORDER BY p.name_key, p.id LIMIT ` + limitOfWord + `) AS named`
	return where
}

// nameFirst is an ORDER BY: products whose name is the phrase come first, then those whose name
// begins with it.
func (s *productSearch) nameFirst() sqlCondition {
	c := sqlCondition{sql: `(p.name_key = ?) DESC, `, args: []any{s.phrase}}
	if s.starts {
		c.sql += `(p.name_key >= ? AND p.name_key < ?) DESC, `
		c.args = append(c.args, s.phrase, s.phrase+"\U0010FFFF")
	}
	return c
}
