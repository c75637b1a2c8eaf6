package webhooks

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/background"
)

// nearWindow is how many due deliveries a claim looks at before it looks at all.
const nearWindow = 500

// endpointsWithWork returns the ids of the endpoints that have a delivery to be sent or a probe to
// be made.
func endpointsWithWork(db *gorm.DB, now time.Time) (ids []string, err error) {
	due := db.Session(&gorm.Session{NewDB: true}).Table("webhooks_deliveries AS d").Select("1").
		Where("d.endpoint_id = e.id AND d.status = 'queued' AND (e.failing_since IS NOT NULL OR d.due_at <= ?)", now)
	err = db.Table("webhooks_endpoints AS e").Where("e.enabled AND (e.failing_since IS NULL OR e.next_probe_at <= ?)",
		now).
		Where("EXISTS (?)", due).Order("e.id").Pluck("e.id", &ids).Error
	return ids, err
}

// heads selects the ids of the deliveries of d that are the first of their keys, none of which is
// being sent. The caller has locked the endpoint.
//
// It asks for the first of each key by itself, which takes one look at an index. As a join, it
// would depend on statistics, which a queue that grows and empties within minutes does not have.
func heads(tx *gorm.DB, d *gorm.DB, endpointID string, now time.Time) *gorm.DB {
	fresh := tx.Session(&gorm.Session{NewDB: true})
	first := fresh.Table("webhooks_deliveries AS o").Select("min(o.seq)").
		Where("o.endpoint_id = ? AND o.key = d.key AND o.status = 'queued'", endpointID)
	sending := fresh.Table("webhooks_deliveries AS o").Select("o.key").
		Where("o.endpoint_id = ? AND o.claim IS NOT NULL AND o.due_at > ?", endpointID, now)
	return fresh.Table("(?) AS d", d).Select("d.id").Where("d.seq = (?)", first).Where("d.key NOT IN (?)", sending)
}

// queuedOf selects the queued deliveries of an endpoint.
func queuedOf(tx *gorm.DB, endpointID string) *gorm.DB {
	return tx.Session(&gorm.Session{NewDB: true}).Model(&delivery{}).Select("id, key, seq, due_at").
		Where("endpoint_id = ? AND status = 'queued'", endpointID)
}

// claimDue claims up to limit deliveries that are due and the first of their keys, the longest
// waiting first. It leaves out those of the ids in sending. Near, it looks at the first nearWindow
// only.
func claimDue(
	tx *gorm.DB, endpointID string, near bool, limit int, sending []string, now time.Time,
) ([]delivery, error) {
	due := queuedOf(tx, endpointID).Where("due_at <= ?", now)
	if near {
		due = due.Order("due_at, seq").Limit(nearWindow)
	}
	first := heads(tx, due, endpointID, now).Order("d.due_at, d.seq").Limit(limit)
	if len(sending) > 0 {
		first = first.Where("d.id NOT IN ?", sending)
	}
	return claim(tx, first, false, now)
}

// claimProbe claims the next delivery of a failing endpoint, due or not, unless one is being sent.
// Keys take turns.
func claimProbe(tx *gorm.DB, e endpoint, now time.Time) ([]delivery, error) {
	var sending int64
	err := tx.Model(&delivery{}).Where("endpoint_id = ? AND claim IS NOT NULL AND due_at > ?", e.ID, now).
		Count(&sending).Error
	if err != nil || sending > 0 {
		return nil, err
	}
	after := queuedOf(tx, e.ID).Where("key > ?", e.ProbedKey).Order("key, seq").Limit(1)
	found, err := claim(tx, heads(tx, after, e.ID, now), true, now)
	if err != nil || len(found) > 0 {
		return found, err
	}
	first := queuedOf(tx, e.ID).Order("key, seq").Limit(1)
	return claim(tx, heads(tx, first, e.ID, now), true, now)
}

// claim claims the deliveries whose ids a query selects for the time of a lease and returns them.
// It leaves out those that have ended, or that another has claimed, since the query read them. A
// probe uses up no attempt.
func claim(tx *gorm.DB, query *gorm.DB, probe bool, now time.Time) (claimed []delivery, err error) {
	var ids []string
	if err := query.Scan(&ids).Error; err != nil || len(ids) == 0 {
		return nil, err
	}
	set := background.Claim(now.Add(lease))
	set["updated_at"] = now
	if probe {
		delete(set, "attempts")
	}
	err = tx.Model(&claimed).Clauses(clause.Returning{}).
		Where("id IN ?", ids).Where("status = ? AND (claim IS NULL OR due_at <= ?)", deliveryQueued, now).Updates(set).Error
	return claimed, err
}

// saveOutcomes writes what has become of deliveries that are still under the claims of their
// attempts, and leaves the others as they are. No response is kept of an event that was erased.
func saveOutcomes(tx *gorm.DB, outcomes []outcome) error {
	rows := make([]delivery, len(outcomes))
	for i, o := range outcomes {
		if err := deliveryStates.Check(deliveryQueued, o.delivery.Status); err != nil {
			return err
		}
		rows[i] = o.delivery
	}
	_, err := background.SaveClaimed(tx, rows, "status_code", "error", "log", "delivered_at", "ended_at", "updated_at",
		"responses = CASE WHEN stored.erased THEN '[]' ELSE given.responses END")
	return err
}

// cancelQueued cancels up to limit deliveries that have waited for an endpoint since before it was
// disabled. It returns how many.
func cancelQueued(tx *gorm.DB, e endpoint, limit int, now time.Time) (int64, error) {
	if err := deliveryStates.Check(deliveryQueued, deliveryCancelled); err != nil {
		return 0, err
	}
	waiting := queuedOf(tx, e.ID).Select("id").Where("created_at <= ?", e.DisabledAt).Order("due_at, seq").Limit(limit)
	done := tx.Model(&delivery{}).Where("id IN (?)", waiting).
		Updates(map[string]any{"status": deliveryCancelled, "claim": nil, "ended_at": now, "updated_at": now})
	return done.RowsAffected, done.Error
}

// expedite makes up to limit deliveries of an endpoint due that have waited for their next attempt
// since at or before. It returns how many.
func expedite(tx *gorm.DB, endpointID string, at time.Time, limit int) (int64, error) {
	waiting := queuedOf(tx, endpointID).Select("id").
		Where("claim IS NULL AND due_at > ? AND updated_at <= ?", at, at).Order("due_at, seq").Limit(limit)
	done := tx.Model(&delivery{}).Where("id IN (?)", waiting).Update("due_at", at)
	return done.RowsAffected, done.Error
}
