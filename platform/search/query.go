package search

import (
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// term is a word of a query in its spellings. A text contains the term when it contains one of
// them, as a part of a word.
type term []string

// maxTerms is how many words of a query count.
const maxTerms = 12

// parse returns the terms of what a person typed; none for blanks alone.
func parse(typed string) (terms []term) {
	for word := range strings.FieldsSeq(typed) {
		t := term{}
		if folded := strings.Join(strings.Fields(Fold(word)), " "); folded != "" {
			t = append(t, folded)
		}
		if spelled := SpellOut(word); spelled != "" {
			t = append(t, spelled)
		}
		if len(t) > 0 && len(terms) < maxTerms {
			terms = append(terms, t)
		}
	}
	return terms
}

// parsePhone returns the term that finds what was typed as a phone number, or none when it is no
// number. Who types 030 finds +49 30, and the reverse: a number with the country's code is found by
// all but its first three digits, another one without the zeros at its beginning.
func parsePhone(typed string) []term {
	if strings.Trim(Fold(typed), "0123456789+-/(). ") != "" {
		return nil
	}
	digits := digitsOf(typed)
	national := strings.TrimLeft(digits, "0")
	if strings.HasPrefix(strings.TrimSpace(typed), "+") || strings.HasPrefix(digits, "00") {
		national = national[min(3, len(national)):]
	}
	if len(national) < 5 {
		return nil
	}
	return []term{{national}}
}

// contains is the condition that the column contains every term.
func contains(column string, terms []term) clause.Expr {
	var all []string
	var vars []any
	for _, t := range terms {
		var forms []string
		for _, form := range t {
			c := database.Contains(column, form)
			forms, vars = append(forms, c.SQL), append(vars, c.Vars...)
		}
		all = append(all, "("+strings.Join(forms, " OR ")+")")
	}
	return clause.Expr{SQL: strings.Join(all, " AND "), Vars: vars}
}

// Matches reports whether a text contains every word of what was typed, as Matching does in SQL.
func Matches(text, typed string) bool {
	words := Text(text)
	for _, t := range parse(typed) {
		if !slices.ContainsFunc(t, func(form string) bool { return strings.Contains(words, form) }) {
			return false
		}
	}
	return true
}

// MatchingFolded is Matching for a column that Fold has made and not Text: of a word with an umlaut
// it has one spelling, which is found by both.
func MatchingFolded(q *gorm.DB, column, typed string) *gorm.DB {
	terms := parse(typed)
	for i, t := range terms {
		for _, form := range t {
			if contracted := Contract(form); contracted != "" {
				terms[i] = append(terms[i], contracted)
			}
		}
	}
	if len(terms) == 0 {
		return q
	}
	matching := contains(column, terms)
	return q.Where(matching.SQL, matching.Vars...)
}

// Matching restricts a query of the table to the rows whose column contains what was typed. It
// reads every row that q leaves: for small tables, and for exports.
func Matching(q *gorm.DB, column, typed string) *gorm.DB {
	terms := parse(typed)
	if len(terms) == 0 {
		return q
	}
	matching := contains(column, terms)
	if phone := parsePhone(typed); phone != nil {
		other := contains(column, phone)
		matching = clause.Expr{SQL: "(" + matching.SQL + " OR " + other.SQL + ")", Vars: append(matching.Vars, other.Vars...)}
	}
	return q.Where(matching.SQL, matching.Vars...)
}
