package payments

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/singleflight"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// read reads an intent and applies the answer. Without one it is read again after a while.
func (w *worker) read(ctx context.Context, r reading) {
	failure := w.reader.read(ctx, r, callTimeout)
	if failure == nil || ctx.Err() != nil {
		return
	}
	w.Log.Warn("the card provider could not be read", zap.String("order", r.OrderID), zap.String("intent", r.ProviderID),
		zap.Error(failure))
	due := w.Clock.Now().Add(retryPauses.After(r.Failures + 1))
	if next := w.reader.schedule.next(r.Status, r.Unchanged+r.Failures, w.Clock.Now()); errors.Is(failure, errRefused) &&
		next != nil {
		due = *next // what the provider does not know, it does not know in a minute either
	}
	err := database.InTx(ctx, w.DB, func(tx *gorm.DB) error { return saveUnanswered(tx, r, failure.Error(), due) })
	if err != nil && ctx.Err() == nil {
		w.Log.Warn("a failed reading of the card provider could not be recorded", zap.String("intent", r.ProviderID),
			zap.Error(err))
	}
}

// reader reads intents at the provider, outside any transaction, and applies the answers.
type reader struct {
	settler
	Deps
	providers providers
	buyers    singleflight.Group // readings for buyers who wait, by the id at the provider
}

// read reads the intent within a time and applies the answer in a transaction of its own.
func (d *reader) read(ctx context.Context, r reading, within time.Duration) error {
	began := d.Clock.Now()
	answer, err := d.call(ctx, r, within)
	if err != nil {
		return err
	}
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		return d.settle(ctx, tx, r.OrderID, answer, r.Asked, began, d.Clock.Now())
	})
}

func (d *reader) call(ctx context.Context, r reading, within time.Duration) (intentAnswer, error) {
	p, err := d.providers.named(r.Provider)
	if err != nil {
		return intentAnswer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return p.readIntent(ctx, r.ProviderID)
}
