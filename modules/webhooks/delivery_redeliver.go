package webhooks

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// redeliver queues a delivery anew. It returns fault.NotFound, and InvalidTransition for one that
// is queued or whose endpoint is disabled.
func redeliver(ctx context.Context, tx *gorm.DB, deliveryID string, now time.Time) (delivery, error) {
	d, err := deliveryByID(tx, deliveryID)
	if err != nil {
		return delivery{}, err
	}
	if _, err := lockEnabled(tx, d.EndpointID); err != nil {
		return delivery{}, err
	}
	if d, err = deliveryByID(tx, deliveryID); err != nil { // as it is under the lock
		return delivery{}, err
	}
	before := d.Status
	if err := d.queueAgain(now); err != nil {
		return delivery{}, err
	}
	if err := saveQueued(tx, d, before); err != nil {
		return delivery{}, err
	}
	return d, eventbus.Publish(ctx, tx, events.RedeliveryStarted{DeliveryID: d.ID, EndpointID: d.EndpointID,
		EventID: d.EventID})
}

// lockEnabled locks an endpoint. It returns fault.NotFound, and InvalidTransition for a disabled
// one.
func lockEnabled(tx *gorm.DB, endpointID string) (endpoint, error) {
	e, err := lockEndpoint(tx, endpointID)
	if err == nil && !e.Enabled {
		err = fault.New(fault.InvalidTransition, "The endpoint is disabled.")
	}
	return e, err
}
