package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
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

//go:embed migrations
var ownMigrations embed.FS

// OwnMigrations makes what this package's statements need.
func OwnMigrations() Migrations { return Migrations{Name: "database", FS: ownMigrations} }

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
			s.log.Debug("migrated", zap.String("module", set.Name), zap.String("file", m.Source.Path),
				zap.Duration("took", m.Duration))
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
