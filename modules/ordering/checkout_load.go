package ordering

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// opening is what a checkout begins with, read by one query: the cart and its buyer, locked, and what was chosen, if it may be.
type opening struct {
	Cart      cart           `gorm:"embedded;embeddedPrefix:cart_"`
	Buyer     buyer          `gorm:"embedded;embeddedPrefix:buyer_"`
	Method    shippingMethod `gorm:"embedded;embeddedPrefix:method_"` // without an id when there is no such that is active
	Address   address        `gorm:"embedded;embeddedPrefix:address_"`
	Recipient recipient      `gorm:"embedded;embeddedPrefix:recipient_"`
}

var openingColumns = columnsOf[cart]("c", "cart_") + ", " + columnsOf[buyer]("b", "buyer_") + ", " + columnsOf[shippingMethod]("m", "method_") + ", " +
	columnsOf[address]("a", "address_") + ", " + columnsOf[recipient]("r", "recipient_")

// beginCheckout locks the user's cart and reads what a checkout begins with; the opening is blank when there is no cart (any more).
//
// The lines are read afterwards: who has waited for the lock must not judge what was there before.
func beginCheckout(tx *gorm.DB, userID string, c *choice) (o opening, lines []priced, err error) {
	q := tx.Table("ordering_carts AS c").Select(openingColumns).
		Joins("JOIN ordering_buyers b ON b.user_id = c.user_id").
		Joins("LEFT JOIN ordering_shipping_methods m ON m.id = ? AND m.active", validOrNull(c.MethodID)).
		Joins("LEFT JOIN ordering_recipients r ON r.id = ? AND r.user_id = c.user_id AND NOT r.deleted", validOrNull(c.RecipientID))
	if c.AddressID != "" {
		q = q.Joins("LEFT JOIN ordering_addresses a ON a.id = ? AND a.user_id = c.user_id AND NOT a.deleted", validOrNull(c.AddressID))
	} else {
		q = q.Joins("LEFT JOIN ordering_addresses a ON a.is_default AND a.user_id = c.user_id AND NOT a.deleted")
	}
	q = q.Where("c.user_id = ?", userID).Order("a.seq DESC").Limit(1).
		Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "c, b", Raw: true}})
	itsLines := linesOfCart(tx, "(SELECT id FROM ordering_carts WHERE user_id = ?)", userID)
	return o, lines, database.BatchReads(tx, database.Read{Query: q, Into: &o}, database.Read{Query: itsLines, Into: &lines})
}
