package catalog

import (
	"orderd/platform/database"
)

// names is a SELECT of the products with names that have the phrase, like those of
// matchingProducts. It reads the names of all products. In a script with spaces the phrase must not
// begin or end inside a word, unless the name begins with it.
func (s *productSearch) names(f filter) sqlCondition {
	where := f.where(false)
	contains := database.Contains(`p.name_key`, s.phrase)
	if isUnspaced(s.phrase) {
		where.and(`?`, contains)
	} else {
		// Few names have the phrase, and only those are made longer.
		apart := database.Contains(`' ' || p.name_key || ' '`, " "+s.phrase+" ")
		where.and(`(p.name_key >= ? AND p.name_key < ? OR ? AND ?)`, s.phrase, s.phrase+"\U0010FFFF", contains, apart)
	}
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
