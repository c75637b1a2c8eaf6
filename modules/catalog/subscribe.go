package catalog

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

func (d Deps) subscribe(bus *eventbus.Bus) {
	accounts := eventbus.Consumer{Name: "catalog.accounts", ReadModel: true}
	eventbus.On(bus, accounts, accountCreated)
	eventbus.On(bus, accounts, accountTypeChanged)
	eventbus.On(bus, accounts, accountErased)
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE catalog_accounts SET seq = 0 WHERE NOT erased`))

	stock := eventbus.Consumer{Name: "catalog.stock", ReadModel: true}
	eventbus.On(bus, stock, stockChanged)
	eventbus.OnReset(bus, stock, empty(`UPDATE catalog_variants SET available = 0, available_seq = 0`, `UPDATE catalog_products SET in_stock = FALSE`))

	ratings := eventbus.Consumer{Name: "catalog.ratings", ReadModel: true}
	eventbus.On(bus, ratings, reviewSaved)
	eventbus.OnReset(bus, ratings, empty(`UPDATE catalog_products SET rating = 0, rating_sum = 0, rating_count = 0, rating_seq = 0`))

	s := d.sales()
	sold := eventbus.Consumer{Name: "catalog.sales", ReadModel: true}
	eventbus.On(bus, sold, s.orderPlaced)
	eventbus.On(bus, sold, s.orderCancelled)
	eventbus.OnReset(bus, sold, empty(`DELETE FROM catalog_sales`, `UPDATE catalog_products SET units = 0`))
}

// empty runs the statements under the catalogue's lock.
func empty(statements ...string) func(context.Context, *gorm.DB) error {
	return func(ctx context.Context, tx *gorm.DB) error {
		if err := change(tx); err != nil {
			return err
		}
		return eventbus.ResetSQL(statements...)(ctx, tx)
	}
}
