package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm"
)

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
		selects = append(selects, fmt.Sprintf("SELECT '%s' AS name, max(version_id) AS version FROM %s", set.Name,
			set.table()))
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
		if err := db.WithContext(ctx).Raw("SELECT coalesce(max(version_id), 0) FROM " + set.table()).
			Scan(&version).Error; err != nil {
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
