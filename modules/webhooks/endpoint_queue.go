package webhooks

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/fault"
)

// queueBatch is how many deliveries one transaction changes of a queue that changes as a whole. A
// queue may have hundreds of thousands: the first are changed at once, the others by finishQueues.
const queueBatch = 500

// expediteQueue makes every delivery due that waits for its next attempt. The caller has locked the
// endpoint, and saves it afterwards.
func (e *endpoint) expediteQueue(tx *gorm.DB, now time.Time) error {
	e.ExpeditedAt = &now
	return e.expediteNext(tx)
}

// expediteNext makes the next deliveries due that have waited since before ExpeditedAt, which is
// nil with the last of them.
func (e *endpoint) expediteNext(tx *gorm.DB) error {
	n, err := expedite(tx, e.ID, *e.ExpeditedAt, queueBatch)
	if n < queueBatch {
		e.ExpeditedAt = nil
	}
	return err
}

// finishQueues cancels what waits for endpoints that are gone, and makes due what waits for those
// that are back. What it leaves when it is interrupted, the next run changes.
func (d *deliverer) finishQueues(ctx context.Context) error {
	ids, err := endpointsWithQueues(d.DB.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, endpointID := range ids {
		err := background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
			return finishNext(tx, endpointID, d.Clock.Now())
		})
		if err != nil && !fault.Is(err, fault.NotFound) { // deleted meanwhile
			return err
		}
		d.wake([]string{endpointID})
	}
	return nil
}

// finishNext changes the next deliveries of an endpoint. more reports whether others are left. It
// returns fault.NotFound.
func finishNext(tx *gorm.DB, endpointID string, now time.Time) (more bool, err error) {
	e, err := lockEndpoint(tx, endpointID)
	switch {
	case err != nil:
		return false, err
	case e.isGone():
		n, err := cancelQueued(tx, e, queueBatch, now)
		return n == queueBatch, err
	case e.ExpeditedAt == nil:
		return false, nil
	}
	if err := e.expediteNext(tx); err != nil {
		return false, err
	}
	return e.ExpeditedAt != nil, tx.Save(&e).Error
}
