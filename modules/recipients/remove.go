package recipients

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/recipients/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// remove deletes a recipient of the user and announces it. It returns fault.Missing.
func remove(ctx context.Context, tx *gorm.DB, userID, recipientID string) error {
	if !id.Valid(recipientID) {
		return fault.Missing()
	}
	if _, err := lockOwner(tx, userID); err != nil {
		return err
	}
	done := ofUser(tx, userID).Where("id = ?", recipientID).Delete(&recipient{})
	if done.Error != nil {
		return done.Error
	}
	if done.RowsAffected == 0 {
		return fault.Missing()
	}
	return eventbus.Publish(ctx, tx, events.RecipientDeleted{RecipientID: recipientID, UserID: userID})
}
