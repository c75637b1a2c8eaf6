package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// providerEvent is a webhook that was applied.
type providerEvent struct {
	EventID    string `gorm:"primaryKey"`
	Kind       string
	ReceivedAt time.Time
}

func (providerEvent) TableName() string { return "payments_provider_events" }

// applyWebhook applies the content of a webhook to the intent or refund that it is about, once by
// its event id.
func applyWebhook(ctx context.Context, tx *gorm.DB, w webhookEvent, now time.Time) error {
	first, err := insertProviderEvent(tx, providerEvent{EventID: w.EventID, Kind: w.Kind, ReceivedAt: now})
	if err != nil || !first {
		return err
	}
	ctx = eventbus.WithActor(ctx, eventbus.ActorSystem)
	switch {
	case w.Intent != nil:
		return updateIntent(ctx, tx, *w.Intent, now)
	case w.Refund != nil:
		return settleRefund(ctx, tx, *w.Refund)
	}
	return nil
}
