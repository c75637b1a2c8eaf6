package vat

import (
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

func subscribe(bus *eventbus.Bus) {
	settings := eventbus.Consumer{Name: "vat.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(copiedGroups...)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE vat_settings SET seq = 0`))

	erasure := eventbus.Consumer{Name: "vat.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
}
