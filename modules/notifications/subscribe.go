package notifications

import "orderd/platform/eventbus"

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
