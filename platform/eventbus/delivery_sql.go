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

// rawQuery runs a statement on deliveries without gorm. Its parameters are $1, $2….
//
// PostgreSQL plans it for the table as it is at this moment: a queue goes from empty to thousands
// of rows and back within seconds, and a cached plan for the one is wrong by orders of magnitude
// for the other. SQLite has no such statistics and would use the primary key, which reads all held
// rows; INDEXED BY names the index, for SQLite alone. Times come from clock, in the form that both
// databases compare.
func rawQuery(tx *gorm.DB, statement string, args ...any) (*sql.Rows, error) {
	statement, args = forDialect(tx, statement, args)
	return tx.Statement.ConnPool.QueryContext(tx.Statement.Context, statement, args...)
}

// rawExists reports whether rawQuery returns a row.
func rawExists(tx *gorm.DB, statement string, args ...any) (found bool, err error) {
	rows, err := rawQuery(tx, statement, args...)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	return rows.Next(), rows.Err()
}

// rawExec is rawQuery for a statement without rows. It returns the number of affected rows.
func rawExec(tx *gorm.DB, statement string, args ...any) (int64, error) {
	statement, args = forDialect(tx, statement, args)
	result, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

var indexedBy = regexp.MustCompile(` INDEXED BY \w+`)

func forDialect(tx *gorm.DB, statement string, args []any) (string, []any) {
	if database.Dialect(tx) == database.SQLite {
		return strings.ReplaceAll(statement, "$", "?"), args
	}
	return indexedBy.ReplaceAllString(statement, ""), append([]any{pgx.QueryExecModeExec}, args...)
}
