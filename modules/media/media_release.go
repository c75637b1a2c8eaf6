package media

import (
	"context"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// onMediaReleased lets the bytes of a picture be removed that no product can name any more.
func (l *library) onMediaReleased(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.MediaReleased]) error {
	database.AfterCommit(tx, l.removals.Send)
	_, err := changeStatus(tx, m.Event.MediaID, mediaDeleting, mediaRemoving, l.Clock.Now(), nil)
	return err
}

// onMediaKept makes a picture `ready` again that something names. The time without a use begins
// anew: the event that says what names it may come later than this one.
func (l *library) onMediaKept(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.MediaKept]) error {
	now := l.Clock.Now()
	if _, err := changeStatus(tx, m.Event.MediaID, mediaDeleting, mediaReady, now,
		map[string]any{"unused_since": now}); err != nil {
		return err
	}
	return l.setUnused(tx, []string{m.Event.MediaID})
}
