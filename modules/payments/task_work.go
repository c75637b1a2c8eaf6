package payments

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/tracing"
)

// worker does the tasks, and reads what is due to be read.
type worker struct {
	Deps
	reader *reader
	tasks  taskQueue
}

// jobs do tasks and read. They look for them when one was queued in this process, and once a second
// for those of other replicas and those that are tried again.
func (w *worker) jobs() []background.Job {
	return []background.Job{
		{Name: "call the card provider", Every: time.Second, Wake: w.tasks.wake, Do: doAll(w, claimTasks, w.do)},
		{Name: "read the card provider", Every: time.Second, Wake: w.tasks.readings, Do: doAll(w, claimReadings, w.read)},
	}
}

// doAll makes a job that claims what is due and does it, a batch at a time, until nothing is due.
func doAll[T any](
	w *worker, claim func(context.Context, *gorm.DB, time.Time) ([]T, error), do func(context.Context, T),
) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			claimed, err := claim(ctx, w.DB, w.Clock.Now())
			if err != nil || len(claimed) == 0 {
				return err
			}
			var all sync.WaitGroup
			for _, c := range claimed {
				all.Go(func() { do(ctx, c) })
			}
			all.Wait()
		}
		return nil
	}
}

// callResult is the answer of the provider to a task.
type callResult struct {
	began    time.Time
	intent   createdIntent
	answer   *intentAnswer // to the end of an intent: what has become of it
	asked    int64         // the Asked of its reading before that was read
	refund   refundUpdate
	ofRefund string // the intent that it was sent back from
}

// do makes the task's call and saves the outcome. When that fails, the claim ends and the call is
// made again, with the same idempotency key.
func (w *worker) do(ctx context.Context, t task) {
	ctx, span := w.Tracer.StartWithParent(ctx, tracing.Consumer, "payment "+string(t.Kind), t.Trace)
	result, err := w.call(ctx, t)
	defer func() { span.End(err) }()
	if ctx.Err() != nil {
		return
	}
	now := w.Clock.Now()
	t.finish(err, errors.Is(err, errRefused), now)
	t.disputed = t.Status == taskQueued && errors.Is(err, errDisputed)
	if err != nil {
		w.Log.Warn("the card provider did not do a task", zap.String("kind", string(t.Kind)), zap.String("order", t.OrderID),
			zap.String("status", string(t.Status)), zap.Error(err))
	}
	err = database.InTx(ctx, w.DB, func(tx *gorm.DB) error {
		// First the intent, as wherever a task is added.
		if _, _, err := lockIntent(tx, t.OrderID); err != nil {
			return err
		}
		if saved, err := saveClaimed(tx, t); err != nil || !saved {
			return err
		}
		return w.applyResult(ctx, tx, t, result, now)
	})
	if err != nil && ctx.Err() == nil {
		w.Log.Warn("the outcome of a task of payments could not be recorded", zap.String("task", t.ID), zap.Error(err))
	}
}
