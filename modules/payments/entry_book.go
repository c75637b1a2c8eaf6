package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// bookEntry books an open entry: its money is the order's, by default that of the entry. It returns
// NotFound, a validation fault for an order that is not given or does not exist, and
// InvalidTransition for an entry that is not open.
func bookEntry(
	ctx context.Context, tx *gorm.DB, entryID string, orderID *string, by auth.Principal, now time.Time,
) (entry, order, error) {
	e, err := database.ByID[entry](tx, entryID)
	if err != nil {
		return entry{}, order{}, err
	}
	if orderID == nil {
		orderID = e.OrderID
	}
	if orderID == nil {
		return entry{}, order{}, orderFault(fault.Required, "is required: the entry names no order, or several")
	}
	o, err := lockOrder(tx, *orderID) // the row of the event's key
	if fault.Is(err, fault.NotFound) {
		return entry{}, order{}, orderFault(fault.NotAllowed, "is no order")
	}
	if err != nil {
		return entry{}, order{}, err
	}
	if e, err = lockEntry(tx, entryID); err != nil {
		return entry{}, order{}, err
	}
	if err := e.book(o, by, now); err != nil {
		return entry{}, order{}, err
	}
	if err := requireOpen(endEntry(tx, &e)); err != nil {
		return entry{}, order{}, err
	}
	return e, o, publishBooked(ctx, tx, []entry{e}, now)
}

func orderFault(code fault.Code, detail fault.Text) error {
	return fault.Invalid(fault.Field{Pointer: "/orderId", Code: code, Detail: detail})
}

// requireOpen is InvalidTransition when the entry was not open any more.
func requireOpen(saved bool, err error) error {
	if err == nil && !saved {
		return notOpen()
	}
	return err
}

// publishBooked publishes entries that were booked, each of another order, whose rows are locked.
func publishBooked(ctx context.Context, tx *gorm.DB, booked []entry, now time.Time) error {
	if len(booked) == 0 {
		return nil
	}
	totals, err := bookedOf(tx, convert.All(booked, func(e entry) string { return *e.OrderID })...)
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, convert.All(booked, func(e entry) eventbus.Event {
		return events.TransferReceived{
			EntryID: e.ID, StatementID: e.StatementID, OrderID: *e.OrderID, Amount: int64(e.Amount),
			Total: int64(totals[*e.OrderID]), BookedOn: e.BookedOn, Itself: e.Itself, ReceivedAt: now,
		}
	})...)
}
