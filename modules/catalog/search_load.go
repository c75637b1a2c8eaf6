package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// maxMatchesPerWord limits how many products one word of the index contributes to a search, the
// best first. Clients do not page further, and counting a hundred thousand would slow down every
// search.
const maxMatchesPerWord = 1000

// ownSelects returns how many matches of a term are read by a SELECT of their own each, which ends
// at the limit; one more reads all words of the others, which are mostly synonyms. Each repeats the
// condition, and its facets do so for each option of the filter: PostgreSQL plans 600 ms when there
// are 5 options, and a statement of SQLite takes 32 766 arguments.
func ownSelects(where sqlCondition) int {
	if len(where.args) > 10 {
		return 0
	}
	return 6
}

// leastOfParts is the weight of a word that only the description has, which is no part of a
// compound.
var leastOfParts = strconv.Itoa(weightDescription)

var limitOfWord = strconv.Itoa(maxMatchesPerWord)

// matchingProducts is a SELECT of the products (foundColumns) that match the filter and the search.
func (s *productSearch) matchingProducts(f filter) sqlCondition {
	where := s.where(f)
	begins := s.namesBeginning(where)
	parts, c := []string{begins.sql}, sqlCondition{args: begins.args}
	if len(s.terms) > 0 {
		of, args := productsOfTerms(s.terms, where)
		parts, c.args = append(parts, of...), append(c.args, args...)
	}
	if s.byName {
		named := s.names(f)
		parts, c.args = append(parts, named.sql), append(c.args, named.args...)
	}
	// DISTINCT, because the index has a row for each field with the word.
	c.sql = `SELECT DISTINCT * FROM (` + strings.Join(parts, " UNION ALL ") + `) AS every`
	return c
}

// hasWord is the condition that product p has one of some words of the index. OFFSET keeps
// PostgreSQL from making this a join, which reads all products of the words.
const hasWord = `EXISTS (SELECT 1 FROM catalog_index o WHERE o.product_id = p.id AND o.word IN ? LIMIT 1 OFFSET 0)`

// hasBeginning is the condition that product p has a word of the index in a range.
const hasBeginning = `EXISTS (
	SELECT 1 FROM catalog_index o WHERE o.product_id = p.id AND o.word >= ? AND o.word < ? LIMIT 1 OFFSET 0)`

// hasPart is hasWord without what only the description says.
var hasPart = `EXISTS (SELECT 1 FROM catalog_index o
	WHERE o.product_id = p.id AND o.word IN ? AND o.weight > ` + leastOfParts + ` LIMIT 1 OFFSET 0)`

// andTerm adds that product p matches the term.
func (c *sqlCondition) andTerm(t term) {
	either, args := hasWord, []any{t.words()}
	if t.isBeginning() {
		either, args = either+` OR `+hasBeginning, append(args, t.word, afterBeginning(t.word))
	}
	for _, k := range t.compounds {
		either, args = either+` OR `+hasPart+` AND `+hasPart, append(args, k.first, k.second)
	}
	c.and(`(`+either+`)`, args...)
}

// afterBeginning comes after all texts that begin with the given one.
func afterBeginning(text string) string { return text + "\U0010FFFF" }

// where is the condition of the filter, and of what its rule looks for.
func (s *productSearch) where(f filter) sqlCondition {
	c := f.where(false)
	if s.rule == nil {
		return c
	}
	found := sqlCondition{sql: `1 = 1`}
	for _, t := range s.rule.terms {
		found.andTerm(t)
	}
	switch {
	case !s.rule.byName:
	case len(s.rule.terms) == 0:
		found = s.rule.named()
	default:
		named := s.rule.named()
		found = sqlCondition{`(` + found.sql + ` OR ` + named.sql + `)`, append(found.args, named.args...)}
	}
	c.and(found.sql, found.args...)
	return c
}

// productsOfTerms are SELECTs of the products that meet the condition and match every term, and
// their arguments. They read the products of the rarest term, and check only those for the other
// terms. Each term has at least one match.
func productsOfTerms(terms []term, where sqlCondition) (parts []string, args []any) {
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(a.rarity(), b.rarity()) })
	where.args = slices.Clone(where.args)
	for _, t := range terms[1:] {
		where.andTerm(t)
	}
	words := terms[0].words()
	own := min(len(words), ownSelects(where))
	for _, w := range words[:own] {
		parts = append(parts, `SELECT * FROM (SELECT `+foundColumns+`
			FROM catalog_index s JOIN catalog_products p ON p.id = s.product_id
			WHERE s.word = ? AND `+where.sql+`
			ORDER BY s.weight DESC, s.product_id DESC LIMIT `+limitOfWord+`) AS best`)
		args = append(append(args, w), where.args...)
	}
	if len(words) > own {
		parts = append(parts, `SELECT `+columnsOfFound+` FROM (SELECT `+foundColumns+`,
				row_number() OVER (PARTITION BY s.word ORDER BY s.weight DESC, s.product_id DESC) AS place
			FROM catalog_index s JOIN catalog_products p ON p.id = s.product_id
			WHERE s.word IN ? AND `+where.sql+`) AS others WHERE place <= `+limitOfWord)
		args = append(append(args, words[own:]), where.args...)
	}
	for _, k := range terms[0].compounds {
		for _, w := range k.first {
			parts = append(parts, `SELECT * FROM (SELECT `+foundColumns+`
				FROM catalog_index s JOIN catalog_products p ON p.id = s.product_id
				WHERE s.word = ? AND s.weight > `+leastOfParts+` AND `+hasPart+` AND `+where.sql+`
				ORDER BY s.weight DESC, s.product_id DESC LIMIT `+limitOfWord+`) AS made`)
			args = append(append(args, w, k.second), where.args...)
		}
	}
	return parts, args
}

// scoredProducts is `WITH found AS (…), scored AS (…)`: matchingProducts, and their scores
// (product_id, score). A score is the sum, over the fields that contain a matching word, of the
// field's weight times the score of the match. It is a whole number, the same on both databases. A
// product that was found by its name alone has none.
func (s *productSearch) scoredProducts(f filter) sqlCondition {
	c := s.matchingProducts(f)
	c.sql = `WITH found AS (` + c.sql + `)`
	if len(s.terms) == 0 {
		c.sql += `, scored AS (SELECT product_id, 0 AS score FROM found)`
		return c
	}
	var values []string
	for _, t := range s.terms {
		for _, m := range t.scores() {
			values = append(values, `(CAST(? AS text), `+strconv.Itoa(m.score)+`)`)
			c.args = append(c.args, m.word)
		}
	}
	scores := `SELECT f.product_id, s.weight * m.score AS score
		FROM found f CROSS JOIN matches m JOIN catalog_index s ON s.product_id = f.product_id AND s.word = m.word
		UNION ALL SELECT product_id, 0 FROM found`
	c.sql += `, matches (word, score) AS (VALUES ` + strings.Join(values, ", ") + `),
		scored AS (SELECT product_id, sum(score) AS score FROM (` + scores + `) AS fields GROUP BY product_id)`
	return c
}

// loadRanking returns the ids of all products that match the filter and the search: by name, score
// and units sold, unless another order is asked for.
func loadRanking(db *gorm.DB, s *productSearch, f filter, order sortOrder) (ids ranking, err error) {
	scored := s.scoredProducts(f)
	by := s.nameFirst()
	by.sql += `, s.score DESC, p.units DESC, p.id DESC`
	if o, known := sortOrders[order]; known {
		by = sqlCondition{sql: o.by}
	}
	err = db.Raw(scored.sql+` SELECT p.id FROM scored s JOIN catalog_products p ON p.id = s.product_id ORDER BY `+by.sql,
		append(scored.args, by.args...)...).Scan(&ids).Error
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
		parts = append(parts, `SELECT word, uses FROM (`+inUse+
			`word >= ? AND word < ? ORDER BY uses DESC, word LIMIT ?) AS begins`)
		args = append(args, p, afterBeginning(p), maxMatches)
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
