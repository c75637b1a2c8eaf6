package media

import (
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

func (l *library) subscribe(bus *eventbus.Bus) {
	owners := eventbus.Consumer{Name: "media.owners", ReadModel: true}
	eventbus.On(bus, owners, l.onMediaNamed)
	eventbus.On(bus, owners, l.onSettingsSaved, eventbus.Where(shop.InGroups(shop.GroupProfile, shop.GroupStorefront)))
	eventbus.OnReset(bus, owners, resetOwners)

	// A replay would fetch what was asked for long ago.
	fetches := eventbus.Consumer{Name: "media.fetches", Awaited: true}
	eventbus.OnBatch(bus, fetches, l.onPicturesRequested)

	// A replay would find nothing to do: a deletion is decided once.
	deletions := eventbus.Consumer{Name: "media.deletions", Awaited: true}
	eventbus.On(bus, deletions, onCatalogReleased)
	eventbus.On(bus, deletions, l.onShopReleased)
	eventbus.On(bus, deletions, l.onCatalogKept)
	eventbus.On(bus, deletions, l.onShopKept)
}
