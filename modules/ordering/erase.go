package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/grant"
	"orderd/platform/id"
)

// eraseUser erases the user's personal data in ordering. Orders stay; an open one keeps its
// destination until it has ended. A checkout that runs at the same time either commits before and
// is erased here, or finds the tombstone. Its events and its stored response are younger than
// identity's erasure: they are erased once more.
func eraseUser(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	for _, guestID := range m.Event.AddressIDs() {
		if err := eraseGuest(ctx, tx, guestID); err != nil {
			return err
		}
	}
	if err := deleteUserCart(tx, userID); err != nil {
		return err
	}
	if err := tombstoneBuyer(tx, userID, m.Seq); err != nil {
		return err
	}
	if err := eraseOrders(tx, userID); err != nil {
		return err
	}
	if err := eraseWithdrawals(ctx, tx, userID); err != nil {
		return err
	}
	for _, personal := range []any{&recipient{}, &voucher{}} {
		if err := tx.Where("user_id = ?", userID).Delete(personal).Error; err != nil {
			return err
		}
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}

// eraseProvedGuest erases the guest of a look-up's token, and publishes it. It returns
// fault.Missing when the token opens no order any more.
func eraseProvedGuest(ctx context.Context, tx *gorm.DB, g grant.Grant, now time.Time) error {
	if err := lockGuest(tx, g.Holder); err != nil {
		return err
	}
	if err := requireGuestOrder(tx, g); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.GuestErased{GuestID: g.Holder, ErasedAt: now}); err != nil {
		return err
	}
	return eraseGuest(ctx, tx, g.Holder)
}

// eraseGuestFor erases a guest at the request of an admin, who gives a reason that stays in the
// log, and publishes it. It returns fault.Missing for one without an order that is not erased yet.
func eraseGuestFor(ctx context.Context, tx *gorm.DB, guestID, reason string, now time.Time) error {
	if !id.Valid(guestID) {
		return fault.Missing()
	}
	if err := lockGuest(tx, guestID); err != nil {
		return err
	}
	if err := requireGuest(tx, guestID); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, events.GuestErased{GuestID: guestID, ErasedAt: now, Reason: &reason}); err != nil {
		return err
	}
	return eraseGuest(ctx, tx, guestID)
}

// requireGuestOrder returns fault.Missing unless the token of the grant opens its order.
func requireGuestOrder(db *gorm.DB, g grant.Grant) error {
	_, err := database.ByID[order](orderCaller{GuestID: g.Holder}.orders(db), g.Resource)
	return err
}

// eraseGuest erases the personal data in the orders that were made with an email address and no
// account. It locks the row that a guest's checkout locks.
func eraseGuest(ctx context.Context, tx *gorm.DB, guestID string) error {
	if guestID == "" {
		return nil
	}
	if err := lockGuest(tx, guestID); err != nil {
		return err
	}
	if err := eraseOrders(tx, guestID); err != nil {
		return err
	}
	if err := deleteLookupsOf(tx, guestID); err != nil {
		return err
	}
	if err := eraseWithdrawals(ctx, tx, guestID); err != nil {
		return err
	}
	return eventbus.EraseSubject(ctx, tx, guestID)
}

// eraseOrders blanks the personal data in the user's orders and the texts that people wrote about
// them, and deletes the notes and the metadata of staff. An open order keeps its addresses and the
// buyer's note until the command that ends it blanks them (eraseDestination).
func eraseOrders(tx *gorm.DB, userID string) error {
	if err := tx.Exec(`UPDATE ordering_orders SET buyer_email = '', buyer_name = '', buyer_erased = TRUE,
		search = lower(number), recipient_id = NULL, cart_token_hash = NULL, metadata = '{}'
		WHERE user_id = ?`, userID).Error; err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE ordering_orders SET ship_to_name = '', ship_to_phone = NULL, ship_to_address = '',
		ship_to_country = '', ship_to_company = NULL, ship_to_line1 = NULL, ship_to_line2 = NULL,
		ship_to_postal_code = NULL, ship_to_city = NULL, ship_to_state = NULL, bill_to_name = '', bill_to_company = NULL,
		bill_to_phone = NULL, bill_to_address = '', bill_to_line1 = NULL, bill_to_line2 = NULL, bill_to_postal_code = NULL,
		bill_to_city = NULL, bill_to_state = NULL, bill_to_country = '', bill_to_vat_id = NULL, note = NULL
		WHERE user_id = ? AND status IN (?, ?)`, userID, orderCompleted, orderCancelled).Error; err != nil {
		return err
	}
	const ofUser = ` WHERE order_id IN (SELECT id FROM ordering_orders WHERE user_id = ?)`
	for _, erase := range []string{
		`UPDATE ordering_timeline SET description = NULL, location = NULL` + ofUser +
			` AND (description IS NOT NULL OR location IS NOT NULL)`,
		`DELETE FROM ordering_order_notes` + ofUser,
		`DELETE FROM ordering_order_metadata` + ofUser,
		`UPDATE ordering_refunds SET reason = '', reference = NULL, failure = NULL` + ofUser,
		`UPDATE ordering_returns SET reason = '', deduct_reason = NULL, rejection_reason =
			CASE WHEN rejection_reason IS NULL THEN NULL ELSE '' END` + ofUser,
	} {
		if err := tx.Exec(erase, userID).Error; err != nil {
			return err
		}
	}
	return forgetSearchTexts(tx, userID)
}
