package catalog

import (
	"context"
	"errors"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// errDoneElsewhere rolls back a change of a product that another process has made.
var errDoneElsewhere = errors.New("catalog: another process has made this change of a product")

// inBatches changes products, one batch after the other, each in a transaction of its own. A batch
// that fails for no fault of a product's is done again with passOver: without the products that
// fail by themselves.
func (d Deps) inBatches(ctx context.Context, do func(tx *gorm.DB, passOver bool) (more bool, err error)) error {
	for {
		err := background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) { return do(tx, false) })
		if err == nil || ctx.Err() != nil || fault.Is(err, fault.Unavailable) {
			return err
		}
		d.Log.Warn("a batch of changes of products failed", zap.Error(err))
		more := false
		err = database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
			more, err = do(tx, true)
			return err
		})
		if err != nil || !more {
			return err
		}
	}
}

// attempt changes a product and stores what became of it, both in change, or neither. It returns
// why the product can't be changed; with passOver also when it can't be saved for another reason
// than a fault, unless the database may save it later.
func (d Deps) attempt(
	ctx context.Context, tx *gorm.DB, productID string, passOver bool, change func(tx *gorm.DB) error,
) (*bulkFault, error) {
	err := database.Savepoint(tx, change)
	var f *fault.Fault
	switch {
	case err == nil:
		return nil, nil
	case errors.As(err, &f) && f.Code != fault.Unavailable:
	case passOver && ctx.Err() == nil && !errors.Is(err, errDoneElsewhere) && !database.IsUnavailable(err):
		d.Log.Error("a product can't be saved", zap.String("product", productID), zap.Error(err))
		f = fault.New(fault.Internal, "The product could not be saved.")
	default:
		return nil, err
	}
	return newBulkFault(f), nil
}
