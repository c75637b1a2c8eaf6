package recipients

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

func subscribe(bus *eventbus.Bus) {
	// Who checked out for somebody finds them in the next request.
	orders := eventbus.Consumer{Name: "recipients.orders", Awaited: true}
	eventbus.On(bus, orders, remember)

	erasure := eventbus.Consumer{Name: "recipients.erasure"}
	eventbus.On(bus, erasure, erase)
}

// erase deletes the recipients of an erased user. An order that was being remembered meanwhile has either been so before, or finds the
// tombstone; what it announced after identity's erasure is erased here once more.
func erase(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &owner{UserID: userID, Erased: true}); err != nil {
		return err
	}
	for _, held := range []any{&recipient{}, &countedOrder{}} {
		if err := ofUser(tx, userID).Delete(held).Error; err != nil {
			return err
		}
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
