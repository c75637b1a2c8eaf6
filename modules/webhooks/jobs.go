package webhooks

import (
	"context"
	"sync"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/fault"
)

const (
	retentionInterval = time.Hour
	purgeInterval     = time.Minute // how long what an interrupted purge has left may wait
	queuesInterval    = time.Minute // how long the rest of a queue may wait to be changed
)

// run sends what is due and does the module's other work until ctx ends, and then finishes the
// attempts under way.
func (d *deliverer) run(ctx context.Context) error {
	var workers sync.WaitGroup
	defer workers.Wait()
	return background.Run(ctx, d.Log,
		background.Job{
			Name: "find endpoints with deliveries to be sent", Every: pollInterval, Wake: d.newcomers,
			Do: func(ctx context.Context) error { return d.wakeDue(ctx, &workers) },
		},
		background.Job{Name: "continue replays of webhooks", Every: pollInterval, Wake: d.replays, Do: d.continueReplays},
		background.Job{Name: "delete old webhook deliveries", Every: retentionInterval, Do: d.deleteOld},
		background.Job{
			Name: "delete the deliveries of deleted endpoints", Every: purgeInterval, Wake: d.deletions, Do: d.purgeDeleted,
		},
		background.Job{
			Name: "finish the queues of webhooks that are gone or back", Every: queuesInterval, Wake: d.queues,
			Do: d.finishQueues,
		})
}

// deleteOld deletes what ended webhooks.keep_days ago, in batches.
func (d *deliverer) deleteOld(ctx context.Context) error {
	const batch = 500
	before := d.Clock.Now().Add(-time.Duration(d.Config.KeepDays) * 24 * time.Hour)
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		deleted, err := deleteEnded(tx, batch, before)
		if err != nil {
			return false, err
		}
		return deleted == batch, deleteEndedReplays(tx, before)
	})
}

// continueReplays queues of each replay what may wait.
func (d *deliverer) continueReplays(ctx context.Context) error {
	ids, err := runningReplays(d.DB.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, replayID := range ids {
		err := background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
			return d.continueReplay(ctx, tx, replayID)
		})
		if err != nil && !fault.Is(err, fault.NotFound) { // deleted meanwhile
			return err
		}
	}
	return nil
}
