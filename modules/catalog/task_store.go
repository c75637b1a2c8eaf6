package catalog

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// runTask does the batches of a task until it is done. A batch gets its place, and returns that of
// the next, or that it was the last. Another process may do the same batch: of two, one is stored.
func runTask(
	ctx context.Context, db *gorm.DB, name string,
	batch func(tx *gorm.DB, place string) (next string, done bool, err error),
) error {
	for {
		t, err := database.Take[task](db.WithContext(ctx).Where("name = ?", name))
		if err != nil || t.Done {
			return err
		}
		err = database.InTx(ctx, db, func(tx *gorm.DB) error {
			if err := bumpTaxonomy(tx); err != nil {
				return err
			}
			next, done, err := batch(tx, t.Place)
			if err != nil {
				return err
			}
			moved := tx.Model(&task{}).Where("name = ? AND place = ? AND NOT done", name, t.Place).
				Updates(map[string]any{"place": next, "done": done})
			if moved.Error == nil && moved.RowsAffected == 0 {
				return errTaskMoved
			}
			return moved.Error
		})
		if err != nil && !errors.Is(err, errTaskMoved) {
			return err
		}
	}
}

// errTaskMoved rolls back a batch that another process has done.
var errTaskMoved = errors.New("catalog: another process has done this batch")
