package copies

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

// PollInterval is how often at least a process compares the versions of its copies with the
// database's: a signal may get lost. It is one statement for all modules, and background.Run makes
// it up to a tenth more often: twice a second.
const PollInterval = 550 * time.Millisecond

// Store renews the copies of one process.
type Store struct {
	db  *gorm.DB
	log *zap.Logger

	mu     sync.Mutex // of the tables, and so that one renewal runs at a time
	tables []*copiedTable
}

// NewStore makes a store for the modules that run on a database.
func NewStore(db *gorm.DB, log *zap.Logger) *Store { return &Store{db: db, log: log} }

// Run renews the copies until ctx ends.
func (s *Store) Run(ctx context.Context) error {
	changed := background.NewSignal()
	defer database.Listen(s.db, topic, func(string) { changed.Send() })()
	return background.Run(ctx, s.log, background.Job{
		Name: "renew the copies of settings", Every: PollInterval, Wake: changed, Do: s.Refresh,
	})
}

// Refresh renews the copies whose rows have changed. After it they are at least as new as what was
// committed before the call.
func (s *Store) Refresh(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tables) == 0 {
		return nil
	}
	db := s.db.WithContext(ctx)
	stored, err := s.versions(db)
	if err != nil {
		return err
	}
	for _, t := range s.tables {
		if stored[t.name] == t.version {
			continue
		}
		if err := t.read(db); err != nil {
			return err
		}
	}
	return nil
}

// versions returns the sum of the versions of each table's rows.
func (s *Store) versions(db *gorm.DB) (map[string]int64, error) {
	var (
		parts []string
		rows  []struct {
			Name    string
			Version int64
		}
	)
	for _, t := range s.tables {
		parts = append(parts, "SELECT '"+t.name+"' AS name, "+Version(t.name)+" AS version")
	}
	if err := db.Raw(strings.Join(parts, " UNION ALL ")).Scan(&rows).Error; err != nil {
		return nil, err
	}
	versions := make(map[string]int64, len(rows))
	for _, r := range rows {
		versions[r.Name] = r.Version
	}
	return versions, nil
}

// Version is the SQL expression for the Version of the Rows of a table.
func Version(table string) string {
	return "(SELECT CAST(COALESCE(sum(version), 0) AS bigint) FROM " + table + ")"
}

// Await waits until every copy has the rows that it needs, or ctx ends. They come by events, the
// first time a moment after the module that owns them has started, perhaps at another site.
func (s *Store) Await(ctx context.Context) error {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	late := time.NewTimer(5 * time.Second)
	defer late.Stop()
	for {
		err := s.Refresh(ctx)
		missing := s.missing()
		if err == nil && missing == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("copies: %s: %w", missing, ctx.Err())
		case <-late.C:
			s.log.Warn("waiting for rows of other modules, perhaps at another site", zap.String("missing", missing),
				zap.Error(err))
		case <-look.C:
		}
	}
}

// missing lists the rows that are needed and have not come.
func (s *Store) missing() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, t := range s.tables {
		for _, name := range t.needed {
			if t.version == 0 || slices.Contains(t.missing, name) {
				all = append(all, t.name+"."+name)
			}
		}
	}
	return strings.Join(all, ", ")
}
