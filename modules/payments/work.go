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
)

// work does tasks until ctx ends. It looks when one was queued here, and once a second for those of other replicas and those
// that come again.
func (s *service) work(ctx context.Context) error {
	return periodic.Run(ctx, s.Log, periodic.Job{Name: "call the card provider", Every: time.Second, Wake: s.queued, Do: s.doDue})
}

// doDue does the tasks that are due, some at a time, until there are none.
func (s *service) doDue(ctx context.Context) error {
	for ctx.Err() == nil {
		tasks, err := s.claim(ctx)
		if err != nil || len(tasks) == 0 {
			return err
		}
		var all sync.WaitGroup
		for _, t := range tasks {
			all.Go(func() { s.do(ctx, t) })
		}
		all.Wait()
	}
	return nil
}

// outcome is what the provider answered to a task.
type outcome struct {
	made *madeIntent
	back *refundReport
}

// do makes the task's call and records what came of it. When the record fails, the claim runs out and the call is made again,
// with the same key.
func (s *service) do(ctx context.Context, t task) {
	mine := *t.Claim
	ctx, span := s.Tracer.StartWithParent(ctx, tracing.Consumer, "payment "+t.Kind, t.Trace)
	got, err := s.call(ctx, t)
	defer func() { span.End(err) }()
	if ctx.Err() != nil {
		return
	}
	t.finish(err, errors.Is(err, errRefused), s.Clock.Now())
	if err != nil {
		s.Log.Warn("the card provider did not do a task", zap.String("kind", t.Kind), zap.String("order", t.OrderID), zap.String("status", t.Status), zap.Error(err))
	}
	err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		kept := tx.Model(&task{}).Where("id = ? AND claim = ?", t.ID, mine).Select("Status", "DueAt", "Claim", "LastError").Updates(&t)
		if kept.Error != nil || kept.RowsAffected == 0 {
			return kept.Error // another worker's, after the claim ran out
		}
		return s.apply(ctx, tx, t, got)
	})
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("the outcome of a task of payments could not be recorded", zap.String("task", t.ID), zap.Error(err))
	}
}

// call asks the provider for what the task wants.
func (s *service) call(ctx context.Context, t task) (got outcome, err error) {
	db := s.DB.WithContext(ctx)
	var i intent
	if err := db.Where("order_id = ?", t.OrderID).Limit(1).Find(&i).Error; err != nil {
		return got, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	switch {
	case t.Kind == taskIntent:
		made, err := s.provider.createIntent(ctx, t.ID, t.OrderID, i.Amount)
		return outcome{made: &made}, err
	case t.Kind == taskCancel && i.ProviderID != nil:
		return got, s.provider.cancelIntent(ctx, t.ID, *i.ProviderID)
	case t.Kind == taskRefund && i.ProviderID == nil:
		return got, fmt.Errorf("%w: the order has no payment at the provider", errRefused)
	case t.Kind == taskRefund:
		var r refund
		if err := db.Where("refund_id = ?", t.SubjectID).Take(&r).Error; err != nil {
			return got, err
		}
		back, err := s.provider.refund(ctx, t.ID, *i.ProviderID, r.RefundID, r.Amount)
		return outcome{back: &back}, err
	}
	return got, nil
}

// apply makes the outcome of a task that is done or has failed true here, and announces it.
func (s *service) apply(ctx context.Context, tx *gorm.DB, t task, got outcome) error {
	if t.Status == queued || t.Kind == taskCancel && t.Status == failed {
		return nil
	}
	if t.Kind == taskRefund {
		if t.Status == failed {
			return settleRefund(ctx, tx, refundReport{RefundID: t.SubjectID, Status: failed, Reason: *t.LastError})
		}
		return settleRefund(ctx, tx, refundReport{ID: got.back.ID, RefundID: t.SubjectID, Status: got.back.Status, Reason: got.back.Reason})
	}
	i, found, err := lockIntent(tx, t.OrderID)
	switch {
	case err != nil || !found:
		return err
	case t.Kind == taskCancel:
		return i.settle(ctx, tx, cancelled, s.Clock.Now())
	case t.Status == failed:
		return i.settle(ctx, tx, failed, s.Clock.Now())
	}
	return i.opened(tx, *got.made)
}
