package media

import "orderd/platform/eventbus"

func (l *library) subscribe(bus *eventbus.Bus) {
	owners := eventbus.Consumer{Name: "media.owners", ReadModel: true}
	eventbus.On(bus, owners, l.onMediaNamed)
	eventbus.OnReset(bus, owners, resetOwners)

	// A replay would find nothing to do: a deletion is decided once.
	deletions := eventbus.Consumer{Name: "media.deletions", Awaited: true}
	eventbus.On(bus, deletions, l.onMediaReleased)
	eventbus.On(bus, deletions, l.onMediaKept)
}
