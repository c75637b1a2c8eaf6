package database

import (
	"time"

	"github.com/pressly/goose/v3"
	"go.uber.org/zap"
)

// migrateSummary counts the work of one Migrate.
type migrateSummary struct {
	sets    int
	changed int // sets with a migration to apply
	created int // sets that had no table before
	files   int
	took    time.Duration
}

func (r *migrateSummary) add(applied []*goose.MigrationResult) {
	r.sets++
	if len(applied) == 0 {
		return
	}
	r.changed++
	if applied[0].Source.Version == 1 {
		r.created++
	}
	r.files += len(applied)
	for _, m := range applied {
		r.took += m.Duration
	}
}

// log writes one line about the work, and none when there was none.
func (r *migrateSummary) log(l *zap.Logger) {
	if r.files == 0 {
		return
	}
	message := "database migrated"
	if r.created == r.sets {
		message = "database made"
	}
	l.Info(message, zap.Int("modules", r.changed), zap.Int("migrations", r.files),
		zap.Duration("took", r.took.Round(time.Millisecond)))
}
