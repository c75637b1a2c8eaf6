package ordering

import (
	"time"

	"gorm.io/gorm"
)

// entry is a line of an order's timeline. Its id stands in the event that tells the same (EntryID), so that the timeline is the
// same when it is rebuilt from the log.
type entry struct {
	ID          string `gorm:"primaryKey"`
	OrderID     string
	ShipmentID  *string
	Status      string
	Description *string
	Location    *string
	ExternalID  *string // the carrier's, unique within the order
	OccurredAt  time.Time
}

func (entry) TableName() string { return "ordering_timeline" }

// timelineOf is the timeline of an order, oldest first: it begins with the placing, whatever moment a carrier names.
func timelineOf(db *gorm.DB, orderID string) (entries []entry, err error) {
	err = inOrder(db.Where("order_id = ?", orderID)).Find(&entries).Error
	return entries, err
}

// inOrder sorts entries as a timeline shows them.
func inOrder(q *gorm.DB) *gorm.DB {
	return q.Order("CASE status WHEN 'placed' THEN 0 ELSE 1 END, occurred_at, id")
}
