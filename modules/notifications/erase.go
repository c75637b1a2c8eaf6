package notifications

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// erase empties the inbox of an erased user and closes it for good: later notifications are
// dropped.
func erase(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := lockInboxes(tx); err != nil {
		return err
	}
	if err := closeInbox(tx, m.Event.UserID); err != nil {
		return err
	}
	if err := deleteNotices(tx, m.Event.UserID); err != nil {
		return err
	}
	if err := tx.Where("user_id = ?", m.Event.UserID).Delete(&streamTicket{}).Error; err != nil {
		return err
	}
	return tx.Where("user_id = ?", m.Event.UserID).Delete(&notification{}).Error
}
