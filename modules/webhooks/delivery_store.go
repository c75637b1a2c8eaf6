package webhooks

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// insertDeliveries queues deliveries, without those of an endpoint that has one of the event.
func insertDeliveries(tx *gorm.DB, deliveries []delivery) error {
	unique := clause.OnConflict{Columns: []clause.Column{{Name: "endpoint_id"}, {Name: "event_id"}}, DoNothing: true}
	return tx.Clauses(unique).CreateInBatches(&deliveries, 500).Error
}

// countPending counts the deliveries that wait, by endpoint.
func countPending(db *gorm.DB) (map[string]int64, error) {
	var rows []struct {
		EndpointID string
		N          int64
	}
	err := db.Model(&delivery{}).Select("endpoint_id, count(*) AS n").Where("status = ?", deliveryQueued).
		Group("endpoint_id").Scan(&rows).Error
	pending := map[string]int64{}
	for _, row := range rows {
		pending[row.EndpointID] = row.N
	}
	return pending, err
}

// longestDue is for how long the delivery to an enabled endpoint has been due that is due the
// longest; 0 when none is.
func longestDue(db *gorm.DB, now time.Time) (time.Duration, error) {
	var first []delivery
	err := db.Table("webhooks_deliveries AS d").Select("d.due_at").
		Joins("JOIN webhooks_endpoints AS e ON e.id = d.endpoint_id").
		Where("d.status = ? AND d.claim IS NULL AND d.due_at <= ? AND e.enabled", deliveryQueued, now).Order("d.due_at").
		Limit(1).Find(&first).Error
	if err != nil || len(first) == 0 {
		return 0, err
	}
	return now.Sub(first[0].DueAt), nil
}

// deliveryFilter selects deliveries. Zero values do not restrict.
type deliveryFilter struct {
	endpointID string
	status     deliveryStatus
	name, key  string
	from, to   time.Time // created in [from, to)
}

// ofEndpoints leaves out the deliveries of deleted endpoints.
const ofEndpoints = "endpoint_id NOT IN (SELECT id FROM webhooks_endpoints WHERE deleted_at IS NOT NULL)"

// ofEndpoint restricts a query to an endpoint; "" does not restrict.
func ofEndpoint(db *gorm.DB, endpointID string) *gorm.DB {
	switch {
	case endpointID == "":
		return db
	case !id.Valid(endpointID):
		return db.Where("FALSE")
	}
	return db.Where("endpoint_id = ?", endpointID)
}

// pageOfDeliveries returns a page of deliveries, newest first.
func pageOfDeliveries(db *gorm.DB, f deliveryFilter, p httpapi.Page) ([]delivery, int64, error) {
	q := ofEndpoint(db, f.endpointID).Where(ofEndpoints).Model(&delivery{})
	for column, value := range map[string]string{"status": string(f.status), "type": f.name, "key": f.key} {
		if value != "" {
			q = q.Where(column+" = ?", value)
		}
	}
	if !f.from.IsZero() {
		q = q.Where("created_at >= ?", f.from)
	}
	if !f.to.IsZero() {
		q = q.Where("created_at < ?", f.to)
	}
	return httpapi.FindPage[delivery](q, p, "id DESC")
}

// deliveryByID returns fault.NotFound.
func deliveryByID(db *gorm.DB, deliveryID string) (delivery, error) {
	return database.ByID[delivery](db, deliveryID)
}

// saveQueued writes a delivery that is queued anew, whose status was before. The caller has locked
// its endpoint.
func saveQueued(tx *gorm.DB, d delivery, before deliveryStatus) error {
	if err := deliveryStates.Check(before, d.Status); err != nil {
		return err
	}
	done := tx.Model(&d).Where("status = ?", before).
		Select("status", "attempts", "due_at", "delivered_at", "ended_at", "updated_at").Updates(&d)
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.New(fault.InvalidTransition, "The delivery is queued already.")
	}
	return done.Error
}

// queueReplayed queues deliveries of a replay, those that have ended anew, and leaves the queued
// ones as they are.
func queueReplayed(tx *gorm.DB, deliveries []delivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	for _, ended := range []deliveryStatus{deliveryDelivered, deliveryFailed, deliveryCancelled} {
		if err := deliveryStates.Check(ended, deliveryQueued); err != nil {
			return err
		}
	}
	again := clause.OnConflict{
		Columns: []clause.Column{{Name: "endpoint_id"}, {Name: "event_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"status", "attempts", "due_at", "delivered_at", "ended_at", "replay_id",
			"updated_at"}),
		Where: clause.Where{Exprs: []clause.Expression{clause.Neq{Column: clause.Column{Table: "webhooks_deliveries",
			Name: "status"}, Value: deliveryQueued}}},
	}
	return tx.Clauses(again).Create(&deliveries).Error
}

// countAhead counts the deliveries of replays to an endpoint that wait.
func countAhead(tx *gorm.DB, endpointID string) (n int64, err error) {
	err = tx.Model(&delivery{}).Where("endpoint_id = ? AND replay_id IS NOT NULL AND status = ?", endpointID,
		deliveryQueued).Count(&n).Error
	return n, err
}

// deleteEnded deletes up to limit deliveries that ended before a time. It returns how many.
func deleteEnded(tx *gorm.DB, limit int, before time.Time) (int64, error) {
	ended := tx.Session(&gorm.Session{NewDB: true}).Model(&delivery{}).Select("id").
		Where("ended_at < ?", before).Order("ended_at").Limit(limit)
	done := tx.Where("id IN (?)", ended).Delete(&delivery{})
	return done.RowsAffected, done.Error
}

// deliveriesAfter returns the ids of the next deliveries of an endpoint, in their order.
func deliveriesAfter(tx *gorm.DB, endpointID, after string, limit int) (ids []string, err error) {
	q := tx.Model(&delivery{}).Where("endpoint_id = ?", endpointID)
	if after != "" { // what was deleted before need not be read over again
		q = q.Where("id > ?", after)
	}
	err = q.Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

func deleteDeliveries(tx *gorm.DB, ids []string) error {
	return tx.Where("id IN ?", ids).Delete(&delivery{}).Error
}

// deliveriesAbout returns the deliveries of events about a user, oldest first.
func deliveriesAbout(db *gorm.DB, userID string) (found []delivery, err error) {
	err = db.Where("subject = ?", userID).Where(ofEndpoints).Order("id").Find(&found).Error
	return found, err
}
