package recipients

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/recipients/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// deleteRecipient deletes a recipient of the user and publishes it. It returns fault.NotFound.
func deleteRecipient(ctx context.Context, tx *gorm.DB, userID, recipientID string) error {
	if !id.Valid(recipientID) {
		return fault.Missing()
	}
	if _, err := lockOwner(tx, userID); err != nil {
		return err
	}
	if found, err := deleteRow(tx, userID, recipientID); err != nil {
		return err
	} else if !found {
		return fault.Missing()
	}
	return eventbus.Publish(ctx, tx, events.RecipientDeleted{RecipientID: recipientID, UserID: userID})
}
