package payments

import (
	"context"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// refresh brings what is known of an unpaid intent up to date for the buyer, who has come to pay:
// it reads the provider when the last answer is old, and has another intent made for one that has
// ended, unless so much, or so little, can't be paid through the provider. Without an answer the
// secret is withheld: it may be dead.
func (d *reader) refresh(ctx context.Context, tasks taskQueue, o order, i intent) (intent, error) {
	if i.ProviderID != nil {
		if err := d.readStale(ctx, i); err != nil {
			d.Log.Warn("the card provider did not answer while a buyer waited", zap.String("order", o.OrderID), zap.Error(err))
			i.BuyerSecret = nil
			return i, nil
		}
	}
	i, err := intentOf(d.DB.WithContext(ctx), o.OrderID)
	if err != nil || !i.renewable(o, d.Clock.Now()) || !o.takenBy(d.Config.CardProvider) {
		return i, err
	}
	err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		if _, _, err := lockIntent(tx, o.OrderID); err != nil {
			return err
		}
		// While the provider was read, the order may have come to ask for less, or for nothing.
		now, err := orderOf(tx, o.OrderID)
		if err == nil && now.takenBy(d.Config.CardProvider) {
			i, err = renewIntent(tx, tasks, now, d.Clock.Now())
		}
		return err
	})
	return i, err
}

// readStale reads the intent, unless the last answer is new enough.
func (d *reader) readStale(ctx context.Context, i intent) error {
	r, err := readingOf(d.DB.WithContext(ctx), *i.ProviderID)
	if err != nil || r.fresh(d.Clock.Now()) {
		return err
	}
	r.ProviderID, r.Provider, r.OrderID = *i.ProviderID, i.Provider, i.OrderID
	_, err, _ = d.buyers.Do(r.ProviderID, func() (any, error) {
		return nil, d.read(context.WithoutCancel(ctx), r, buyerPatience)
	})
	return err
}
