package carrier

import (
	"context"
	"time"

	"orderd/platform/background"
	"orderd/platform/eventbus"
)

const (
	trimInterval = time.Hour
	// trimBatchSize is how many ordinals one transaction looks at.
	trimBatchSize = 500
)

// trimJob forgets the ordinals of events that the log does not have any more.
func (c *Carrier) trimJob() background.Job {
	return background.Job{Name: "forget the ordinals of trimmed events", Every: trimInterval, Do: c.trimSent}
}

// trimSent deletes the rows of event_sent whose events the retention has deleted (events.keep), the
// oldest first, in short transactions. What the way back needs stays: the ordinal of every event of
// the log, and the last one that was acknowledged, before which a gap is known as trimmed
// (wrapAll). So the table has at most one row more than the log.
func (c *Carrier) trimSent(ctx context.Context) error {
	trimmedTo, err := eventbus.TrimmedTo(ctx, c.db)
	if err != nil {
		return err
	}
	for after, old := int64(0), true; old && ctx.Err() == nil; {
		var seen struct {
			Last int64
			Old  bool
		}
		err := c.db.WithContext(ctx).Raw(`WITH seen AS MATERIALIZED (
				SELECT s.ordinal, s.seq FROM event_sent s WHERE s.ordinal > ? AND s.ordinal < (SELECT acked
				FROM event_carrier) ORDER BY s.ordinal LIMIT ?
			), gone AS (
				DELETE FROM event_sent s USING seen WHERE s.ordinal = seen.ordinal AND NOT EXISTS (SELECT 1 FROM events e
				WHERE e.seq = seen.seq)
			)
			SELECT coalesce(max(ordinal), 0) AS last, coalesce(bool_or(seq <= ?), FALSE) AS old FROM seen`, after, trimBatchSize,
			trimmedTo).Scan(&seen).Error
		if err != nil {
			return err
		}
		after, old = seen.Last, seen.Old
	}
	return nil
}
