package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
)

// ignoreEntry notes that an open entry is no order's. It returns the entry with its order, or one
// that its text names, and as faults NotFound, and InvalidTransition for an entry that is not open.
func ignoreEntry(
	ctx context.Context, tx *gorm.DB, entryID, reason string, by auth.Principal, now time.Time,
) (entry, order, error) {
	e, err := lockEntry(tx, entryID)
	if err != nil {
		return entry{}, order{}, err
	}
	o, err := orderOfEntry(tx, &e)
	if err != nil {
		return entry{}, order{}, err
	}
	if err := e.ignore(o, reason, by, now); err != nil {
		return entry{}, order{}, err
	}
	if err := requireOpen(endEntry(tx, &e)); err != nil {
		return entry{}, order{}, err
	}
	return e, o, eventbus.Publish(ctx, tx, events.EntryIgnored{
		EntryID: e.ID, StatementID: e.StatementID, OrderID: e.OrderID, Amount: int64(e.Amount), BookedOn: e.BookedOn,
		Reason: reason,
	})
}
