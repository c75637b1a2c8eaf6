package ordering

import "gorm.io/gorm"

// eraseOrders blanks what the user's orders say of people, and what was written about them by hand. An open order keeps where it goes
// to, and the buyer's note on it, until the command that ends it blanks them (forgetWhere).
func eraseOrders(tx *gorm.DB, userID string) error {
	if err := tx.Exec(`UPDATE ordering_orders SET buyer_email = '', buyer_name = '', buyer_erased = TRUE, search = lower(number), recipient_id = NULL
		WHERE user_id = ?`, userID).Error; err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE ordering_orders SET ship_to_name = '', ship_to_phone = NULL, ship_to_address = '', ship_to_country = '', note = NULL
		WHERE user_id = ? AND status IN (?, ?)`, userID, orderCompleted, orderCancelled).Error; err != nil {
		return err
	}
	const theirs = ` WHERE order_id IN (SELECT id FROM ordering_orders WHERE user_id = ?)`
	for _, blank := range []string{
		`UPDATE ordering_timeline SET description = NULL, location = NULL` + theirs + ` AND (description IS NOT NULL OR location IS NOT NULL)`,
		`UPDATE ordering_refunds SET reason = ''` + theirs,
		`UPDATE ordering_returns SET reason = '', rejection_reason = CASE WHEN rejection_reason IS NULL THEN NULL ELSE '' END` + theirs,
	} {
		if err := tx.Exec(blank, userID).Error; err != nil {
			return err
		}
	}
	return nil
}

// forgetWhere blanks where an order went when it has ended and its buyer's account was erased before (command.done).
func (o *order) forgetWhere() {
	if o.BuyerErased && o.ended() {
		o.ShipTo, o.Note = shipTo{}, nil
	}
}
