package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// errProcessing is the error of the end of an intent that is being paid: it is tried again.
var errProcessing = errors.New("the payment is being processed")

// call calls the provider. A task of an intent that was replaced, and the end of one that the
// provider does not have, need no call.
func (w *worker) call(ctx context.Context, t task) (result callResult, err error) {
	i, err := intentOf(w.DB.WithContext(ctx), t.OrderID)
	if err != nil {
		return result, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	result.began = w.Clock.Now()
	switch {
	case t.Kind == taskRefund:
		return w.sendRefund(ctx, t, i)
	case !t.current(i), t.Kind == taskCancelIntent && i.ProviderID == nil:
		return result, nil
	}
	p, err := w.reader.providers.named(i.Provider)
	if err != nil {
		return result, err
	}
	if t.Kind == taskCancelIntent {
		return w.endIntent(ctx, p, t, *i.ProviderID)
	}
	result.intent, err = p.createIntent(ctx, t.ID, t.OrderID, i.Amount)
	return result, err
}

// endIntent ends the intent at the provider and reads what has become of it: it may have been paid
// before. One that is being processed returns errProcessing. Each attempt has a key of its own,
// because the provider repeats a refusal for the same key.
func (w *worker) endIntent(ctx context.Context, p provider, t task, intentID string) (result callResult, err error) {
	if err := p.cancelIntent(ctx, fmt.Sprintf("%s-%d", t.ID, t.Attempts), intentID); err != nil {
		return result, err
	}
	result.began = w.Clock.Now()
	answer, err := p.readIntent(ctx, intentID)
	if err == nil && !answer.final() {
		err = errProcessing
	}
	result.answer = &answer
	return result, err
}

// sendRefund sends money back from the intent that has it. What had gone back at the provider
// before is settled, not failed.
func (w *worker) sendRefund(ctx context.Context, t task, i intent) (result callResult, err error) {
	db := w.DB.WithContext(ctx)
	paid, err := paidReadingOf(db, t.OrderID)
	if err != nil {
		return result, err
	}
	if paid.ProviderID == "" {
		if i.ProviderID == nil {
			return result, fmt.Errorf("%w: the order has no payment at the provider", errRefused)
		}
		paid.Provider, paid.ProviderID = i.Provider, *i.ProviderID
	}
	result.ofRefund = paid.ProviderID
	r, err := refundOfTask(db, t)
	if err != nil {
		return result, err
	}
	p, err := w.reader.providers.named(paid.Provider)
	if err != nil {
		return result, err
	}
	result.refund, err = p.refund(ctx, t.ID, paid.ProviderID, r.RefundID, r.Amount)
	if errors.Is(err, errAlreadyRefunded) {
		result.refund, err = refundUpdate{Status: refundSucceeded, byHand: true}, nil
	}
	return result, err
}

// applyResult applies the result of a task that is done or has failed to its intent or refund, and
// publishes it. An intent that could not be ended stays as it is.
func (w *worker) applyResult(ctx context.Context, tx *gorm.DB, t task, result callResult, now time.Time) error {
	switch {
	case t.Status == taskQueued, t.Kind == taskCancelIntent && t.Status == taskFailed:
		return nil
	case t.Kind == taskRefund:
		return w.applyRefund(ctx, tx, t, result, now)
	case result.answer != nil:
		r, err := readingOf(tx, result.answer.ID)
		if err != nil {
			return err
		}
		return w.reader.settle(ctx, tx, t.OrderID, *result.answer, r.Asked, result.began, now)
	}
	i, found, err := lockIntent(tx, t.OrderID)
	switch {
	case err != nil || !found || !t.current(i):
		return err
	case t.Kind == taskCancelIntent:
		return settleIntent(ctx, tx, i, intentCancelled)
	case t.Status == taskFailed:
		return settleIntent(ctx, tx, i, intentFailed)
	}
	i.markOpen(result.intent)
	if err := saveIntent(tx, &i); err != nil {
		return err
	}
	return insertReading(tx, reading{
		Provider: i.Provider, ProviderID: *i.ProviderID, OrderID: i.OrderID, Status: intentOpen, ReadAt: &result.began,
		DueAt: w.reader.schedule.next(intentOpen, 0, now),
	})
}

// applyRefund applies the result of a refund, and has its intent read soon: it may be pending, and
// the event about its end may be lost.
func (w *worker) applyRefund(ctx context.Context, tx *gorm.DB, t task, result callResult, now time.Time) error {
	if t.Status == taskFailed {
		result.refund = refundUpdate{Status: refundFailed, Reason: *t.LastError}
	}
	result.refund.RefundID = t.SubjectID
	if _, err := settleRefund(ctx, tx, result.refund); err != nil {
		return err
	}
	due := w.reader.schedule.next(intentSucceeded, 0, now)
	if t.Status == taskFailed || result.refund.byHand {
		due = &now
	}
	return advanceReading(tx, result.ofRefund, *due)
}
