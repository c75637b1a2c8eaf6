package catalog

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// onStockChanged copies how much of variants is available and on hand. That is a new version of the
// catalogue only when it changes whether a product is in stock. The catalogue is locked once for
// all of them.
func onStockChanged(_ context.Context, tx *gorm.DB, messages []eventbus.Message[ordering.StockChanged]) error {
	if err := bumpRevision(tx); err != nil {
		return err
	}
	changed := convert.All(eventbus.NewestOfKeys(messages), func(m eventbus.Message[ordering.StockChanged]) variant {
		return variant{
			ID: m.Event.VariantID, Available: max(m.Event.Available, 0), OnHand: m.Event.OnHand, AvailableSeq: m.Seq,
		}
	})
	copied, err := updateAvailable(tx, changed)
	if err != nil || len(copied) == 0 {
		return err
	}
	toggled, err := toggleInStock(tx, copied)
	if err != nil || !toggled {
		return err
	}
	return bumpVersion(tx)
}
