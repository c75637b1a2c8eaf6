package database

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"orderd/platform/clock"
)

// sqliteDialector is gorm's dialector for SQLite on modernc.org/sqlite, the driver that goose is
// tested with too. The project has its own because the common one (glebarez/sqlite, with a fork of
// that driver) looks for a maintainer. It lacks the methods that create tables: goose migrates.
type sqliteDialector struct {
	gorm.Dialector // nil: a call of a missing method panics

	conn gorm.ConnPool
}

// Name implements gorm.Dialector, like the methods below.
func (sqliteDialector) Name() string { return SQLite }

// Initialize registers the callbacks and the clauses of statements.
func (d sqliteDialector) Initialize(db *gorm.DB) error {
	db.ConnPool = d.conn
	callbacks.RegisterDefaultCallbacks(db, &callbacks.Config{
		CreateClauses:        []string{"INSERT", "VALUES", "ON CONFLICT", "RETURNING"},
		UpdateClauses:        []string{"UPDATE", "SET", "FROM", "WHERE", "RETURNING"},
		DeleteClauses:        []string{"DELETE", "FROM", "WHERE", "RETURNING"},
		LastInsertIDReversed: true,
	})
	db.ClauseBuilders["LIMIT"] = buildLimit
	db.ClauseBuilders["FOR"] = omitClause
	return nil
}

// buildLimit writes LIMIT and OFFSET. SQLite does not accept an OFFSET without a LIMIT.
func buildLimit(c clause.Clause, b clause.Builder) {
	limit, ok := c.Expression.(clause.Limit)
	if !ok {
		return
	}
	rows := -1
	if limit.Limit != nil && *limit.Limit >= 0 {
		rows = *limit.Limit
	}
	if rows >= 0 || limit.Offset > 0 {
		_, _ = b.WriteString("LIMIT " + strconv.Itoa(rows))
	}
	if limit.Offset > 0 {
		_, _ = b.WriteString(" OFFSET " + strconv.Itoa(limit.Offset))
	}
}

// omitClause leaves out FOR UPDATE: SQLite has no row locks, and immediate transactions need none.
func omitClause(clause.Clause, clause.Builder) {}

// DefaultValueOf returns the value of a column that the model gives no value.
func (sqliteDialector) DefaultValueOf(*schema.Field) clause.Expression {
	return clause.Expr{SQL: "NULL"}
}

// BindVarTo normalizes times: SQLite compares them as text, so they must have one form.
func (sqliteDialector) BindVarTo(w clause.Writer, stmt *gorm.Statement, v any) {
	last := &stmt.Vars[len(stmt.Vars)-1]
	switch t := v.(type) {
	case time.Time:
		*last = clock.Normalize(t)
	case *time.Time:
		if t != nil {
			*last = clock.Normalize(*t)
		}
	case sql.NullTime:
		*last = sql.NullTime{Time: clock.Normalize(t.Time), Valid: t.Valid}
	}
	_ = w.WriteByte('?')
}

// QuoteTo quotes a name, and each part of a name with dots.
func (sqliteDialector) QuoteTo(w clause.Writer, name string) {
	for more := true; more; {
		var part string
		part, name, more = strings.Cut(name, ".")
		_ = w.WriteByte('`')
		_, _ = w.WriteString(strings.ReplaceAll(part, "`", "``"))
		_ = w.WriteByte('`')
		if more {
			_ = w.WriteByte('.')
		}
	}
}

// Explain returns a statement with its values in it, for a log.
func (sqliteDialector) Explain(statement string, values ...any) string {
	return logger.ExplainSQL(statement, nil, `"`, values...)
}

// Translate wraps constraint errors in gorm's errors.
func (sqliteDialector) Translate(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) || isTranslated(err) {
		return err
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fmt.Errorf("%w: %w", gorm.ErrDuplicatedKey, err)
	// TRIGGER is ON DELETE RESTRICT.
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER:
		return fmt.Errorf("%w: %w", gorm.ErrForeignKeyViolated, err)
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return fmt.Errorf("%w: %w", gorm.ErrCheckConstraintViolated, err)
	}
	return err
}

// isTranslated reports whether err is translated already: gorm translates again when an error
// passes through a second statement.
func isTranslated(err error) bool {
	return errors.Is(err, gorm.ErrDuplicatedKey) || errors.Is(err, gorm.ErrForeignKeyViolated) ||
		errors.Is(err, gorm.ErrCheckConstraintViolated)
}
