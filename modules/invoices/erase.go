package invoices

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// onAccountErased takes the documents off an erased user, and off the guests with the addresses:
// they find them no more. The law keeps the documents themselves, with name, company, address and
// VAT id, until the end of their retention. What a request that was under way answered after
// identity's erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := eraseBuyer(ctx, tx, buyer{ID: m.Event.UserID, Erased: true}); err != nil {
		return err
	}
	for _, guestID := range m.Event.AddressIDs() {
		if guestID == "" {
			continue
		}
		// The owner of an address may order again: it gets no tombstone.
		if err := eraseBuyer(ctx, tx, buyer{ID: guestID}); err != nil {
			return err
		}
	}
	return nil
}

// onGuestErased does the same for the orders of a guest alone.
func onGuestErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.GuestErased]) error {
	return eraseBuyer(ctx, tx, buyer{ID: m.Event.GuestID})
}

// eraseBuyer takes a buyer off the orders. An order of theirs that is copied at the same time is
// either found here, or finds the tombstone.
func eraseBuyer(ctx context.Context, tx *gorm.DB, b buyer) error {
	if err := database.PutTombstone(tx, &b); err != nil {
		return err
	}
	orders, err := ordersOfBuyer(tx, b.ID)
	if err != nil {
		return err
	}
	for n := range orders {
		orders[n].forget()
		if err := saveOrder(tx, &orders[n]); err != nil {
			return err
		}
	}
	return eventbus.EraseSubject(ctx, tx, b.ID)
}
