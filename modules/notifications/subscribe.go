package notifications

import (
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

// subscribe says which events notify whom. Notices to the staff hold nothing personal about others,
// so that an erasure need not search their inboxes and mails.
func (n *notifier) subscribe(bus *eventbus.Bus) {
	n.copyUsers(bus)
	settings := eventbus.Consumer{Name: "notifications.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(shop.GroupProfile)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE notifications_settings SET seq = 0`))

	on(n, bus, welcome)
	on(n, bus, wholesaleApproved)
	on(n, bus, n.wholesaleRejected)
	on(n, bus, n.wholesaleQuestion)
	on(n, bus, wholesaleApplication)
	onDrafted(n, bus, pointsChanged)
	eventbus.OnBatch(bus, inboxes, notifyHandler(n, reviewHidden), eventbus.Where(isHidden))

	on(n, bus, orderPlaced, orderNew)
	on(n, bus, orderPaid, paymentReceived)
	on(n, bus, paymentFailed)
	on(n, bus, orderShipped)
	onDrafted(n, bus, orderDelivered)
	on(n, bus, itemsCancelled)
	on(n, bus, orderCancelled)
	on(n, bus, orderRefunded, refundFailed)
	on(n, bus, returnRequested, newReturn)
	on(n, bus, returnApproved, returnRejected)
	on(n, bus, returnReceived)
	onDrafted(n, bus, newWithdrawal)
	on(n, bus, paymentMismatched)
	on(n, bus, paymentDisputed)
	on(n, bus, lowStock)
	onDrafted(n, bus, refundToSend)
	on(n, bus, refundOverdue)
	onDrafted(n, bus, parcelBack)
	onDrafted(n, bus, mailFailed)
	on(n, bus, webhookFailing)
	onDrafted(n, bus, webhookDisabled)

	eventbus.On(bus, inboxes, erase)
}

// on notifies users of events: one draft of each for each audience.
func on[E eventbus.Event](n *notifier, bus *eventbus.Bus, drafts ...func(E) draft) {
	eventbus.OnBatch(bus, inboxes, notifyHandler(n, drafts...))
}

// onDrafted is on for a draft that some events do not have, whatever their personal fields say.
func onDrafted[E eventbus.Event](n *notifier, bus *eventbus.Bus, draftOf func(E) draft) {
	eventbus.OnBatch(bus, inboxes, notifyHandler(n, draftOf), eventbus.Where(func(e E) bool {
		return draftOf(e).kind != ""
	}))
}

func notifyHandler[E eventbus.Event](n *notifier, drafts ...func(E) draft) eventbus.BatchHandler[E] {
	return func(_ context.Context, tx *gorm.DB, messages []eventbus.Message[E]) error {
		var caused []causedDraft
		for _, m := range messages {
			for _, draftOf := range drafts {
				caused = append(caused, causedDraft{draftOf(m.Event), m.ID})
			}
		}
		return n.notify(tx, caused...)
	}
}

// copyUsers keeps the copy. It may be replayed: the rows stay meanwhile, so that users are notified
// of what happens before the replay is through.
func (n *notifier) copyUsers(bus *eventbus.Bus) {
	users := eventbus.Consumer{Name: "notifications.users", ReadModel: true}
	eventbus.On(bus, users, n.onAccountCreated)
	eventbus.On(bus, users, n.onEmailChanged)
	eventbus.On(bus, users, onRoleChanged)
	eventbus.On(bus, users, onRoleSaved)
	eventbus.On(bus, users, onRoleDeleted)
	eventbus.On(bus, users, onProfileChanged)
	eventbus.On(bus, users, onAccessChanged)
	eventbus.On(bus, users, onAccountErased)
	eventbus.OnReset(bus, users, eventbus.ResetSQL(resetUsers, resetRoles))
}
