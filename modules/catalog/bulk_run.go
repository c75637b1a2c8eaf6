package catalog

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// bulkEditor does bulk edits. All replicas do: a batch is one transaction, which changes products
// and stores what became of them, and which holds the lock of the bulk edit and of the catalogue.
// So each product is changed once, whatever process is killed; there is no lease.
type bulkEditor struct {
	Deps
	settings *copies.Copy[settings]
	wake     background.Signal
}

func newBulkEditor(d Deps) *bulkEditor {
	return &bulkEditor{Deps: d, settings: copySettings(d.Copies), wake: background.NewSignal()}
}

// jobs are the periodic jobs. The first one begins when a bulk edit was started in this process,
// and looks once a second for those of other replicas.
func (b *bulkEditor) jobs() []background.Job {
	return []background.Job{
		{Name: "edit products in bulk", Every: time.Second, Wake: b.wake, Do: b.work},
		{Name: "delete old bulk edits", Every: time.Hour, Do: b.deleteOld},
	}
}

// work does all bulk edits, one after the other: the next one begins when no process is at work on
// the one before. One that can't go on, for more than a while, does not hold up the others.
func (b *bulkEditor) work(ctx context.Context) error {
	db := b.DB.WithContext(ctx)
	ids, err := runningBulkEdits(db)
	for _, editID := range ids {
		failed := b.finish(ctx, editID)
		if failed != nil && !fault.Is(failed, fault.Unavailable) {
			err = errors.Join(err, failed)
			continue
		}
		isRunning, unknown := isBulkEditRunning(db, editID)
		if isRunning || failed != nil || unknown != nil {
			return errors.Join(err, failed, unknown)
		}
	}
	return err
}

// finish does what is left of a bulk edit.
func (b *bulkEditor) finish(ctx context.Context, editID string) error {
	return b.inBatches(ctx, func(tx *gorm.DB, passOver bool) (more bool, err error) {
		return b.doBatch(ctx, tx, editID, passOver)
	})
}

// doBatch changes the next products of a bulk edit. more reports whether there are others. With
// passOver a product that can't be saved is one that has failed, unless the database may save it
// later.
func (b *bulkEditor) doBatch(ctx context.Context, tx *gorm.DB, editID string, passOver bool) (more bool, err error) {
	e, found, err := lockRunningBulkEdit(tx, editID)
	if err != nil || !found {
		return false, err
	}
	if err := bumpVersion(tx); err != nil {
		return false, err
	}
	results, err := pendingBulkResults(tx, e.ID, bulkBatch)
	if err != nil {
		return false, err
	}
	former := map[int64]bulkResult{}
	if e.UndoOf != nil {
		positions := convert.All(results, func(r bulkResult) int64 { return r.Position })
		if former, err = bulkResultsAt(tx, *e.UndoOf, positions); err != nil {
			return false, err
		}
	}
	ctx = eventbus.WithCause(ctx, eventbus.Cause{Actor: e.Actor, RequestID: e.RequestID})
	for i := range results {
		if err := b.do(ctx, tx, &e, &results[i], former[results[i].Position], passOver); err != nil {
			return false, err
		}
	}
	e.advance(results, b.Clock.Now())
	return e.Status == bulkRunning, saveBulkEdit(tx, &e)
}

// do changes one product and stores what became of it.
func (b *bulkEditor) do(
	ctx context.Context, tx *gorm.DB, e *bulkEdit, r *bulkResult, former bulkResult, passOver bool,
) error {
	done := *r
	failed, err := b.attempt(ctx, tx, r.ProductID, passOver, func(tx *gorm.DB) (err error) {
		rules, now := b.settings.Current().productRules(), b.Clock.Now()
		if e.UndoOf != nil {
			done, err = e.undo(ctx, tx, *r, former, rules, now)
		} else {
			done, err = e.change(ctx, tx, *r, rules, now)
		}
		if err != nil {
			return err
		}
		return saveBulkResult(tx, &done)
	})
	switch {
	case err != nil:
		return err
	case failed == nil:
		*r = done
		return nil
	}
	r.State, r.Fault = bulkFailed, failed
	return saveBulkResult(tx, r)
}

// change does the action to a product. It returns the faults of editProduct, ValidationFailed for
// prices that would be none, and those of requireOwnPrices.
func (e *bulkEdit) change(
	ctx context.Context, tx *gorm.DB, r bulkResult, rules productRules, now time.Time,
) (bulkResult, error) {
	if err := e.requireOwnPrices(tx, r.ProductID); err != nil {
		return r, err
	}
	var before bulkValue
	var wrong []fault.Field
	p, err := editProduct(ctx, tx, r.ProductID, httpapi.IfMatch{}, func(spec *productSpec) {
		before = e.Action.valueOf(spec)
		wanted := *spec
		if wrong = e.Action.apply(&wanted); len(wrong) == 0 {
			*spec = wanted
		}
	}, rules, now)
	if err == nil && len(wrong) > 0 {
		err = fault.Invalid(wrong...)
	}
	if err != nil {
		return r, err
	}
	spec := specOf(p)
	r.State = bulkUnchanged
	if after := e.Action.valueOf(&spec); !after.equal(before) {
		r.State, r.ValueBefore, r.ValueAfter = bulkChanged, &before, &after
	}
	return r, nil
}

// requireOwnPrices returns InvalidTransition for an action on the prices of a product that has some
// of a price plan: what the action makes of them would stay after the plan.
func (e *bulkEdit) requireOwnPrices(tx *gorm.DB, productID string) error {
	if e.Action.Kind != bulkChangePrices {
		return nil
	}
	plan, priced, err := planPricing(tx, productID)
	if err == nil && priced {
		err = fault.New(fault.InvalidTransition, "The product has prices of the price plan %q until that is over.", plan)
	}
	return err
}

// undo gives a product the value that it had before, unless it has another one by now than the
// action has left. It returns the faults of editProduct, ValidationFailed for a price below a
// wholesale price that was set since, those of requireOwnPrices, and Internal when what it had is
// not there.
func (e *bulkEdit) undo(
	ctx context.Context, tx *gorm.DB, r, former bulkResult, rules productRules, now time.Time,
) (bulkResult, error) {
	if former.ValueBefore == nil || former.ValueAfter == nil {
		return r, fault.New(fault.Internal, "What the product had before is not known any more.")
	}
	if err := e.requireOwnPrices(tx, r.ProductID); err != nil {
		return r, err
	}
	was, left := *former.ValueBefore, *former.ValueAfter
	var wrong []fault.Field
	_, err := editProduct(ctx, tx, r.ProductID, httpapi.IfMatch{}, func(spec *productSpec) {
		switch has := e.Action.valueOf(spec).among(left); {
		case has.equal(was):
			r.State = bulkUnchanged
		case has.equal(left):
			r.State, r.ValueBefore, r.ValueAfter = bulkChanged, &left, &was
			wanted := *spec
			e.Action.restore(&wanted, was)
			if wrong = checkTiers(wanted.Variants); len(wrong) == 0 {
				*spec = wanted
			}
		default:
			r.State = bulkSince
		}
	}, rules, now)
	if err == nil && len(wrong) > 0 {
		err = fault.Invalid(wrong...)
	}
	return r, err
}

// deleteOld deletes the bulk edits that ended keepBulkEdits ago, in batches.
func (b *bulkEditor) deleteOld(ctx context.Context) error {
	const batch = 10
	before := b.Clock.Now().Add(-keepBulkEdits)
	return background.InBatches(ctx, b.DB, func(tx *gorm.DB) (more bool, err error) {
		n, err := deleteBulkEdits(tx, before, batch)
		return n == batch, err
	})
}
