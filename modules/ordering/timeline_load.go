package ordering

import (
	"slices"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// loadTracking reads an order of the query with its shipments and its timeline, or returns
// fault.Missing.
func loadTracking(db, orders *gorm.DB, orderID string) (o order, entries []timelineEntry, err error) {
	if o, err = database.ByID[order](withShipments(orders), orderID); err != nil {
		return o, nil, err
	}
	if entries, err = timelineOf(db, o.ID); err != nil {
		return o, nil, err
	}
	if slices.ContainsFunc(entries, func(e timelineEntry) bool { return e.Status == timelineRefunded }) {
		err = db.Where("order_id = ?", o.ID).Find(&o.Refunds).Error // some may have failed since
	}
	return o, entries, err
}

// timelineOf is the timeline of an order, oldest first.
func timelineOf(db *gorm.DB, orderID string) (entries []timelineEntry, err error) {
	err = sortedTimeline(db.Where("order_id = ?", orderID)).Find(&entries).Error
	return entries, err
}

// namedEntry is an entry with the name of its actor, nil without one.
type namedEntry struct {
	Entry     timelineEntry `gorm:"embedded"`
	ActorName *string
}

// loadNamedTracking is loadTracking with the names of the actors.
func loadNamedTracking(db *gorm.DB, orderID string) (o order, entries []namedEntry, err error) {
	if o, err = database.ByID[order](withShipments(db), orderID); err != nil {
		return o, nil, err
	}
	named := withActorName(db.Table("ordering_timeline"), "ordering_timeline.actor").
		Select("ordering_timeline.*, " + actorName + " AS actor_name")
	err = sortedTimeline(named.Where("order_id = ?", o.ID)).Find(&entries).Error
	return o, entries, err
}

// timelinesOf are the timelines of all orders of a buyer, each oldest first.
func timelinesOf(db *gorm.DB, buyerID string) (entries []timelineEntry, err error) {
	err = sortedTimeline(db.Where("order_id IN (?)", orderIDsOf(db, buyerID))).Find(&entries).Error
	return entries, err
}

// sortedTimeline sorts entries by time. A timeline begins with the placing, even when a carrier
// reports an earlier moment.
func sortedTimeline(q *gorm.DB) *gorm.DB {
	return q.Order("CASE status WHEN 'placed' THEN 0 ELSE 1 END, occurred_at, id")
}

// isReported reports whether the order's timeline has the carrier's report.
func isReported(tx *gorm.DB, orderID string, externalID *string) (bool, error) {
	if externalID == nil {
		return false, nil
	}
	var n int64
	err := tx.Model(&timelineEntry{}).Where("order_id = ? AND external_id = ?", orderID, *externalID).Count(&n).Error
	return n > 0, err
}
