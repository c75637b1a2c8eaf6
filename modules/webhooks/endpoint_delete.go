package webhooks

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// deleteEndpoint deletes an endpoint for all who ask for it. It may have a million deliveries: they
// are purgeDeleted's. It returns fault.NotFound and fault.PreconditionFailed.
func deleteEndpoint(ctx context.Context, tx *gorm.DB, endpointID string, match httpapi.IfMatch, now time.Time) error {
	e, err := lockEndpoint(tx, endpointID)
	if err != nil {
		return err
	}
	if err := match.Require(e.Version); err != nil {
		return err
	}
	e.delete(now)
	if err := saveDeleted(tx, e); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.EndpointDeleted{EndpointID: e.ID, Host: hostOf(e.URL)})
}

// purgeBatch is how many deliveries one transaction of purgeDeleted deletes.
const purgeBatch = 500

// purgeDeleted deletes the deliveries of deleted endpoints in batches, and then the endpoints. What
// it leaves when it is interrupted, the next run deletes.
func (d *deliverer) purgeDeleted(ctx context.Context) error {
	ids, err := deletedEndpoints(d.DB.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, endpointID := range ids {
		for after, more := "", true; more; {
			var last string
			err := database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
				last, more, err = purgeNext(tx, endpointID, after)
				return err
			})
			if err != nil {
				return err
			}
			after = last
		}
	}
	return nil
}

// purgeNext deletes the next deliveries of a deleted endpoint, those whose ids are above after, and
// returns the last id. The endpoint goes with the last of them.
func purgeNext(tx *gorm.DB, endpointID, after string) (last string, more bool, err error) {
	there, err := lockDeleted(tx, endpointID)
	if err != nil || !there {
		return "", false, err
	}
	ids, err := deliveriesAfter(tx, endpointID, after, purgeBatch)
	if err != nil {
		return "", false, err
	}
	if len(ids) < purgeBatch {
		return "", false, deleteEndpointRow(tx, endpointID)
	}
	return ids[len(ids)-1], true, deleteDeliveries(tx, ids)
}
