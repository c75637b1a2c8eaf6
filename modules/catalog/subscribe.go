package catalog

import (
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

func (d Deps) subscribe(bus *eventbus.Bus, shower *pictureShower) {
	accounts := eventbus.Consumer{Name: "catalog.accounts", ReadModel: true}
	eventbus.On(bus, accounts, onAccountCreated)
	eventbus.On(bus, accounts, onAccountTypeChanged)
	eventbus.On(bus, accounts, onAccountErased)
	eventbus.OnReset(bus, accounts, eventbus.ResetSQL(`UPDATE catalog_accounts SET seq = 0 WHERE NOT erased`))

	settings := eventbus.Consumer{Name: "catalog.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(copiedGroups...)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE catalog_settings SET seq = 0`))

	stock := eventbus.Consumer{Name: "catalog.stock", ReadModel: true}
	eventbus.OnBatch(bus, stock, onStockChanged)
	eventbus.OnReset(bus, stock, resetUnderLock(`UPDATE catalog_variants
		SET available = 0, on_hand = NULL, available_seq = 0`, `UPDATE catalog_products SET in_stock = FALSE`))

	ratings := eventbus.Consumer{Name: "catalog.ratings", ReadModel: true}
	eventbus.OnBatch(bus, ratings, onReviewSaved)
	eventbus.OnReset(bus, ratings, resetUnderLock(`UPDATE catalog_products
		SET rating = 0, rating_sum = 0, rating_count = 0, rating_seq = 0`))

	// A replay would decide on deletions anew that were decided on long ago.
	pictures := eventbus.Consumer{Name: "catalog.media", Awaited: true}
	eventbus.On(bus, pictures, onMediaUploaded)
	eventbus.On(bus, pictures, onMediaDeletionRequested)
	eventbus.On(bus, pictures, onShopKeptMedia)

	sizes := eventbus.Consumer{Name: "catalog.pictures", ReadModel: true}
	eventbus.OnBatch(bus, sizes, onPicturesUploaded)
	eventbus.OnBatch(bus, sizes, onPicturesDescribed)
	// A replay writes the same again: what is shown meanwhile stays.
	eventbus.OnReset(bus, sizes, eventbus.ResetSQL())

	// A replay would put pictures back that an admin has taken away.
	fetched := eventbus.Consumer{Name: "catalog.fetched"}
	eventbus.OnBatch(bus, fetched, shower.onPicturesFetched)

	s := d.sales()
	// A job counts what it stores, later: no page shows it at once.
	sales := eventbus.Consumer{Name: "catalog.sales", ReadModel: true, MayLag: true}
	eventbus.OnBatch(bus, sales, s.onOrderPlaced)
	eventbus.OnBatch(bus, sales, s.onOrderCancelled)
	eventbus.On(bus, sales, s.onItemsCancelled)
	eventbus.OnReset(bus, sales, resetUnderLock(`DELETE FROM catalog_sales`, `UPDATE catalog_products SET units = 0`))

	p := d.pairs()
	pairs := eventbus.Consumer{Name: "catalog.pairs", ReadModel: true, MayLag: true}
	eventbus.OnBatch(bus, pairs, p.onOrderPlaced)
	eventbus.OnBatch(bus, pairs, p.onOrderCancelled)
	eventbus.OnReset(bus, pairs, resetUnderLock(`DELETE FROM catalog_paired_orders`, `DELETE FROM catalog_pairs`))
}

// resetUnderLock runs the statements under the lock of the catalogue.
func resetUnderLock(statements ...string) func(context.Context, *gorm.DB) error {
	return func(ctx context.Context, tx *gorm.DB) error {
		if err := bumpVersion(tx); err != nil {
			return err
		}
		return eventbus.ResetSQL(statements...)(ctx, tx)
	}
}
