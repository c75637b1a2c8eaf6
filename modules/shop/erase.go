package shop

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// eraseUser removes the name of a user who has saved settings.
func eraseUser(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return forgetUser(tx, m.Event.UserID)
}
