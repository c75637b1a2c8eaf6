package ordering

import (
	"context"
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// timelineStatus is what an entry of a timeline says: one of the statuses below, or a tracking
// status.
type timelineStatus string

const (
	timelinePlaced          timelineStatus = "placed"
	timelinePaid            timelineStatus = "paid"
	timelineProcessing      timelineStatus = "processing"
	timelineShipped         timelineStatus = "shipped"
	timelineDelivered       timelineStatus = "delivered"
	timelineUndelivered     timelineStatus = "undelivered"
	timelineItemsCancelled  timelineStatus = "items_cancelled"
	timelineCancelled       timelineStatus = "cancelled"
	timelineReturnRequested timelineStatus = "return_requested"
	timelineReturned        timelineStatus = "returned"
	timelineRefunded        timelineStatus = "refunded"
	// For the staff alone.
	timelineDisputed    timelineStatus = "disputed"
	timelineDisputeWon  timelineStatus = "dispute_won"
	timelineDisputeLost timelineStatus = "dispute_lost"
	// timelineAddressChanged is stored as timelineProcessing with AddressChanged.
	timelineAddressChanged timelineStatus = "address_changed"
	// timelineBillingChanged is stored as timelineProcessing with BillingChanged.
	timelineBillingChanged timelineStatus = "billing_address_changed"
)

// Values are all of them.
func (timelineStatus) Values() []string {
	own := convert.Strings(
		timelinePlaced, timelinePaid, timelineProcessing, timelineAddressChanged, timelineBillingChanged, timelineShipped,
		timelineDelivered, timelineUndelivered, timelineItemsCancelled, timelineCancelled, timelineReturnRequested,
		timelineReturned,
		timelineRefunded,
	)
	tracked := slices.DeleteFunc(trackingStatus("").Values(), func(s string) bool { return slices.Contains(own, s) })
	return slices.Concat(own, tracked, convert.Strings(timelineDisputed, timelineDisputeWon, timelineDisputeLost))
}

// timelineEntry is an entry of an order's timeline. It is made of its event, which carries its id
// (EntryID), and of the event's actor: rebuilt from the event log, a timeline is the same.
type timelineEntry struct {
	ID          string `gorm:"primaryKey"`
	OrderID     string
	ShipmentID  *string
	Status      timelineStatus
	Description *string
	Location    *string
	ExternalID  *string // the carrier's, unique within the order
	OccurredAt  time.Time
	// AddressChanged: the entry says that the order goes to another address now.
	AddressChanged bool
	// BillingChanged: the entry says that the invoice goes to another address now.
	BillingChanged bool
	Actor          *string // as the event log names actors; nil in entries of older versions
}

func (timelineEntry) TableName() string { return "ordering_timeline" }

// timelineEntries are the entries that the events make, which are about to be published for the
// actor of ctx.
func timelineEntries(ctx context.Context, recorded []eventbus.Event) (entries []timelineEntry) {
	actor := eventbus.CauseOf(ctx).Actor
	for _, event := range recorded {
		if e, ok := timelineEntryOf(event); ok {
			e.Actor = &actor
			entries = append(entries, e)
		}
	}
	return entries
}

// timelineEntryOf is the entry that the event makes, without its actor; false when it makes none.
func timelineEntryOf(event eventbus.Event) (timelineEntry, bool) {
	switch e := event.(type) {
	case events.OrderPlaced:
		return newEntry(e.Order, timelinePlaced, e.PlacedAt)
	case events.OrderPaid:
		return newEntry(e.Order, timelinePaid, e.PaidAt)
	case events.OrderProcessing:
		return newEntry(e.Order, timelineProcessing, e.StartedAt)
	case events.ShipToChanged:
		entry, ok := newEntry(e.Order, timelineProcessing, e.ChangedAt)
		entry.AddressChanged = true
		return entry, ok
	case events.BillToChanged:
		entry, ok := newEntry(e.Order, timelineProcessing, e.ChangedAt)
		entry.BillingChanged = true
		return entry, ok
	case events.OrderShipped:
		entry, ok := newEntry(e.Order, timelineShipped, e.ShippedAt)
		entry.ShipmentID = &e.ShipmentID
		return entry, ok
	case events.ShipmentTracked:
		entry, ok := newEntry(e.Order, timelineStatus(e.Status), e.OccurredAt)
		entry.ShipmentID, entry.ExternalID, entry.Description, entry.Location = &e.ShipmentID, e.ExternalID, e.Description,
			e.Location
		return entry, ok
	case events.OrderDelivered:
		entry, ok := newEntry(e.Order, timelineDelivered, e.DeliveredAt)
		entry.ShipmentID, entry.ExternalID, entry.Description, entry.Location = &e.ShipmentID, e.ExternalID, e.Description,
			e.Location
		return entry, ok
	case events.ShipmentUndelivered:
		entry, ok := newEntry(e.Order, timelineUndelivered, e.UndeliveredAt)
		entry.ShipmentID = &e.ShipmentID
		return entry, ok
	case events.ItemsCancelled:
		entry, ok := newEntry(e.Order, timelineItemsCancelled, e.CancelledAt)
		if e.Reason != "" { // as after an erasure
			entry.Description = &e.Reason
		}
		return entry, ok
	case events.OrderCancelled:
		entry, ok := newEntry(e.Order, timelineCancelled, e.CancelledAt)
		entry.Description = e.Note
		return entry, ok
	case events.ReturnRequested:
		return newEntry(e.Order, timelineReturnRequested, e.RequestedAt)
	case events.ReturnReceived:
		return newEntry(e.Order, timelineReturned, e.ReceivedAt)
	case events.PaymentDisputed:
		return newEntry(e.Order, timelineDisputes[e.Status], e.ChangedAt)
	case events.RefundSettled:
		return newEntry(e.Order, timelineRefunded, e.SettledAt)
	}
	return timelineEntry{}, false
}

// timelineDisputes are the entries of disputes by how they stand.
var timelineDisputes = map[events.DisputeStatus]timelineStatus{
	events.DisputeStatusOpen: timelineDisputed, events.DisputeStatusWon: timelineDisputeWon,
	events.DisputeStatusLost: timelineDisputeLost,
}

// forStaff reports whether the buyer does not see the entry.
func (e timelineEntry) forStaff() bool {
	return e.Status == timelineDisputed || e.Status == timelineDisputeWon || e.Status == timelineDisputeLost
}

// shownToBuyer are those of the order's entries that the buyer reads: not those for the staff, nor
// refunds that the bank sent back, nor payments that the staff took back (OrderUnpaid), which are
// all but the last one, and that too while the order is not paid.
func (o *order) shownToBuyer(entries []timelineEntry) []timelineEntry {
	takenBack := 0
	for _, e := range entries {
		if e.Status == timelinePaid {
			takenBack++
		}
	}
	if o.isPaid() {
		takenBack--
	}
	bounced := o.bouncedRefunds(entries)
	shown := make([]timelineEntry, 0, len(entries))
	for _, e := range entries {
		switch {
		case e.Status == timelinePaid && takenBack > 0:
			takenBack--
		case slices.Contains(bounced, e.ID):
		case !e.forStaff():
			shown = append(shown, e)
		}
	}
	return shown
}

// bouncedRefunds are the ids of the entries of refunds that have succeeded and failed since: those
// of no moment at which a refund has succeeded that still stands, as many as are too many.
func (o *order) bouncedRefunds(entries []timelineEntry) (bounced []string) {
	tooMany, failed := 0, false
	for _, e := range entries {
		if e.Status == timelineRefunded {
			tooMany++
		}
	}
	var stand []time.Time
	for _, r := range o.Refunds {
		failed = failed || r.Status == refundFailed
		if r.Status == refundSucceeded {
			tooMany--
			if r.SettledAt != nil {
				stand = append(stand, *r.SettledAt)
			}
		}
	}
	for _, e := range entries {
		isOne := e.Status == timelineRefunded && !slices.ContainsFunc(stand, e.OccurredAt.Equal)
		if failed && isOne && len(bounced) < tooMany {
			bounced = append(bounced, e.ID)
		}
	}
	return bounced
}

// shown is what the entry says.
func (e *timelineEntry) shown() timelineStatus {
	switch {
	case e.AddressChanged:
		return timelineAddressChanged
	case e.BillingChanged:
		return timelineBillingChanged
	}
	return e.Status
}

// newEntry is an entry of the order's timeline; false when the event has none.
func newEntry(o events.Order, status timelineStatus, at time.Time) (timelineEntry, bool) {
	if o.EntryID == nil {
		return timelineEntry{}, false
	}
	return timelineEntry{ID: *o.EntryID, OrderID: o.OrderID, Status: status, OccurredAt: at}, true
}
