package payments

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
	"orderd/platform/tracing"
	"orderd/platform/wakeup"
)

// worker does the tasks.
type worker struct {
	Deps
	provider provider
	wake     wakeup.Signal
}

// run does tasks until ctx ends. It looks for them when one was queued in this process, and once a
// second for those of other replicas and those that are tried again.
func (w *worker) run(ctx context.Context) error {
	return periodic.Run(ctx, w.Log, periodic.Job{Name: "call the card provider", Every: time.Second, Wake: w.wake, Do: w.doDue})
}

// doDue does the tasks that are due, a batch at a time, until there are none.
func (w *worker) doDue(ctx context.Context) error {
	for ctx.Err() == nil {
		tasks, err := claimTasks(ctx, w.DB, w.Clock.Now())
		if err != nil || len(tasks) == 0 {
			return err
		}
		var all sync.WaitGroup
		for _, t := range tasks {
			all.Go(func() { w.do(ctx, t) })
		}
		all.Wait()
	}
	return nil
}

// callResult is the answer of the provider to a task.
type callResult struct {
	intent createdIntent
	refund refundUpdate
}

// do makes the task's call and saves the outcome. When that fails, the claim ends and the call is
// made again, with the same idempotency key.
func (w *worker) do(ctx context.Context, t task) {
	claim := *t.Claim
	ctx, span := w.Tracer.StartWithParent(ctx, tracing.Consumer, "payment "+string(t.Kind), t.Trace)
	result, err := w.call(ctx, t)
	defer func() { span.End(err) }()
	if ctx.Err() != nil {
		return
	}
	now := w.Clock.Now()
	t.finish(err, errors.Is(err, errRefused), now)
	if err != nil {
		w.Log.Warn("the card provider did not do a task", zap.String("kind", string(t.Kind)), zap.String("order", t.OrderID),
			zap.String("status", string(t.Status)), zap.Error(err))
	}
	err = database.InTx(ctx, w.DB, func(tx *gorm.DB) error {
		if saved, err := saveOutcome(tx, t, claim); err != nil || !saved {
			return err
		}
		return applyResult(ctx, tx, t, result, now)
	})
	if err != nil && ctx.Err() == nil {
		w.Log.Warn("the outcome of a task of payments could not be recorded", zap.String("task", t.ID), zap.Error(err))
	}
}

// call calls the provider. Cancelling an intent that the provider does not have needs no call.
func (w *worker) call(ctx context.Context, t task) (result callResult, err error) {
	db := w.DB.WithContext(ctx)
	i, err := intentOf(db, t.OrderID)
	if err != nil {
		return result, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	switch {
	case t.Kind == taskCreateIntent:
		result.intent, err = w.provider.createIntent(ctx, t.ID, t.OrderID, i.Amount)
		return result, err
	case t.Kind == taskCancelIntent && i.ProviderID != nil:
		return result, w.provider.cancelIntent(ctx, t.ID, *i.ProviderID)
	case t.Kind == taskRefund && i.ProviderID == nil:
		return result, fmt.Errorf("%w: the order has no payment at the provider", errRefused)
	case t.Kind == taskRefund:
		r, err := refundOfTask(db, t)
		if err != nil {
			return result, err
		}
		result.refund, err = w.provider.refund(ctx, t.ID, *i.ProviderID, r.RefundID, r.Amount)
		return result, err
	}
	return result, nil
}

// applyResult applies the result of a task that is done or has failed to its intent or refund, and
// publishes it. An intent that could not be cancelled stays as it is.
func applyResult(ctx context.Context, tx *gorm.DB, t task, result callResult, now time.Time) error {
	switch {
	case t.Status == taskQueued, t.Kind == taskCancelIntent && t.Status == taskFailed:
		return nil
	case t.Kind == taskRefund && t.Status == taskFailed:
		return settleRefund(ctx, tx, refundUpdate{RefundID: t.SubjectID, Status: refundFailed, Reason: *t.LastError})
	case t.Kind == taskRefund:
		result.refund.RefundID = t.SubjectID
		return settleRefund(ctx, tx, result.refund)
	}
	i, found, err := lockIntent(tx, t.OrderID)
	switch {
	case err != nil || !found:
		return err
	case t.Kind == taskCancelIntent:
		return settleIntent(ctx, tx, i, intentCancelled, now)
	case t.Status == taskFailed:
		return settleIntent(ctx, tx, i, intentFailed, now)
	}
	i.markOpen(result.intent)
	return tx.Save(&i).Error
}
