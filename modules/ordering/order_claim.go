package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// claimOrders gives the user the orders that were made with the user's email and no account. Their
// tokens end. It returns how many they are, and Unauthenticated when the account was erased.
//
// It locks the guest's row as the erasure of a guest and a guest's checkout do: an order that a
// checkout is about to make is claimed later.
func claimOrders(ctx context.Context, tx *gorm.DB, userID, guestID string, now time.Time) (int, error) {
	if _, err := isTombstoned(tx, guestID); err != nil {
		return 0, err
	}
	if erased, err := isTombstoned(tx, userID); err != nil || erased {
		return 0, orErased(err)
	}
	orders, err := lockGuestOrders(tx, guestID)
	if err != nil {
		return 0, err
	}
	for _, o := range orders {
		c := newOrderCommand(tx, o, now)
		c.claim(userID)
		c.record(events.OrderClaimed{
			Order: c.eventOrder(), GuestID: guestID, Items: eventItems(c.deliveredItems()), Goods: int64(c.goods()),
			Earned: c.earned(), ClaimedAt: c.now,
		})
		if err := c.save(ctx); err != nil {
			return 0, err
		}
	}
	return len(orders), nil
}

// orErased is err, or Unauthenticated when there is none.
func orErased(err error) error {
	if err != nil {
		return err
	}
	return fault.New(fault.Unauthenticated, "The account has been erased.")
}

// claim makes the order the user's.
func (o *order) claim(userID string) { o.UserID, o.Guest, o.CartTokenHash = userID, false, nil }

// deliveredItems are the units that have arrived.
func (o *order) deliveredItems() (delivered []allocation) {
	for i := range o.Items {
		if it := &o.Items[i]; it.Delivered > 0 {
			delivered = append(delivered, allocation{Item: it, Units: it.Delivered})
		}
	}
	return delivered
}

// onEmailVerified claims the orders of an account whose email was proved. An account that was
// erased meanwhile claims none.
func (d *Deps) onEmailVerified(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailVerified]) error {
	return d.claimOrdersOf(ctx, tx, m.Event.UserID, m.Event.Email)
}

// onEmailProved is onEmailVerified for an account with another address.
func (d *Deps) onEmailProved(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailChanged]) error {
	return d.claimOrdersOf(ctx, tx, m.Event.UserID, m.Event.Email)
}

// claimOrdersOf claims the orders of the address, which is blank in an event that was erased.
func (d *Deps) claimOrdersOf(ctx context.Context, tx *gorm.DB, userID, email string) error {
	if email == "" {
		return nil
	}
	_, err := claimOrders(ctx, tx, userID, d.Pseudonyms.OfEmail(email), d.Clock.Now())
	if fault.Is(err, fault.Unauthenticated) {
		return nil
	}
	return err
}
