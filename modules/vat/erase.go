package vat

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// onAccountErased deletes the VAT id of an erased user, and the evidence. What is given at the same
// time is either deleted here, or finds the tombstone, and an answer that comes later finds no id.
// What was published and answered after identity's erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &user{UserID: userID, Erased: true}); err != nil {
		return err
	}
	if _, err := deleteID(tx, userID); err != nil {
		return err
	}
	if err := deleteChecksOf(tx, userID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
