package eventbus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// batchBudget is how long the handlers of a batch may take together. The deliveries left then
// belong to the next batch. So a transaction keeps its locks for this time and one handler more.
const batchBudget = 200 * time.Millisecond

var (
	// errRolledBack: the savepoint was rolled back and the transaction goes on.
	errRolledBack = errors.New("eventbus: rolled back")
	// errOvertaken: another worker has made one of the deliveries, so this batch rolls back. It
	// happens when an older event of a key appears while another worker handles a younger one:
	// after a replay, or when publishers do not lock the row that the key names.
	errOvertaken = errors.New("eventbus: overtaken by another worker")
)

// runBatchInTx claims and dispatches the deliveries of one batch and saves the result.
func (w *worker) runBatchInTx(tx *gorm.DB, result *batchResult) error {
	claimed, err := w.claim(tx)
	if err != nil {
		return err
	}
	if err := w.loadTraces(tx, claimed); err != nil {
		return err
	}
	result.claimed = len(claimed)
	budget, cancel := context.WithTimeout(tx.Statement.Context, batchBudget)
	defer cancel()
	blocked := map[string]bool{} // keys with a delivery that has to be handled first
	for i, d := range claimed {
		if i > 0 && budget.Err() != nil {
			break
		}
		if blocked[d.key] || !d.ready {
			blocked[d.key] = true
			continue
		}
		handled, err := w.dispatchInSavepoint(tx, d, result)
		if errors.Is(err, errNotDispatched) {
			break
		}
		if err != nil {
			return err
		}
		blocked[d.key] = !handled
	}
	return w.saveResult(tx, result)
}

// dispatchInSavepoint dispatches one delivery and records the outcome in result. It returns
// errNotDispatched when the worker stops. Any other error means that the transaction is lost.
func (w *worker) dispatchInSavepoint(tx *gorm.DB, d *delivery, result *batchResult) (handled bool, err error) {
	var failure error
	dispatched := false
	err = database.Savepoint(tx, func(tx *gorm.DB) error {
		dispatched = true
		if failure = w.dispatchObserved(tx, d); failure != nil {
			return errRolledBack
		}
		return nil
	})
	switch {
	case err == nil:
		result.handled = append(result.handled, d)
		return true, nil
	case errors.Is(failure, errNotDispatched):
		return false, failure
	case failure == nil && dispatched:
		failure = err // a statement failed and the handler did not return its error
	case failure == nil:
		return false, err
	}
	result.failures = append(result.failures, w.newFailure(d, failure))
	if errors.Is(err, errRolledBack) && !errors.Is(failure, errStuck) {
		return false, nil
	}
	return false, fmt.Errorf("eventbus: %s broke the transaction of its batch: %w", d.name, errors.Join(failure, err))
}
