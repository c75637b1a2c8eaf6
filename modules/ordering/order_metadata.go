package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

// orderMetadata has the metadata of orders for the filters of lists.
var orderMetadata = metadata.Table{Name: "ordering_order_metadata", Owner: "order_id"}

// changeOrderMetadata replaces the metadata of an order of any status; nil leaves it. It returns
// fault.Missing, fault.PreconditionFailed when the order has another version, and InvalidTransition
// when the buyer was erased: the erasure clears the metadata, and none may come after it.
func changeOrderMetadata(
	ctx context.Context, tx *gorm.DB, orderID string, match httpapi.IfMatch, to *metadata.Object, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	if err := match.Require(c.Version); err != nil {
		return nil, err
	}
	if c.BuyerErased {
		return nil, invalidTransition()
	}
	if to == nil || to.Equal(c.Metadata) {
		return &c.order, nil
	}
	changed := to.ChangedKeys(c.Metadata)
	c.Metadata = *to
	c.Version++
	if err := orderMetadata.Replace(tx, c.ID, *to); err != nil {
		return nil, err
	}
	c.record(events.OrderMetadataChanged{Order: c.eventOrder(), Keys: changed, ChangedAt: c.now})
	return &c.order, c.save(ctx)
}
