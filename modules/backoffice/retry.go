package backoffice

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/backoffice/events"
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
