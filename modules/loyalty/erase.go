package loyalty

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// eraseMember deletes all rows of an erased user and leaves a tombstone, which a request or an
// event that is handled at the same time finds. What such a request published and answered after
// identity's erasure is erased once more.
func eraseMember(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &member{UserID: userID, Erased: true}); err != nil {
		return err
	}
	if err := deleteAllOf(tx, userID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
