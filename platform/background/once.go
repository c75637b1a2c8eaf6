package background

import (
	"context"
	"embed"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the table of what is done once.
func Migrations() database.Migrations { return database.Migrations{Name: "background", FS: migrations} }

// Once is work that is done once in a database, a batch at a time: over the data from before the
// version that needs it. What a killed process has not finished, the next one goes on with. In a
// database that is new there is nothing to do.
type Once struct {
	// Name is the work's for ever, after its module: "catalog: options of products".
	Name string
	// Batch does the part that begins at place, "" at first, and returns where the next one begins,
	// or that it was the last. It may run more than once for a part, in several processes at the
	// same time: of these runs one is committed.
	Batch func(ctx context.Context, tx *gorm.DB, place string) (next string, done bool, err error)
}

// oncePause is how soon work goes on that has failed.
const oncePause = time.Minute

// Job does what is left of the work.
func (o Once) Job(db *gorm.DB) Job {
	done := false
	return Job{Name: o.Name, Every: oncePause, Do: func(ctx context.Context) error {
		if done {
			return nil
		}
		err := o.finish(ctx, db)
		done = err == nil
		return err
	}}
}

// task is how far work has come.
type task struct {
	Name  string `gorm:"primaryKey"`
	Place string // where the next batch begins
	Done  bool
}

func (task) TableName() string { return "background_tasks" }

func (o Once) finish(ctx context.Context, db *gorm.DB) error {
	for {
		t, err := database.Take[task](db.WithContext(ctx).Where("name = ?", o.Name))
		switch {
		case fault.Is(err, fault.NotFound):
			err = o.begin(ctx, db)
		case err == nil && t.Done:
			return nil
		case err == nil:
			err = o.advance(ctx, db, t.Place)
		}
		if err != nil && !errors.Is(err, errDoneElsewhere) {
			return err
		}
	}
}

func (o Once) begin(ctx context.Context, db *gorm.DB) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&task{Name: o.Name}).Error
	})
}

// errDoneElsewhere rolls back a batch that another process has committed.
var errDoneElsewhere = errors.New("background: another process has done this batch")

// advance does the batch that begins at place. What the batch locks, it locks before the row of the
// task.
func (o Once) advance(ctx context.Context, db *gorm.DB, place string) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		next, done, err := o.Batch(ctx, tx, place)
		if err != nil {
			return err
		}
		moved := tx.Model(&task{}).Where("name = ? AND place = ? AND NOT done", o.Name, place).
			Updates(map[string]any{"place": next, "done": done})
		if moved.Error == nil && moved.RowsAffected == 0 {
			return errDoneElsewhere
		}
		return moved.Error
	})
}
