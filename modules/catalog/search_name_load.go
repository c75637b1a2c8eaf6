package catalog

import (
	"strconv"

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
		`(p.name_key >= ? AND p.name_key < ? OR ? AND ?)`, []any{s.phrase, afterBeginning(s.phrase), contains, apart},
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

// maxBeginnings is how many products are found because their names begin with the query, however
// many have its words. The first of them is the one with that name.
const maxBeginnings = 100

// namesBeginning is a SELECT of products that meet the condition and whose names begin with the
// phrase, like those of matchingProducts. An index has them in order, whatever the condition is.
func (s *productSearch) namesBeginning(where sqlCondition) sqlCondition {
	return sqlCondition{
		`SELECT ` + foundColumns + ` FROM (SELECT n.id FROM catalog_products n
			WHERE n.status = 'active' AND n.name_key >= ? AND n.name_key < ?
			ORDER BY n.name_key, n.id LIMIT ` + strconv.Itoa(maxBeginnings) + `) AS begins
			JOIN catalog_products p ON p.id = begins.id WHERE ` + where.sql,
		append([]any{s.phrase, afterBeginning(s.phrase)}, where.args...),
	}
}

// nameFirst is an ORDER BY: products whose name is the phrase come first, then those whose name
// begins with it.
func (s *productSearch) nameFirst() sqlCondition {
	return sqlCondition{
		`(p.name_key = ?) DESC, (p.name_key >= ? AND p.name_key < ?) DESC`,
		[]any{s.phrase, s.phrase, afterBeginning(s.phrase)},
	}
}
