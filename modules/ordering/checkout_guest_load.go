package ordering

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/id"
)

// loadGuestCheckout is loadCheckout for a guest. The checkout locks the row of the buyer, which it
// creates, so that the open orders of an address are counted exactly; a quote leaves none behind.
func loadGuestCheckout(
	tx *gorm.DB, tokenHash string, req *checkoutRequest,
) (c checkoutContext, lines []cartLine, err error) {
	q := req.joinMethods(tx.Table("ordering_carts AS c").Select(guestCheckoutColumns)).
		Where("c.token_hash = ?", tokenHash).
		Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "c", Raw: true}})
	var rows []checkoutContext
	reads := []database.Read{
		{Query: q, Into: &rows},
		readLines(cartLinesQuery(tx, "(SELECT id FROM ordering_carts WHERE token_hash = ?)", tokenHash), &lines),
	}
	if req.Guest != nil && !req.Quote {
		var locked []buyer
		reads = append(reads, database.Read{Query: selectLockedGuest(tx, req.Guest.ID), Into: &locked})
	}
	err = database.BatchReads(tx, reads...)
	c = req.contextOf(rows)
	c.Buyer = req.Guest.buyer()
	return c, lines, err
}

var guestCheckoutColumns = database.ColumnsOf[cart]().SelectAs("c", "cart_") + ", " +
	database.ColumnsOf[shippingMethod]().SelectAs("m", "method_")

// lockGuest locks the row of a guest's pseudonym.
func lockGuest(tx *gorm.DB, guestID string) error {
	var locked []buyer
	return selectLockedGuest(tx, guestID).Find(&locked).Error
}

// selectLockedGuest locks the row of a guest's pseudonym, which it creates when there is none. The
// row says nothing of the guest.
func selectLockedGuest(tx *gorm.DB, guestID string) *gorm.DB {
	return tx.Raw(`INSERT INTO ordering_buyers (user_id, email, full_name, locale, account_type, erased, profile_seq,
		account_type_seq)
		VALUES (?, '', '', 'en', 'retail', FALSE, 0, 0) ON CONFLICT (user_id)
		DO UPDATE SET user_id = excluded.user_id RETURNING *`, guestID)
}

// loadOrderOfGuestCart is the order that the guest's cart with the token has become. For another
// cart it returns a ValidationFailed at /cartId.
func loadOrderOfGuestCart(tx *gorm.DB, tokenHash, cartID string) (*order, error) {
	var found []order
	if id.Valid(cartID) {
		if err := withDetails(tx).Where("cart_id = ? AND cart_token_hash = ?", cartID, tokenHash).
			Find(&found).Error; err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, notCallersCart()
	}
	return &found[0], nil
}
