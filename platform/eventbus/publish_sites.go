package eventbus

import (
	"context"

	"gorm.io/gorm"
)

// PublishToSites is Publish for events that only other databases need. Without an outbox it does
// nothing, at no cost.
func PublishToSites(ctx context.Context, tx *gorm.DB, events ...Event) error {
	if b := busOf(tx); b == nil || b.outbox == nil {
		return nil
	}
	return Publish(ctx, tx, events...)
}
