package notifications

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// subscribe says which events notify whom. Texts for admins hold nothing personal about others, so
// that an erasure need not search the inboxes of admins.
func (n *notifier) subscribe(bus *eventbus.Bus) {
	n.copyUsers(bus)

	on(n, bus, welcome)
	on(n, bus, wholesaleApproved)
	on(n, bus, n.wholesaleRejected)
	on(n, bus, n.wholesaleQuestion)
	on(n, bus, wholesaleApplication)
	on(n, bus, pointsChanged)
	on(n, bus, reviewHidden)

	on(n, bus, orderPlaced)
	on(n, bus, orderPaid)
	on(n, bus, paymentFailed)
	on(n, bus, orderShipped)
	on(n, bus, orderDelivered)
	on(n, bus, orderCancelled)
	on(n, bus, orderRefunded, refundFailed)
	on(n, bus, returnRequested, newReturn)
	on(n, bus, returnApproved, returnRejected)
	on(n, bus, returnReceived)
	on(n, bus, paymentMismatched)
	on(n, bus, lowStock)

	eventbus.On(bus, inboxes, erase)
}

// on notifies users of an event: one draft for each audience.
func on[E eventbus.Event](n *notifier, bus *eventbus.Bus, drafts ...func(E) draft) {
	eventbus.On(bus, inboxes, func(_ context.Context, tx *gorm.DB, m eventbus.Message[E]) error {
		for _, draftOf := range drafts {
			if err := n.notify(tx, m.ID, draftOf(m.Event)); err != nil {
				return err
			}
		}
		return nil
	})
}

// copyUsers keeps the copy. It may be replayed: the rows stay meanwhile, so that users are notified
// of what happens before the replay is through.
func (n *notifier) copyUsers(bus *eventbus.Bus) {
	users := eventbus.Consumer{Name: "notifications.users", ReadModel: true}
	eventbus.On(bus, users, n.onAccountCreated)
	eventbus.On(bus, users, onRoleChanged)
	eventbus.On(bus, users, onProfileChanged)
	eventbus.On(bus, users, onAccessChanged)
	eventbus.On(bus, users, onAccountErased)
	eventbus.OnReset(bus, users, eventbus.ResetSQL(resetUsers))
}
