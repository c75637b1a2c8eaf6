package mailer

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

func (m *mailer) subscribe(bus *eventbus.Bus) {
	emails := eventbus.Consumer{Name: "mailer.letters"}
	eventbus.On(bus, emails, enqueueHandler(m, registrationCode))
	eventbus.On(bus, emails, enqueueHandler(m, accountExists))
	eventbus.On(bus, emails, enqueueHandler(m, registerAgain))
	eventbus.On(bus, emails, enqueueHandler(m, passwordCode))
	eventbus.On(bus, emails, enqueueHandler(m, passwordCodeRefused))
	eventbus.On(bus, emails, enqueueHandler(m, passwordChanged))

	eventbus.On(bus, emails, enqueueHandler(m, m.applicationReceived))
	eventbus.On(bus, emails, enqueueHandler(m, m.applicationQuestion))
	eventbus.On(bus, emails, enqueueHandler(m, m.applicationRejected))
	eventbus.On(bus, emails, enqueueHandler(m, applicationApproved))

	eventbus.On(bus, emails, enqueueHandler(m, orderPlaced))
	eventbus.On(bus, emails, enqueueHandler(m, orderPaid))
	eventbus.On(bus, emails, enqueueHandler(m, orderShipped))
	eventbus.On(bus, emails, enqueueHandler(m, orderDelivered))
	eventbus.On(bus, emails, enqueueHandler(m, orderCancelled))
	eventbus.On(bus, emails, enqueueHandler(m, orderRefunded))
	eventbus.On(bus, emails, enqueueHandler(m, returnRequested))
	eventbus.On(bus, emails, enqueueHandler(m, returnDecided))
	eventbus.On(bus, emails, enqueueHandler(m, returnReceived))

	erasure := eventbus.Consumer{Name: "mailer.erasure"}
	eventbus.On(bus, erasure, func(_ context.Context, tx *gorm.DB, msg eventbus.Message[identity.AccountErased]) error {
		return erase(tx, msg.Event)
	})
}
