package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	gosqlite "github.com/glebarez/go-sqlite"
	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	sqlite3 "modernc.org/sqlite/lib"

	"orderd/platform/clock"
)

// sqliteConns is the default size of the pool: one writer and some readers.
const sqliteConns = 8

func openSQLite(ctx context.Context, o Options) (*gorm.DB, error) {
	file := strings.TrimPrefix(o.URL, "sqlite:")
	if file == "" || strings.ContainsAny(file, "?:") {
		return nil, errors.New("the URL must be sqlite: and the path of a file")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	sqlDB, err := sql.Open(sqlite.DriverName, sqliteDSN(file, o.Relaxed))
	if err != nil {
		return nil, err
	}
	conns := o.MaxConns
	if conns == 0 {
		conns = sqliteConns
	}
	sqlDB.SetMaxOpenConns(conns)
	sqlDB.SetMaxIdleConns(conns)

	// The first connection makes the file and turns it to WAL.
	if err := sqlDB.PingContext(ctx); err != nil {
		return nil, errors.Join(err, sqlDB.Close())
	}
	db, err := gorm.Open(sqliteDialector{&sqlite.Dialector{Conn: sqlDB}}, config(o.Log))
	if err != nil {
		return nil, errors.Join(err, sqlDB.Close())
	}
	return db, db.Use(&state{log: o.Log, signals: newSignals(nil), file: file, writers: make(chan struct{}, 1)})
}

// sqliteDSN sets what every connection needs. busy_timeout comes first, because turning the file to WAL may already
// have to wait. A _time_format would make the driver ignore _txlock.
func sqliteDSN(file string, relaxed bool) string {
	synchronous := "synchronous(FULL)"
	if relaxed {
		synchronous = "synchronous(NORMAL)"
	}
	q := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", synchronous, "foreign_keys(on)"},
		"_txlock": {"immediate"},
	}
	return file + "?" + q.Encode()
}

// sqliteDialector adds to glebarez's what PostgreSQL's does: all constraint errors translated with their cause kept,
// and times stored as moments.
type sqliteDialector struct{ *sqlite.Dialector }

// BindVarTo brings times into the one form in which SQLite compares them rightly, as text.
func (d sqliteDialector) BindVarTo(w clause.Writer, stmt *gorm.Statement, v any) {
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
	d.Dialector.BindVarTo(w, stmt, v)
}

// Translate names the constraint errors as gorm does.
func (d sqliteDialector) Translate(err error) error {
	var e *gosqlite.Error
	if !errors.As(err, &e) || isTranslated(err) {
		return err
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fmt.Errorf("%w: %w", gorm.ErrDuplicatedKey, err)
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER: // the latter: ON DELETE RESTRICT
		return fmt.Errorf("%w: %w", gorm.ErrForeignKeyViolated, err)
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return fmt.Errorf("%w: %w", gorm.ErrCheckConstraintViolated, err)
	}
	return err
}

// isTranslated: gorm translates again when an error passes through a second statement.
func isTranslated(err error) bool {
	return errors.Is(err, gorm.ErrDuplicatedKey) || errors.Is(err, gorm.ErrForeignKeyViolated) || errors.Is(err, gorm.ErrCheckConstraintViolated)
}
