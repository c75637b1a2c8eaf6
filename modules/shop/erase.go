package shop

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// eraseUser removes the name of a user who has saved settings or published pages.
func eraseUser(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := forgetUser(tx, m.Event.UserID); err != nil {
		return err
	}
	return forgetPublisher(tx, m.Event.UserID)
}
