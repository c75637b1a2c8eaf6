package recipients

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

func subscribe(bus *eventbus.Bus) {
	// Awaited: the buyer finds the recipient in the request that follows the checkout.
	orders := eventbus.Consumer{Name: "recipients.orders", Awaited: true}
	eventbus.On(bus, orders, onOrderPlaced, eventbus.Where(isForAnother))

	erasure := eventbus.Consumer{Name: "recipients.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
}

func onOrderPlaced(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	return recordRecipient(ctx, tx, m.Event, m.Seq)
}

func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return eraseUser(ctx, tx, m.Event.UserID)
}
