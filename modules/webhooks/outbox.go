package webhooks

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
)

// outbox writes the deliveries of public events.
type outbox struct {
	clock clock.Clock
	wake  func(endpointIDs []string) // wakes the workers of endpoints
}

// write queues a delivery for each event and endpoint that gets it. The endpoints' workers are
// woken after the commit.
func (o *outbox) write(_ context.Context, tx *gorm.DB, arrived []arrivedEvent) error {
	endpoints, err := allEndpoints(tx)
	if err != nil {
		return err
	}
	var deliveries []delivery
	var concerned []string
	for _, e := range endpoints {
		for _, event := range arrived {
			if e.receives(event.name, event.occurredAt) {
				deliveries = append(deliveries, newDelivery(e.ID, event, o.clock.Now()))
				concerned = append(concerned, e.ID)
			}
		}
	}
	if len(deliveries) == 0 {
		return nil
	}
	database.AfterCommit(tx, func() { o.wake(slices.Compact(concerned)) })
	return insertDeliveries(tx, deliveries)
}
