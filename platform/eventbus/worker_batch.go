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
	// errOvertaken: a delivery of the batch is gone (isOvertaken).
	errOvertaken = errors.New("eventbus: overtaken by another worker")
	// errUnreported is the failure of a handler that did not return the error of its statement.
	errUnreported = errors.New("eventbus: the handler did not return the error of a statement, which ended the " +
		"transaction")
)

// batch is the work of one transaction.
//
// It begins bare: without savepoints, several deliveries for each call of a BatchHandler. When a
// handler fails, the transaction rolls back, and its deliveries are handled once more one by one,
// each in a savepoint. The failure of a single delivery is known by then, and its handler is not
// called again.
type batch struct {
	worker   *worker
	tx       *gorm.DB
	oneByOne bool
	blocked  map[string]bool // keys with a delivery that has to be handled first
	result   *batchResult
}

// run claims and dispatches the deliveries of the batch and saves the result.
func (b *batch) run() error {
	if err := b.worker.saveFailures(b.tx, b.result.failures); err != nil { // of the bare run
		return err
	}
	known := len(b.result.failures)
	for _, f := range b.result.failures {
		b.blocked[f.key] = true
	}
	pending, more, err := b.worker.claim(b.tx)
	if err != nil {
		return err
	}
	b.result.more = more
	budget, cancel := context.WithTimeout(b.tx.Statement.Context, batchBudget)
	defer cancel()
	for step, rest := b.nextStep(pending); len(step) > 0; step, rest = b.nextStep(rest) {
		if b.result.dispatched > 0 && budget.Err() != nil {
			b.result.more = true
			break
		}
		err := b.dispatch(step)
		if errors.Is(err, errNotDispatched) {
			break
		}
		if err != nil {
			return err
		}
	}
	if err := b.worker.saveFailures(b.tx, b.result.failures[known:]); err != nil {
		return err
	}
	return b.worker.deleteHandled(b.tx, b.result.handled)
}

// dispatch dispatches a step and records its outcome. It returns errNotDispatched when the worker
// stops. Any other error means that the transaction is lost.
func (b *batch) dispatch(step []*delivery) error {
	if b.oneByOne || step[0].attempts > 0 {
		return b.dispatchInSavepoint(step[0])
	}
	took, err := b.worker.dispatchTimed(b.tx, step)
	switch {
	case errors.Is(err, errNotDispatched):
		return err
	case err == nil && database.IsAborted(b.tx):
		err = errUnreported
	}
	b.result.dispatched += len(step)
	if err == nil {
		b.result.addHandled(step, took)
		return nil
	}
	if len(step) == 1 { // else one by one finds out which of them fails
		b.addFailure(step[0], took, err)
	}
	return fmt.Errorf("eventbus: %s ended its batch: %w", step[0].name, err)
}

// dispatchInSavepoint is dispatch for one delivery, whose failure leaves the others alone.
func (b *batch) dispatchInSavepoint(d *delivery) error {
	var failure error
	var took time.Duration
	dispatched := false
	err := database.Savepoint(b.tx, func(tx *gorm.DB) error {
		dispatched = true
		if took, failure = b.worker.dispatchTimed(tx, []*delivery{d}); failure != nil {
			return errRolledBack
		}
		return nil
	})
	if errors.Is(failure, errNotDispatched) || err != nil && !dispatched {
		return errors.Join(failure, err)
	}
	b.result.dispatched++
	if err == nil {
		b.result.addHandled([]*delivery{d}, took)
		return nil
	}
	if failure == nil {
		failure = err // a statement failed and the handler did not return its error
	}
	b.addFailure(d, took, failure)
	if errors.Is(err, errRolledBack) && !errors.Is(failure, errStuck) {
		return nil
	}
	return fmt.Errorf("eventbus: %s broke the transaction of its batch: %w", d.name, errors.Join(failure, err))
}

func (b *batch) addFailure(d *delivery, took time.Duration, failure error) {
	b.blocked[d.key] = true
	b.result.failures = append(b.result.failures, b.worker.newFailure(d, took, failure))
}
