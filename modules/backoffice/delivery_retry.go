package backoffice

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/backoffice/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// retryDelivery revives a dead delivery and publishes it. It returns fault.NotFound when there is
// no such dead delivery: of several admins at once, one revives it.
func retryDelivery(ctx context.Context, tx *gorm.DB, id string) (eventbus.DeadDelivery, error) {
	d, err := eventbus.Retry(ctx, tx, id)
	if err != nil {
		return eventbus.DeadDelivery{}, err
	}
	return d, eventbus.Publish(ctx, tx, events.DeliveryRetried{DeliveryID: d.ID, Consumer: d.Consumer,
		EventID: d.Event.ID})
}

// retryBatchSize is how many deliveries one transaction revives.
const retryBatchSize = 100

// retryDeliveries revives the dead deliveries that the filter selects, a batch in each transaction,
// and publishes an event for each. When it fails, the batches before stay committed.
func retryDeliveries(ctx context.Context, db *gorm.DB, f eventbus.DeadFilter) (retried int, err error) {
	for {
		var n int
		err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
			n, err = retryBatch(ctx, tx, f)
			return err
		})
		if err != nil {
			return retried, err
		}
		if retried += n; n < retryBatchSize {
			return retried, nil
		}
	}
}

func retryBatch(ctx context.Context, tx *gorm.DB, f eventbus.DeadFilter) (int, error) {
	revived, err := eventbus.RetryMany(ctx, tx, f, retryBatchSize)
	if err != nil {
		return 0, err
	}
	published := convert.All(revived, func(d eventbus.RetriedDelivery) eventbus.Event {
		return events.DeliveryRetried{DeliveryID: d.DeadID, Consumer: d.Consumer, EventID: d.EventID}
	})
	return len(revived), eventbus.Publish(ctx, tx, published...)
}
