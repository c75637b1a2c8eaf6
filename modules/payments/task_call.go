package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// errNotEnded is the error of the end of an intent that could be paid all the same: it is tried
// again.
var errNotEnded = errors.New("the payment could not be ended")

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
// before, or its money may be on its way. Then it can't be ended, and when the money does not come,
// endUnwanted has it ended if need be. One that could still be paid returns errNotEnded. Each
// attempt has a key of its own, because the provider repeats a refusal for the same key.
func (w *worker) endIntent(ctx context.Context, p provider, t task, intentID string) (result callResult, err error) {
	if err := p.cancelIntent(ctx, fmt.Sprintf("%s-%d", t.ID, t.Attempts), intentID); err != nil {
		return result, err
	}
	before, err := readingOf(w.DB.WithContext(ctx), intentID)
	if err != nil {
		return result, err
	}
	result.asked, result.began = before.Asked, w.Clock.Now()
	answer, err := p.readIntent(ctx, intentID)
	if err == nil && !answer.final() && answer.Status != intentProcessing {
		err = errNotEnded
	}
	result.answer = &answer
	return result, err
}

// sendRefund sends money back from the intent that has it. What had gone back at the provider
// before is settled, not failed. While a dispute of the payment is open it returns errDisputed: the
// refund waits for what the bank decides. When that is lost, the provider has refused it.
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
	if errors.Is(err, errDisputed) && paid.DisputeStatus != nil && *paid.DisputeStatus == disputeLost {
		err = fmt.Errorf("%w: %w", errRefused, err)
	}
	return result, err
}

// applyResult applies the result of a task that is done or has failed to its intent or refund, and
// publishes it. An intent that could not be ended stays as it is.
func (w *worker) applyResult(ctx context.Context, tx *gorm.DB, t task, result callResult, now time.Time) error {
	switch {
	case t.Status == taskQueued && t.disputed:
		return w.waitForDispute(tx, t, result.ofRefund, now)
	case t.Status == taskQueued, t.Kind == taskCancelIntent && t.Status == taskFailed:
		return nil
	case t.Kind == taskRefund:
		return w.applyRefund(ctx, tx, t, result, now)
	case result.answer != nil:
		return w.reader.settle(ctx, tx, t.OrderID, *result.answer, result.asked, result.began, now)
	}
	i, found, err := lockIntent(tx, t.OrderID)
	switch {
	case err != nil || !found || !t.current(i):
		return err
	case t.Kind == taskCancelIntent:
		return settleIntent(ctx, tx, i, intentCancelled, "")
	case t.Status == taskFailed:
		return settleIntent(ctx, tx, i, intentFailed, "")
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

// waitForDispute makes a refund begin anew when the dispute of its payment is decided, which a
// reading finds out: at once when it does not know of the dispute yet. One that was decided during
// the call is tried again soon.
func (w *worker) waitForDispute(tx *gorm.DB, t task, intentID string, now time.Time) error {
	r, err := readingOf(tx, intentID)
	if err != nil {
		return err
	}
	pause, read := disputePause, now
	if r.DisputeStatus != nil && *r.DisputeStatus == disputeOpen {
		read = now.Add(disputePause)
	} else if r.DisputeStatus != nil {
		pause = retryPauses.After(t.Attempts)
	}
	if err := renewTask(tx, t, now.Add(pause)); err != nil {
		return err
	}
	return advanceReading(tx, intentID, read)
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
