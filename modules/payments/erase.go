package payments

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// onAccountErased removes the user from the orders and intents. Nothing else in them is personal.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := removeUser(tx, m.Event.UserID); err != nil {
		return err
	}
	return httpapi.EraseStoredResponses(tx, m.Event.UserID)
}
