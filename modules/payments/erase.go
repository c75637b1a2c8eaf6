package payments

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// onAccountErased removes the user from the orders and intents. Nothing else in them is personal.
// What a request that was under way answered after identity's erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := removeUser(tx, m.Event.UserID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, m.Event.UserID)
}
