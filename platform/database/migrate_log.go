package database

import (
	"time"

	"github.com/pressly/goose/v3"
	"go.uber.org/zap"
)

// migrateRun counts what one run of the migrations has done.
type migrateRun struct {
	sets, changed, made int // changed had something to do; made had no table before
	files               int
	took                time.Duration
}

func (r *migrateRun) add(applied []*goose.MigrationResult) {
	r.sets++
	if len(applied) == 0 {
		return
	}
	r.changed++
	if applied[0].Source.Version == 1 {
		r.made++
	}
	r.files += len(applied)
	for _, m := range applied {
		r.took += m.Duration
	}
}

// log writes one line about the run, and none when there was nothing to do.
func (r *migrateRun) log(l *zap.Logger) {
	if r.files == 0 {
		return
	}
	message := "database migrated"
	if r.made == r.sets {
		message = "database made"
	}
	l.Info(message, zap.Int("modules", r.changed), zap.Int("migrations", r.files), zap.Duration("took", r.took.Round(time.Millisecond)))
}
