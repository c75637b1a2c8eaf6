package payments

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// onAccountErased removes the user, and the guests with the addresses, from the orders, intents and
// entries of statements, and the payers from the entries that name their orders. Nothing else is
// personal.
// What a request that was under way answered after identity's erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	for _, buyer := range append(m.Event.AddressIDs(), m.Event.UserID) {
		if buyer == "" {
			continue
		}
		if err := removeUser(tx, buyer); err != nil {
			return err
		}
		if err := eventbus.EraseSubject(ctx, tx, buyer); err != nil {
			return err
		}
	}
	return forgetMember(tx, m.Event.UserID)
}

// onGuestErased does the same for the orders of a guest alone.
func onGuestErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.GuestErased]) error {
	if err := removeUser(tx, m.Event.GuestID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, m.Event.GuestID)
}
