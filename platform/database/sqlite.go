package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gorm.io/gorm"
)

// sqliteDriver is the name of modernc.org/sqlite in database/sql.
const sqliteDriver = "sqlite"

// sqliteBusyTimeout is how long a connection waits for another's lock, in milliseconds.
const sqliteBusyTimeout = 5000

// sqliteConns is the default size of the pool: one writer and some readers.
const sqliteConns = 8

func openSQLite(ctx context.Context, o Options) (*gorm.DB, error) {
	file, dsn, err := sqliteFile(o)
	if err != nil {
		return nil, err
	}
	sqlDB, err := sql.Open(sqliteDriver, dsn)
	if err != nil {
		return nil, err
	}
	if sqlDB, err = observeSQLite(sqlDB, dsn, o.statementObserver()); err != nil {
		return nil, err
	}
	conns := o.MaxConns
	if conns == 0 {
		conns = sqliteConns
	}
	sqlDB.SetMaxOpenConns(conns)
	sqlDB.SetMaxIdleConns(conns)

	// The first connection creates the file and switches it to WAL.
	if err := sqlDB.PingContext(ctx); err != nil {
		return nil, errors.Join(err, sqlDB.Close())
	}
	db, err := gorm.Open(sqliteDialector{conn: sqlDB}, gormConfig())
	if err != nil {
		return nil, errors.Join(err, sqlDB.Close())
	}
	return db, db.Use(&state{log: o.Log, signals: newSignalHub(nil), file: file, writers: make(chan struct{}, 1)})
}

// sqliteFile returns the database's path and its DSN. It creates the file when there is none.
func sqliteFile(o Options) (file, dsn string, err error) {
	if o.InMemory {
		return ":memory:", sqliteDSN(":memory:", true), nil
	}
	file = strings.TrimPrefix(o.URL, "sqlite:")
	if file == "" || strings.ContainsAny(file, "?:") {
		return "", "", errors.New("the URL must be sqlite: and the path of a file")
	}
	if o.ReadOnly {
		return file, sqliteReadOnlyDSN(file), nil
	}
	return file, sqliteDSN(file, o.Relaxed), restrictFiles(file)
}

// restrictFiles makes the files of a database readable for their owner alone, whatever the folder's
// mode and the umask. SQLite gives its log and its index the mode of the file.
func restrictFiles(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	for _, name := range []string{file, file + ".lock"} {
		// Do not open an existing file: closing it would release the locks that SQLite has on it.
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for _, name := range []string{file, file + ".lock", file + "-wal", file + "-shm"} {
		if err := restrictToOwner(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func restrictToOwner(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(name, 0o600)
}

// sqliteDSN returns the DSN of a file, with the settings of every connection. The driver sets
// busy_timeout first, because the switch to WAL may have to wait. secure_delete overwrites deleted
// data, so that no erased person stays in the file's free pages. Times are text in UTC, in the form
// of SQLite's own functions, as in all existing files.
func sqliteDSN(file string, relaxed bool) string {
	synchronous := "synchronous(FULL)"
	if relaxed {
		synchronous = "synchronous(NORMAL)"
	}
	q := url.Values{
		"_pragma":      {busyTimeout(), "journal_mode(WAL)", synchronous, "foreign_keys(on)", "secure_delete(on)"},
		"_txlock":      {"immediate"},
		"_time_format": {"sqlite"},
		"_timezone":    {"UTC"},
	}
	return file + "?" + q.Encode()
}

func busyTimeout() string { return fmt.Sprintf("busy_timeout(%d)", sqliteBusyTimeout) }

// sqliteReadOnlyDSN returns the DSN of an existing file whose connections do not write into the
// database. The mode is rw, not ro, because readers of a file in WAL mode write its index.
func sqliteReadOnlyDSN(file string) string {
	q := url.Values{
		"mode":         {"rw"},
		"_pragma":      {busyTimeout(), "query_only(on)"},
		"_time_format": {"sqlite"},
		"_timezone":    {"UTC"},
	}
	return "file:" + strings.NewReplacer("%", "%25", "#", "%23").Replace(file) + "?" + q.Encode()
}
