package media

import (
	"context"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// onCatalogReleased asks shop for a picture that no product can name any more. A release that is no
// answer to a deletion does nothing.
func onCatalogReleased(ctx context.Context, tx *gorm.DB, m eventbus.Message[catalog.MediaReleased]) error {
	deleting, err := isDeleting(tx, m.Event.MediaID)
	if err != nil || !deleting {
		return err
	}
	return eventbus.Publish(ctx, tx, events.ReleaseRequested{MediaID: m.Event.MediaID})
}

// onShopReleased lets the bytes of a picture be removed that nothing can name any more.
func (l *library) onShopReleased(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.MediaReleased]) error {
	database.AfterCommit(tx, l.removals.Send)
	_, err := changeStatus(tx, m.Event.MediaID, mediaDeleting, mediaRemoving, l.Clock.Now(), nil)
	return err
}

func (l *library) onCatalogKept(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.MediaKept]) error {
	return l.keep(tx, m.Event.MediaID)
}

func (l *library) onShopKept(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.MediaKept]) error {
	return l.keep(tx, m.Event.MediaID)
}

// keep makes a picture `ready` again that something names. The time without a use begins anew: the
// event that says what names it may come later than this one.
func (l *library) keep(tx *gorm.DB, mediaID string) error {
	now := l.Clock.Now()
	_, err := changeStatus(tx, mediaID, mediaDeleting, mediaReady, now, map[string]any{"unused_since": now})
	if err != nil {
		return err
	}
	return l.setUnused(tx, []string{mediaID})
}
