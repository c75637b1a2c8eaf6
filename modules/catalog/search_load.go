package catalog

import (
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// mostFound is how many products one word of a search finds, the best ones: nobody leafs through more, and counting a hundred thousand
// would cost every search.
const mostFound = 1000

// found is `WITH found AS (…)`: the products (product_id, brand_id, price_from) that have every term and are where the filter says. It begins with the term that the fewest
// products have, and looks only at those whether they have the others. At least one term has a meaning.
func found(terms []term, f filter) condition {
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b term) int { return int(min(max(a.uses-b.uses, -1), 1)) })
	where := f.where(false)
	for _, t := range terms[1:] { // the OFFSET keeps PostgreSQL from reading all that have the other word first
		where.and(`EXISTS (SELECT 1 FROM catalog_index o WHERE o.product_id = s.product_id AND o.word IN ? LIMIT 1 OFFSET 0)`, t.words())
	}
	var c condition
	var parts []string
	for _, m := range terms[0].means {
		parts = append(parts, `SELECT * FROM (SELECT s.product_id, p.brand_id, p.price_from FROM catalog_index s JOIN catalog_products p ON p.id = s.product_id
			WHERE s.word = ? AND `+where.sql+` ORDER BY s.weight DESC, s.product_id DESC LIMIT `+strconv.Itoa(mostFound)+`) AS best`)
		c.args = append(append(c.args, m.word), where.args...)
	}
	// A product has a row for every field with the word.
	c.sql = `WITH found AS (SELECT DISTINCT product_id, brand_id, price_from FROM (` + strings.Join(parts, " UNION ALL ") + `) AS every)`
	return c
}

// scored is found and `scored AS (…)`: with how well each product fits. A product's score is the sum, over the fields that have one of the words,
// of the field's weight times how well the word fits: whole numbers, the same on both databases.
func scored(terms []term, f filter) condition {
	c := found(terms, f)
	var values []string
	for _, t := range terms {
		for _, m := range t.means {
			values = append(values, `(CAST(? AS text), `+strconv.Itoa(m.fits)+`)`)
			c.args = append(c.args, m.word)
		}
	}
	c.sql += `, means (word, fits) AS (VALUES ` + strings.Join(values, ", ") + `),
		scored AS (SELECT f.product_id, sum(s.weight * m.fits) AS score
			FROM found f CROSS JOIN means m JOIN catalog_index s ON s.product_id = f.product_id AND s.word = m.word GROUP BY f.product_id)`
	return c
}

// lookUp gives the uses of the words that are in use: those that begin with one of the prefixes, the most used of each, and the given.
func lookUp(db *gorm.DB, prefixes, words []string) (map[string]int64, error) {
	const used = `SELECT word, uses FROM catalog_words WHERE uses > 0 AND `
	var parts []string
	var args []any
	for _, p := range prefixes {
		parts = append(parts, `SELECT word, uses FROM (`+used+`word >= ? AND word < ? ORDER BY uses DESC, word LIMIT ?) AS begins`)
		args = append(args, p, p+"\U0010FFFF", mostMeanings)
	}
	if all := append(slices.Clone(prefixes), words...); len(all) > 0 {
		parts, args = append(parts, used+`word IN ?`), append(args, all)
	} else {
		return nil, nil
	}
	var rows []struct {
		Word string
		Uses int64
	}
	if err := db.Raw(strings.Join(parts, " UNION "), args...).Scan(&rows).Error; err != nil {
		return nil, err
	}
	known := map[string]int64{}
	for _, r := range rows {
		known[r.Word] = r.Uses
	}
	return known, nil
}
