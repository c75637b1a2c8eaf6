package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// timelineStatus is what an entry of the timeline says: one of the statuses below, or a tracking
// status.
type timelineStatus string

const (
	timelinePlaced          timelineStatus = "placed"
	timelinePaid            timelineStatus = "paid"
	timelineProcessing      timelineStatus = "processing"
	timelineShipped         timelineStatus = "shipped"
	timelineDelivered       timelineStatus = "delivered"
	timelineCancelled       timelineStatus = "cancelled"
	timelineReturnRequested timelineStatus = "return_requested"
	timelineReturned        timelineStatus = "returned"
	timelineRefunded        timelineStatus = "refunded"
)

// entry is a line of an order's timeline. Its id stands in the event that tells the same (EntryID), so that the timeline is the
// same when it is rebuilt from the log.
type entry struct {
	ID          string `gorm:"primaryKey"`
	OrderID     string
	ShipmentID  *string
	Status      timelineStatus
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

// tell publishes events and writes what they say of orders into the timelines. An entry is made of its event alone (entryOf), so
// that a timeline can be made again from the log.
func tell(ctx context.Context, tx *gorm.DB, news ...eventbus.Event) error {
	if entries := entriesOf(news); len(entries) > 0 {
		if err := tx.Create(&entries).Error; err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, tx, news...)
}

// entriesOf are the entries that tell of the events.
func entriesOf(news []eventbus.Event) (entries []entry) {
	for _, e := range news {
		if told, ok := entryOf(e); ok {
			entries = append(entries, told)
		}
	}
	return entries
}

// entryOf is the entry that tells of the event; false when none does.
func entryOf(e eventbus.Event) (entry, bool) {
	switch e := e.(type) {
	case events.OrderPlaced:
		return entryAt(e.Order, timelinePlaced, e.PlacedAt)
	case events.OrderPaid:
		return entryAt(e.Order, timelinePaid, e.PaidAt)
	case events.OrderProcessing:
		return entryAt(e.Order, timelineProcessing, e.StartedAt)
	case events.OrderShipped:
		told, ok := entryAt(e.Order, timelineShipped, e.ShippedAt)
		told.ShipmentID = &e.ShipmentID
		return told, ok
	case events.ShipmentTracked:
		told, ok := entryAt(e.Order, timelineStatus(e.Status), e.OccurredAt)
		told.ShipmentID, told.ExternalID, told.Description, told.Location = &e.ShipmentID, e.ExternalID, e.Description, e.Location
		return told, ok
	case events.OrderDelivered:
		told, ok := entryAt(e.Order, timelineDelivered, e.DeliveredAt)
		told.ShipmentID, told.ExternalID, told.Description, told.Location = &e.ShipmentID, e.ExternalID, e.Description, e.Location
		return told, ok
	case events.OrderCancelled:
		told, ok := entryAt(e.Order, timelineCancelled, e.CancelledAt)
		told.Description = e.Note
		return told, ok
	case events.ReturnRequested:
		return entryAt(e.Order, timelineReturnRequested, e.RequestedAt)
	case events.ReturnReceived:
		return entryAt(e.Order, timelineReturned, e.ReceivedAt)
	case events.RefundSettled:
		return entryAt(e.Order, timelineRefunded, e.SettledAt)
	}
	return entry{}, false
}

func entryAt(o events.Order, status timelineStatus, at time.Time) (entry, bool) {
	if o.EntryID == nil {
		return entry{}, false
	}
	return entry{ID: *o.EntryID, OrderID: o.OrderID, Status: status, OccurredAt: at}, true
}
