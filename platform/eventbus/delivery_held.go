package eventbus

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// heldAtOnce is how many deliveries one transaction flags as held. A poll flags as many again of what is left.
const heldAtOnce = 2000

// holdLane flags what waits in the lane of a delivery that has just died, the oldest heldAtOnce of it. The dead one is flagged as holding by the same
// transaction: a held delivery without a holding one before it would wait for ever.
func holdLane(tx *gorm.DB, consumer string, dead *delivery) error {
	_, err := exec(tx, `UPDATE deliveries SET held = TRUE WHERE consumer = $1 AND NOT holding AND seq IN (
		SELECT o.seq FROM deliveries o WHERE o.lane = $2 AND o.seq > $3 AND o.turn IS NOT NULL AND NOT o.holding ORDER BY o.seq LIMIT $4)`,
		consumer, consumer+" "+dead.key, dead.seq, heldAtOnce)
	return err
}

// straggling selects the oldest deliveries of a consumer that wait behind a dead one and are not flagged: those of a publisher that did not see
// the death, of an older binary, and of a lane with more than heldAtOnce.
const straggling = `SELECT d.seq FROM (SELECT seq, lane FROM deliveries INDEXED BY deliveries_turn WHERE consumer = $1 AND turn IS NOT NULL AND NOT holding ORDER BY turn LIMIT $2) AS d
	WHERE EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_dead WHERE consumer = $1 AND dead_id IS NOT NULL) AND EXISTS (SELECT 1 FROM deliveries o INDEXED BY deliveries_dead WHERE o.consumer = $1 AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL`

// holdStragglers flags the oldest heldAtOnce of them. It writes only when there are any.
func (b *Bus) holdStragglers(ctx context.Context, consumer string) error {
	found, err := finds(b.db.WithContext(ctx), straggling+`) LIMIT 1`, consumer, heldAtOnce)
	if err != nil || !found {
		return err
	}
	return database.InTx(ctx, b.db, func(tx *gorm.DB) error {
		_, err := exec(tx, `UPDATE deliveries INDEXED BY deliveries_dead SET held = FALSE, holding = TRUE WHERE consumer = $1 AND dead_id IS NOT NULL AND NOT holding`, consumer)
		if err != nil {
			return err
		}
		// The rows of the dead are not locked: when one is revived and handled meanwhile, its deletion hands over after this commit.
		_, err = exec(tx, `UPDATE deliveries SET held = TRUE WHERE consumer = $1 AND turn IS NOT NULL AND NOT holding AND seq IN (`+straggling+` AND o.holding))`,
			consumer, heldAtOnce)
		return err
	})
}
