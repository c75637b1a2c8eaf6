package shop

import "orderd/platform/eventbus"

func subscribe(bus *eventbus.Bus) {
	methods := eventbus.Consumer{Name: "shop.shipping_methods", ReadModel: true}
	eventbus.On(bus, methods, onShippingMethodSaved)
	eventbus.OnReset(bus, methods, eventbus.ResetSQL(`UPDATE shop_shipping_methods SET seq = 0`))

	// A replay would decide on deletions anew that were decided on long ago. Pictures from before shop
	// copied them are described once more after the upgrade.
	pictures := eventbus.Consumer{Name: "shop.media", Awaited: true}
	eventbus.On(bus, pictures, onMediaUploaded)
	eventbus.On(bus, pictures, onMediaDescribed)
	eventbus.On(bus, pictures, onMediaReleaseRequested)

	// No read model: it changes the module's own rows.
	eventbus.On(bus, eventbus.Consumer{Name: "shop.erasure"}, eraseUser)
}
