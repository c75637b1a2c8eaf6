package background

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// InBatches does one batch after the other, each in a transaction of its own, until do reports that
// there are no more. The batches before an error stay committed. do may run more than once for a
// batch, as in database.InTx.
func InBatches(ctx context.Context, db *gorm.DB, do func(tx *gorm.DB) (more bool, err error)) error {
	for more := true; more; {
		err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
			more, err = do(tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
