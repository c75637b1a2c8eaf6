package eventbus

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// Deliveries behind a dead one in their partition (column lane) are flagged held. The claim does
// not look at held deliveries, so that a dead delivery on a busy key slows no other key.
//
// The row before the held ones is flagged holding. When it is deleted, a trigger of the migrations
// moves the flag to the next row. So each held row has a holding row before it.

// maxHeldAtOnce is how many deliveries one transaction flags as held. Each poll flags as many more.
const maxHeldAtOnce = 2000

// holdPartition flags the oldest maxHeldAtOnce deliveries behind one that has just died. The same
// transaction flags the dead one as holding: a held delivery without a holding one before it would
// wait for ever.
func holdPartition(tx *gorm.DB, consumer string, dead *delivery) error {
	_, err := rawExec(tx, `UPDATE deliveries SET held = TRUE WHERE consumer = $1 AND NOT holding AND seq IN (
		SELECT o.seq FROM deliveries o WHERE o.lane = $2 AND o.seq > $3 AND o.turn IS NOT NULL AND NOT o.holding
		ORDER BY o.seq LIMIT $4)`,
		consumer, partitionKey(consumer, dead.key), dead.seq, maxHeldAtOnce)
	return err
}

// selectStragglers selects the oldest deliveries of a consumer that wait behind a dead one and are
// not flagged. They come from a publisher that did not see the death, from an older binary, or from
// a partition with more than maxHeldAtOnce deliveries. The caller closes the last parenthesis.
const selectStragglers = `SELECT d.seq FROM (SELECT seq, lane FROM deliveries INDEXED BY deliveries_turn
	WHERE consumer = $1 AND turn IS NOT NULL AND NOT holding ORDER BY turn LIMIT $2) AS d
	WHERE EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_dead WHERE consumer = $1 AND dead_id IS NOT NULL)
		AND EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = $1 AND o.lane = d.lane
			AND o.seq < d.seq AND o.dead_id IS NOT NULL`

// holdStragglers flags the stragglers of a consumer. It writes only when there are any.
func (b *Bus) holdStragglers(ctx context.Context, consumer string) error {
	found, err := rawExists(b.db.WithContext(ctx), selectStragglers+`) LIMIT 1`, consumer, maxHeldAtOnce)
	if err != nil || !found {
		return err
	}
	return database.InTx(ctx, b.db, func(tx *gorm.DB) error {
		_, err := rawExec(tx, `UPDATE deliveries INDEXED BY deliveries_dead SET held = FALSE, holding = TRUE
			WHERE consumer = $1 AND dead_id IS NOT NULL AND NOT holding`, consumer)
		if err != nil {
			return err
		}
		// This statement does not lock the dead rows. When one is retried and handled meanwhile,
		// its deletion moves the flag after this transaction has committed.
		_, err = rawExec(tx, `UPDATE deliveries SET held = TRUE WHERE consumer = $1 AND turn IS NOT NULL AND NOT holding
			AND seq IN (`+selectStragglers+` AND o.holding))`,
			consumer, maxHeldAtOnce)
		return err
	})
}
