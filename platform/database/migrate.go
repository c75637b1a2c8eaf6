package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"go.uber.org/zap"
	"gorm.io/gorm"
)

// Migrations are the migrations of one module. FS holds the folders migrations/postgres and
// migrations/sqlite with goose files (NNNNN_x.sql), as `//go:embed migrations` makes it. Name is
// the prefix of the version table, <name>_goose_version. Each file is one transaction, so that a
// failed one can be tried again.
type Migrations struct {
	Name string
	FS   fs.FS
}

func (m Migrations) table() string { return m.Name + "_goose_version" }

// folder returns the path of the files for the dialect, Postgres or SQLite.
func (m Migrations) folder(dialect string) string { return "migrations/" + dialect }

// Migrate brings every set to its newest version, under one lock, so that several replicas may
// start at the same time. Each set has its own version table. Migrate skips sets without FS. It
// leaves a schema that is newer than this binary as it is.
//
// On PostgreSQL it tries for 5 minutes to get the locks that a migration needs. While it waits it
// delays other sessions by at most 1 s at a time. Its error names the sessions that hold the locks.
func Migrate(ctx context.Context, db *gorm.DB, sets []Migrations) error {
	migrate := migratePostgres
	if Dialect(db) == SQLite {
		migrate = migrateSQLite
	}
	if err := migrate(ctx, db, sets); err != nil {
		return fmt.Errorf("database: migrate: %w", err)
	}
	return nil
}

// migrateSQLite takes as its lock an exclusive transaction in a file beside the database. The lock
// ends with the process.
func migrateSQLite(ctx context.Context, db *gorm.DB, sets []Migrations) (err error) {
	s := stateOf(db)
	if err := s.acquireWriter(ctx); err != nil {
		return err
	}
	defer s.releaseWriter()
	sqlDB, err := db.DB()
	if err != nil {
		return err
	}
	lock, err := sql.Open(sqliteDriver, s.file+".lock?_pragma=busy_timeout(0)&_txlock=exclusive")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	tx, err := lock.BeginTx(ctx, nil)
	for ; err != nil; tx, err = lock.BeginTx(ctx, nil) {
		if !IsUnavailable(err) || sleep(ctx, 20*time.Millisecond) != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return s.applyAll(ctx, goose.DialectSQLite3, sqlDB, sets)
}

func (s *state) applyAll(ctx context.Context, dialect goose.Dialect, db *sql.DB, sets []Migrations) (err error) {
	var summary migrateSummary
	defer func() { summary.log(s.log) }()
	for _, set := range sets {
		if set.FS == nil {
			continue
		}
		applied, err := set.apply(ctx, dialect, db)
		if partial, ok := errors.AsType[*goose.PartialError](err); ok {
			applied = partial.Applied
		}
		for _, m := range applied {
			s.log.Debug("migrated", zap.String("module", set.Name), zap.String("file", m.Source.Path), zap.Duration("took", m.Duration))
		}
		summary.add(applied)
		if err != nil {
			return fmt.Errorf("%s: %w", set.Name, err)
		}
	}
	return nil
}

func (m Migrations) apply(ctx context.Context, dialect goose.Dialect, db *sql.DB) ([]*goose.MigrationResult, error) {
	folder := m.folder(Postgres)
	if dialect == goose.DialectSQLite3 {
		folder = m.folder(SQLite)
	}
	files, err := fs.Sub(m.FS, folder)
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(dialect, db, files,
		goose.WithTableName(m.table()), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, err
	}
	return p.Up(ctx)
}

// CheckSchema returns an error when the schema is older than this binary's. It makes one query.
func CheckSchema(ctx context.Context, db *gorm.DB, sets []Migrations) error {
	newest := map[string]int64{}
	var selects []string
	for _, set := range sets {
		if set.FS == nil {
			continue
		}
		version, err := set.newest(Dialect(db))
		if err != nil {
			return fmt.Errorf("database: migrations of %s: %w", set.Name, err)
		}
		newest[set.Name] = version
		selects = append(selects, fmt.Sprintf("SELECT '%s' AS name, max(version_id) AS version FROM %s", set.Name, set.table()))
	}
	if len(selects) == 0 {
		return nil
	}
	var rows []struct {
		Name    string
		Version int64
	}
	if err := db.WithContext(ctx).Raw(strings.Join(selects, " UNION ALL ")).Scan(&rows).Error; err != nil {
		return fmt.Errorf("database: schema version: %w", err)
	}
	for _, row := range rows {
		if row.Version < newest[row.Name] {
			return fmt.Errorf("database: the schema of %s is at version %d, not %d", row.Name, row.Version, newest[row.Name])
		}
	}
	return nil
}

// CheckSchemaExact returns nil when the schema is exactly this binary's, else ErrNotMigrated or
// ErrNewerSchema with the versions.
func CheckSchemaExact(ctx context.Context, db *gorm.DB, sets []Migrations) error {
	for _, set := range sets {
		if set.FS == nil {
			continue
		}
		newest, err := set.newest(Dialect(db))
		if err != nil {
			return fmt.Errorf("database: migrations of %s: %w", set.Name, err)
		}
		exists, err := hasTable(db.WithContext(ctx), set.table())
		if err != nil {
			return fmt.Errorf("database: schema version: %w", err)
		}
		if !exists {
			return fmt.Errorf("%w (there is nothing of %s in it)", ErrNotMigrated, set.Name)
		}
		var version int64
		if err := db.WithContext(ctx).Raw("SELECT coalesce(max(version_id), 0) FROM " + set.table()).Scan(&version).Error; err != nil {
			return fmt.Errorf("database: schema version: %w", err)
		}
		switch {
		case version < newest:
			return fmt.Errorf("%w (%s is at version %d, this binary's is %d)", ErrNotMigrated, set.Name, version, newest)
		case version > newest:
			return fmt.Errorf("%w (%s is at version %d, this binary's is %d)", ErrNewerSchema, set.Name, version, newest)
		}
	}
	return nil
}

// IsMigrated reports whether any binary has migrated the set, to any version.
func IsMigrated(ctx context.Context, db *gorm.DB, set Migrations) (bool, error) {
	migrated, err := hasTable(db.WithContext(ctx), set.table())
	if err != nil {
		return false, fmt.Errorf("database: schema version: %w", err)
	}
	return migrated, nil
}

func hasTable(db *gorm.DB, table string) (found bool, err error) {
	query := "SELECT to_regclass(?) IS NOT NULL"
	if Dialect(db) == SQLite {
		query = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?)"
	}
	err = db.Raw(query, table).Scan(&found).Error
	return found, err
}

var (
	// ErrNotMigrated: the database is empty, or only an older binary has migrated it.
	ErrNotMigrated = errors.New("the database does not have this binary's schema yet")
	// ErrNewerSchema: a newer binary has migrated the database.
	ErrNewerSchema = errors.New("the database has a newer schema than this binary's")
)

// newest returns the version of the last migration file.
func (m Migrations) newest(dialect string) (int64, error) {
	entries, err := fs.ReadDir(m.FS, m.folder(dialect))
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".sql") {
			continue
		}
		version, err := goose.NumericComponent(e.Name())
		if err != nil {
			return 0, err
		}
		newest = max(newest, version)
	}
	return newest, nil
}
