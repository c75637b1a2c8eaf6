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

var likeWildcards = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
