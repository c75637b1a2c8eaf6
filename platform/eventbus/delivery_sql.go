package eventbus

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// query runs a statement on deliveries, whose parameters are $1, $2…, past gorm. PostgreSQL plans it for the table as it is at
// this moment: a queue goes from empty to thousands of rows and back within seconds, and a plan kept from the one is wrong by
// orders of magnitude for the other. SQLite keeps no such figures and takes the primary key, with all that is held; INDEXED BY, which is for
// SQLite alone, names the index. Times come from clock and are already in the form that both databases compare.
func query(tx *gorm.DB, statement string, args ...any) (*sql.Rows, error) {
	statement, args = planned(tx, statement, args)
	return tx.Statement.ConnPool.QueryContext(tx.Statement.Context, statement, args...)
}

// finds tells whether query gives a row.
func finds(tx *gorm.DB, statement string, args ...any) (found bool, err error) {
	rows, err := query(tx, statement, args...)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	return rows.Next(), rows.Err()
}

// exec is query for a statement without rows. It returns the number of those affected.
func exec(tx *gorm.DB, statement string, args ...any) (int64, error) {
	statement, args = planned(tx, statement, args)
	result, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

var indexedBy = regexp.MustCompile(` INDEXED BY \w+`)

func planned(tx *gorm.DB, statement string, args []any) (string, []any) {
	if database.Dialect(tx) == database.SQLite {
		return strings.ReplaceAll(statement, "$", "?"), args
	}
	return indexedBy.ReplaceAllString(statement, ""), append([]any{pgx.QueryExecModeExec}, args...)
}
