package reviews

import (
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

func subscribe(bus *eventbus.Bus) {
	products := eventbus.Consumer{Name: "reviews.products", ReadModel: true}
	eventbus.On(bus, products, onProductSaved)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE reviews_products SET seq = 0`))

	authors := eventbus.Consumer{Name: "reviews.authors", ReadModel: true}
	eventbus.On(bus, authors, onAccountCreated)
	eventbus.On(bus, authors, onProfileChanged)
	eventbus.OnReset(bus, authors, eventbus.ResetSQL(`UPDATE reviews_authors SET seq = 0 WHERE NOT erased`))

	purchases := eventbus.Consumer{Name: "reviews.purchases", ReadModel: true}
	eventbus.On(bus, purchases, onOrderDelivered, eventbus.Where(func(e ordering.OrderDelivered) bool {
		return len(e.Items) > 0 && !e.Guest
	}))
	eventbus.On(bus, purchases, onOrderClaimed, eventbus.Where(func(e ordering.OrderClaimed) bool {
		return len(e.Items) > 0
	}))
	eventbus.OnReset(bus, purchases, eventbus.ResetSQL(`DELETE FROM reviews_purchases`))

	// No read model: a replay would delete reviews once more.
	erasure := eventbus.Consumer{Name: "reviews.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
}
