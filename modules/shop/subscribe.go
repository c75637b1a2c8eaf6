package shop

import "orderd/platform/eventbus"

func subscribe(bus *eventbus.Bus) {
	methods := eventbus.Consumer{Name: "shop.shipping_methods", ReadModel: true}
	eventbus.On(bus, methods, onShippingMethodSaved)
	eventbus.OnReset(bus, methods, eventbus.ResetSQL(`UPDATE shop_shipping_methods SET seq = 0`))

	// No read model: it changes the module's own rows.
	eventbus.On(bus, eventbus.Consumer{Name: "shop.erasure"}, eraseUser)
}
