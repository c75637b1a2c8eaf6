package ordering

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// eraseUser erases the user's personal data in ordering. Orders stay; an open one keeps its
// destination until it has ended. A checkout that runs at the same time either commits before and
// is erased here, or finds the tombstone. Its events and its stored response are younger than
// identity's erasure: they are erased once more.
func eraseUser(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := deleteUserCart(tx, userID); err != nil {
		return err
	}
	if err := tombstoneBuyer(tx, userID, m.Seq); err != nil {
		return err
	}
	if err := eraseOrders(tx, userID); err != nil {
		return err
	}
	for _, personal := range []any{&recipient{}, &voucher{}} {
		if err := tx.Where("user_id = ?", userID).Delete(personal).Error; err != nil {
			return err
		}
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}

// eraseOrders blanks the personal data in the user's orders, and the texts that people wrote about
// them. An open order keeps its destination and the buyer's note until the command that ends it
// blanks them (eraseDestination).
func eraseOrders(tx *gorm.DB, userID string) error {
	if err := tx.Exec(`UPDATE ordering_orders SET buyer_email = '', buyer_name = '', buyer_erased = TRUE, search = lower(number), recipient_id = NULL
		WHERE user_id = ?`, userID).Error; err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE ordering_orders SET ship_to_name = '', ship_to_phone = NULL, ship_to_address = '', ship_to_country = '', note = NULL
		WHERE user_id = ? AND status IN (?, ?)`, userID, orderCompleted, orderCancelled).Error; err != nil {
		return err
	}
	const ofUser = ` WHERE order_id IN (SELECT id FROM ordering_orders WHERE user_id = ?)`
	for _, blank := range []string{
		`UPDATE ordering_timeline SET description = NULL, location = NULL` + ofUser + ` AND (description IS NOT NULL OR location IS NOT NULL)`,
		`UPDATE ordering_refunds SET reason = ''` + ofUser,
		`UPDATE ordering_returns SET reason = '', rejection_reason = CASE WHEN rejection_reason IS NULL THEN NULL ELSE '' END` + ofUser,
	} {
		if err := tx.Exec(blank, userID).Error; err != nil {
			return err
		}
	}
	return nil
}
