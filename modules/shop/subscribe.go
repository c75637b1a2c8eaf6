package shop

import "orderd/platform/eventbus"

func subscribe(bus *eventbus.Bus) {
	eventbus.On(bus, eventbus.Consumer{Name: "shop.shipping_methods", ReadModel: true}, onShippingMethodSaved)

	// No read model: it changes the module's own rows.
	eventbus.On(bus, eventbus.Consumer{Name: "shop.erasure"}, eraseUser)
}
