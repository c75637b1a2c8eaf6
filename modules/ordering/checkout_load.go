package ordering

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// checkoutContext is what a checkout is about, read by one query: the cart and its buyer, locked,
// and what the request names, if the buyer may choose it. What was not found has no id.
type checkoutContext struct {
	Cart      cart           `gorm:"embedded;embeddedPrefix:cart_"`
	Buyer     buyer          `gorm:"embedded;embeddedPrefix:buyer_"`
	Method    shippingMethod `gorm:"embedded;embeddedPrefix:method_"`
	Address   address        `gorm:"embedded;embeddedPrefix:address_"`
	Recipient recipient      `gorm:"embedded;embeddedPrefix:recipient_"`
	// Billing is a user's default address, unless the request names another for the invoice.
	Billing address `gorm:"embedded;embeddedPrefix:billing_"`

	Methods []shippingMethod `gorm:"-"` // of a quote: all that may be chosen
}

var checkoutColumns = database.ColumnsOf[cart]().SelectAs("c", "cart_") + ", " +
	database.ColumnsOf[buyer]().SelectAs("b", "buyer_") + ", " +
	database.ColumnsOf[shippingMethod]().SelectAs("m", "method_") + ", " +
	database.ColumnsOf[address]().SelectAs("a", "address_") + ", " + database.ColumnsOf[recipient]().
	SelectAs("r", "recipient_")

var billingColumns = database.ColumnsOf[address]().SelectAs("i", "billing_")

// loadCheckout locks the user's cart and its buyer, and reads what a checkout of req is about, with
// the lines of the cart. Without a cart the context is blank.
//
// The lines are a query of their own, which runs after the lock has been granted: a checkout that
// waited for the lock must not see the lines from before.
func loadCheckout(tx *gorm.DB, userID string, req *checkoutRequest) (c checkoutContext, lines []cartLine, err error) {
	q := tx.Table("ordering_carts AS c").Select(checkoutColumns).
		Joins("JOIN ordering_buyers b ON b.user_id = c.user_id").
		Joins("LEFT JOIN ordering_recipients r ON r.id = ? AND r.user_id = c.user_id AND NOT r.deleted",
			validOrNull(req.RecipientID))
	if req.AddressID != "" {
		q = q.Joins("LEFT JOIN ordering_addresses a ON a.id = ? AND a.user_id = c.user_id AND NOT a.deleted",
			validOrNull(req.AddressID))
	} else {
		q = q.Joins("LEFT JOIN ordering_addresses a ON a.is_default AND a.user_id = c.user_id AND NOT a.deleted")
	}
	q = req.joinBilling(q.Where("c.user_id = ?", userID).Order("a.seq DESC"))
	q = req.joinMethods(q).
		Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "c, b", Raw: true}})
	cartLines := cartLinesQuery(tx, "(SELECT id FROM ordering_carts WHERE user_id = ?)", userID)
	var rows []checkoutContext
	err = database.BatchReads(tx, database.Read{Query: q, Into: &rows}, readLines(cartLines, &lines))
	c = req.contextOf(rows)
	if !req.readsBilling() {
		c.Billing = c.Address
	}
	return c, lines, err
}

// joinBilling joins the billing address to the query of a checkout, unless that has it already, as
// the default address, or the request has it.
func (r *checkoutRequest) joinBilling(q *gorm.DB) *gorm.DB {
	switch {
	case !r.readsBilling():
		return q
	case r.BillToAddressID != "":
		q = q.Joins("LEFT JOIN ordering_addresses i ON i.id = ? AND i.user_id = c.user_id AND NOT i.deleted",
			validOrNull(r.BillToAddressID))
	default:
		q = q.Joins("LEFT JOIN ordering_addresses i ON i.is_default AND i.user_id = c.user_id AND NOT i.deleted")
	}
	return q.Select(checkoutColumns + ", " + billingColumns).Order("i.seq DESC")
}

// joinMethods joins the shipping method that was chosen to the query of a checkout, which has one
// row then. That of a quote has a row for each method that may be chosen, so that it costs no
// statement to say which they are.
func (r *checkoutRequest) joinMethods(q *gorm.DB) *gorm.DB {
	if r.Quote {
		return q.Joins("LEFT JOIN ordering_shipping_methods m ON m.active")
	}
	return q.Joins("LEFT JOIN ordering_shipping_methods m ON m.id = ? AND m.active", validOrNull(r.ShippingMethodID)).
		Limit(1)
}

// contextOf makes one context of the rows of a query with joinMethods; a blank one of none. While a
// user's default address changes there may be two, of which the first row has the newer.
func (r *checkoutRequest) contextOf(rows []checkoutContext) (c checkoutContext) {
	if len(rows) == 0 {
		return c
	}
	c = rows[0]
	if !r.Quote {
		return c
	}
	c.Method = shippingMethod{}
	for _, row := range rows {
		if row.Method.ID == "" || row.Address.ID != c.Address.ID || row.Billing.ID != c.Billing.ID {
			continue
		}
		c.Methods = append(c.Methods, row.Method)
		if row.Method.ID == r.ShippingMethodID {
			c.Method = row.Method
		}
	}
	return c
}

// require returns an error unless there are a cart and a buyer: codeCartEmpty, fault.Unavailable
// while the account is so new that ordering has not heard of it, or fault.Unauthenticated when it
// has been erased.
func (c *checkoutContext) require(tx *gorm.DB, userID string) error {
	if c.Buyer.Erased {
		return fault.New(fault.Unauthenticated, "The account has been erased.")
	}
	if c.Cart.ID != "" {
		return nil
	}
	var known int64
	if err := tx.Model(&buyer{}).Where("user_id = ?", userID).Count(&known).Error; err != nil {
		return err
	}
	if known == 0 {
		return fault.Busy(errors.New("ordering: the buyer is not known yet"), time.Second)
	}
	return fault.New(codeCartEmpty, "There is nothing in the cart.")
}

// loadOrderOfCart is the order that the user's cart has become. For a cart that is not theirs it
// returns a ValidationFailed at /cartId.
func loadOrderOfCart(tx *gorm.DB, userID, cartID string) (*order, error) {
	var found []order
	if id.Valid(cartID) {
		if err := withDetails(tx).Where("cart_id = ? AND user_id = ?", cartID, userID).Find(&found).Error; err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, notCallersCart()
	}
	return &found[0], nil
}

func notCallersCart() error {
	return fault.Invalid(fault.Field{Pointer: "/cartId", Code: fault.NotAllowed, Detail: "is not the caller's cart"})
}

// validOrNull is nil for a text that is no id.
func validOrNull(s string) *string {
	if !id.Valid(s) {
		return nil
	}
	return &s
}
