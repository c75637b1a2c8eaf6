package backoffice

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/backoffice/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// retry revives a dead delivery and says who did it. fault.Missing when there is no such dead delivery (any more): of
// several admins at once one revives it.
func retry(ctx context.Context, tx *gorm.DB, id string) (eventbus.DeadDelivery, error) {
	d, err := eventbus.Retry(ctx, tx, id)
	if err != nil {
		return eventbus.DeadDelivery{}, err
	}
	return d, eventbus.Publish(ctx, tx, events.DeliveryRetried{DeliveryID: d.ID, Consumer: d.Consumer, EventID: d.Event.ID})
}

// retryBatch is how many deliveries one transaction revives.
const retryBatch = 100

// retryMany revives all that the filter selects, batch by batch, each with an event that says who did it. When it fails, the batches
// before stand.
func retryMany(ctx context.Context, db *gorm.DB, f eventbus.DeadFilter) (retried int, err error) {
	for {
		n := 0
		err := database.InTx(ctx, db, func(tx *gorm.DB) error {
			n, err = retrySome(ctx, tx, f)
			return err
		})
		if err != nil {
			return retried, err
		}
		if retried += n; n < retryBatch {
			return retried, nil
		}
	}
}

func retrySome(ctx context.Context, tx *gorm.DB, f eventbus.DeadFilter) (int, error) {
	revived, err := eventbus.RetryMany(ctx, tx, f, retryBatch)
	if err != nil {
		return 0, err
	}
	said := make([]eventbus.Event, len(revived))
	for i, d := range revived {
		said[i] = events.DeliveryRetried{DeliveryID: d.DeadID, Consumer: d.Consumer, EventID: d.EventID}
	}
	return len(revived), eventbus.Publish(ctx, tx, said...)
}
