package ordering

import "time"

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
