package catalog

import (
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// maxMatchesPerWord limits how many products one word of the index contributes to a search, the
// best first. Clients do not page further, and counting a hundred thousand would slow down every
// search.
const maxMatchesPerWord = 1000

// matchingProducts is `WITH found AS (…)`: the products (product_id, brand_id, price_from) that
// match the filter and every term. It reads the products of the rarest term, and checks only those
// for the other terms. Each term has at least one match.
func matchingProducts(terms []term, f filter) sqlCondition {
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b term) int { return int(min(max(a.uses-b.uses, -1), 1)) })
	where := f.where(false)
	for _, t := range terms[1:] {
		// OFFSET keeps PostgreSQL from making this a join, which reads all products of the other
		// term.
		where.and(`EXISTS (SELECT 1 FROM catalog_index o WHERE o.product_id = s.product_id AND o.word IN ? LIMIT 1 OFFSET 0)`, t.words())
	}
	var c sqlCondition
	var parts []string
	for _, m := range terms[0].matches {
		parts = append(parts, `SELECT * FROM (SELECT s.product_id, p.brand_id, p.price_from
			FROM catalog_index s JOIN catalog_products p ON p.id = s.product_id
			WHERE s.word = ? AND `+where.sql+`
			ORDER BY s.weight DESC, s.product_id DESC LIMIT `+strconv.Itoa(maxMatchesPerWord)+`) AS best`)
		c.args = append(append(c.args, m.word), where.args...)
	}
	// DISTINCT, because the index has a row for each field with the word.
	c.sql = `WITH found AS (SELECT DISTINCT product_id, brand_id, price_from FROM (` + strings.Join(parts, " UNION ALL ") + `) AS every)`
	return c
}

// scoredProducts is matchingProducts and `scored AS (…)`: the products (product_id, score). A score
// is the sum, over the fields that contain a matching word, of the field's weight times the score
// of the match. It is a whole number, the same on both databases.
func scoredProducts(terms []term, f filter) sqlCondition {
	c := matchingProducts(terms, f)
	var values []string
	for _, t := range terms {
		for _, m := range t.matches {
			values = append(values, `(CAST(? AS text), `+strconv.Itoa(m.score)+`)`)
			c.args = append(c.args, m.word)
		}
	}
	c.sql += `, matches (word, score) AS (VALUES ` + strings.Join(values, ", ") + `),
		scored AS (SELECT f.product_id, sum(s.weight * m.score) AS score
			FROM found f CROSS JOIN matches m JOIN catalog_index s ON s.product_id = f.product_id AND s.word = m.word
			GROUP BY f.product_id)`
	return c
}

// loadRanking returns the ids of all products that match the filter and every term: by score and
// units sold, unless another order is asked for.
func loadRanking(db *gorm.DB, terms []term, f filter, order sortOrder) (ids ranking, err error) {
	by := `s.score DESC, p.units DESC, p.id DESC`
	if o, known := sortOrders[order]; known {
		by = o.by
	}
	scored := scoredProducts(terms, f)
	err = db.Raw(scored.sql+` SELECT p.id FROM scored s JOIN catalog_products p ON p.id = s.product_id ORDER BY `+by, scored.args...).Scan(&ids).Error
	return ids, err
}

// loadWordUses returns the words of the index with their numbers of uses: the given words, the
// prefixes themselves, and for each prefix the words that begin with it, the most used ones.
func loadWordUses(db *gorm.DB, prefixes, words []string) (map[string]int64, error) {
	exact := append(slices.Clone(prefixes), words...)
	if len(exact) == 0 {
		return nil, nil
	}
	const inUse = `SELECT word, uses FROM catalog_words WHERE uses > 0 AND `
	var parts []string
	var args []any
	for _, p := range prefixes {
		parts = append(parts, `SELECT word, uses FROM (`+inUse+`word >= ? AND word < ? ORDER BY uses DESC, word LIMIT ?) AS begins`)
		args = append(args, p, p+"\U0010FFFF", maxMatches)
	}
	parts, args = append(parts, inUse+`word IN ?`), append(args, exact)
	var rows []dictionaryWord
	if err := db.Raw(strings.Join(parts, " UNION "), args...).Scan(&rows).Error; err != nil {
		return nil, err
	}
	uses := map[string]int64{}
	for _, r := range rows {
		uses[r.Word] = r.Uses
	}
	return uses, nil
}

// loadWordsAfter returns the words of the dictionary whose ids come after the given one, by id.
func loadWordsAfter(db *gorm.DB, wordID int64) (words []dictionaryWord, err error) {
	err = db.Where("id > ?", wordID).Order("id").Find(&words).Error
	return words, err
}
