package database

import (
	"strings"

	"gorm.io/gorm/clause"
)

// Contains is a condition for Where, or for a ? of one: the column contains the text. The wildcards
// % and _ in the text stand for themselves. On PostgreSQL it heeds the case of all letters, on
// SQLite of all but ASCII's: callers lower the case of both.
func Contains(column, text string) clause.Expr {
	return clause.Expr{SQL: column + ` LIKE ? ESCAPE '\'`, Vars: []any{"%" + likeWildcards.Replace(text) + "%"}}
}

// ContainsInAnyCase is Contains for a column whose case is not known. SQLite changes the case of
// ASCII letters alone, so that it compares the text in lower and in upper case: what mixes the two
// in other letters is not found there.
func ContainsInAnyCase(column, text string) clause.Expr {
	lower, upper := Contains("lower("+column+")", strings.ToLower(text)),
		Contains("upper("+column+")", strings.ToUpper(text))
	return clause.Expr{SQL: "(" + lower.SQL + " OR " + upper.SQL + ")", Vars: append(lower.Vars, upper.Vars...)}
}

var likeWildcards = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
