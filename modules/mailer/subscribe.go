package mailer

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

func (m *mailer) subscribe(bus *eventbus.Bus) {
	settings := eventbus.Consumer{Name: "mailer.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(shop.GroupProfile, shop.GroupMail)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE mailer_settings SET seq = 0`))

	emails := eventbus.Consumer{Name: "mailer.letters", MayLag: true}
	eventbus.OnBatch(bus, emails, enqueueHandler(m, registrationCode))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, accountExists))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, registerAgain))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, passwordCode))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, passwordCodeRefused))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, passwordChanged), whereDrafted(passwordChanged))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, emailCode))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, emailChanged))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, staffInvitation))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, secondFactorChanged), whereDrafted(secondFactorChanged))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, staffAlert), whereDrafted(staffAlert))

	eventbus.OnBatch(bus, emails, enqueueHandler(m, m.applicationReceived))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, m.applicationQuestion))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, m.applicationRejected))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, applicationApproved))

	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderLookup))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderLookupRefused))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderPlaced))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderPaid), whereDrafted(orderPaid))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderShipped))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderDelivered), whereDrafted(orderDelivered))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderCancelled))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, orderRefunded), whereDrafted(orderRefunded))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, itemsCancelled))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, returnRequested), whereDrafted(returnRequested))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, returnDecided), whereDrafted(returnDecided))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, returnReceived))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, m.withdrawalReceived))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, withdrawalContested))
	eventbus.OnBatch(bus, emails, enqueueHandler(m, documentIssued), whereDrafted(documentIssued))

	erasure := eventbus.Consumer{Name: "mailer.erasure"}
	eventbus.On(bus, erasure, func(_ context.Context, tx *gorm.DB, msg eventbus.Message[identity.AccountErased]) error {
		return erase(tx, msg.Event)
	})
	eventbus.On(bus, erasure, func(_ context.Context, tx *gorm.DB, msg eventbus.Message[ordering.GuestErased]) error {
		return eraseGuest(tx, msg.Event)
	})
}

// whereDrafted is for a draft that some events do not have, whatever their personal fields say.
func whereDrafted[E eventbus.Event](draftOf func(E) draft) eventbus.SubscriptionOption[E] {
	return eventbus.Where(func(e E) bool { return draftOf(e).Kind != "" })
}
