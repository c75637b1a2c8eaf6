package webhooks

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
)

const (
	retentionInterval = time.Hour
	purgeInterval     = time.Minute // how long what an interrupted purge has left may wait
	queuesInterval    = time.Minute // how long the rest of a queue may wait to be changed
)

// runJobs deletes old deliveries and replays once an hour and what deleted endpoints have left, and
// finishes queues, until ctx ends.
func (d *deliverer) runJobs(ctx context.Context) {
	_ = periodic.Run(ctx, d.Log,
		periodic.Job{Name: "delete old webhook deliveries", Every: retentionInterval, Do: d.deleteOld},
		periodic.Job{Name: "delete the deliveries of deleted endpoints", Every: purgeInterval, Wake: d.deletions, Do: d.purgeDeleted},
		periodic.Job{Name: "finish the queues of webhooks that are gone or back", Every: queuesInterval, Wake: d.queues, Do: d.finishQueues})
}

// deleteOld deletes what ended webhooks.keep_days ago, in batches.
func (d *deliverer) deleteOld(ctx context.Context) error {
	const batch = 500
	before := d.Clock.Now().Add(-time.Duration(d.Config.KeepDays) * 24 * time.Hour)
	for {
		var deleted int64
		err := database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
			if deleted, err = deleteEnded(tx, batch, before); err != nil {
				return err
			}
			return deleteEndedReplays(tx, before)
		})
		if err != nil || deleted < batch {
			return err
		}
	}
}

// runReplays continues the replays until ctx ends.
func (d *deliverer) runReplays(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := d.continueReplays(ctx); err != nil && ctx.Err() == nil {
			d.Log.Warn("replays of webhooks can't go on", zap.Error(err))
		}
		select {
		case <-tick.C:
		case <-d.replays:
		case <-ctx.Done():
		}
	}
}

// continueReplays queues of each replay what may wait.
func (d *deliverer) continueReplays(ctx context.Context) error {
	ids, err := runningReplays(d.DB.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, replayID := range ids {
		for more := true; more && ctx.Err() == nil; {
			if more, err = d.continueReplay(ctx, replayID); err != nil {
				return err
			}
		}
	}
	return nil
}
