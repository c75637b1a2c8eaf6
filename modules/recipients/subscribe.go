package recipients

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

func subscribe(bus *eventbus.Bus) {
	// Awaited: the buyer finds the recipient in the request that follows the checkout.
	orders := eventbus.Consumer{Name: "recipients.orders", Awaited: true}
	eventbus.On(bus, orders, onOrderPlaced)

	erasure := eventbus.Consumer{Name: "recipients.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
}

func onOrderPlaced(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	return recordRecipient(ctx, tx, m.Event, m.Seq)
}

// onAccountErased deletes the recipients of an erased user. An order that is recorded at the same
// time is either deleted here, or finds the tombstone. What recording it published after identity's
// erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &owner{UserID: userID, Erased: true}); err != nil {
		return err
	}
	if err := deleteAllOf(tx, userID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
