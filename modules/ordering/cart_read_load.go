package ordering

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// loadPricedCart reads what is shown of the cart of a user or of a guest, in one query, and two
// more when it has codes. It returns nil when there is no cart.
func loadPricedCart(db *gorm.DB, o cartOwner, now time.Time) (*pricedCart, error) {
	query := db.Raw(selectCart+"WHERE c.user_id = ? ORDER BY i.id", o.UserID)
	if o.UserID == "" {
		query = db.Raw(selectCart+"WHERE c.token_hash = ? ORDER BY i.id", o.TokenHash)
	}
	c, found := &pricedCart{owner: o, pricingInput: &pricingInput{Now: now}}, false
	err := database.Snapshot(db, database.Select{Query: query, Scan: func(row database.RowScan) error {
		found = true
		return scanCartLine(row, c)
	}})
	if err != nil || !found {
		return nil, err
	}
	c.pricingInput.Codes, err = loadCodes(db, c.cart.Codes, o)
	return c, err
}

// lockPricedUserCart is lockPricedCart for a user alone, with one round trip for a cart that
// exists, one more to create it, and two more when it has codes. It returns nil when another
// request creates it at the same time. With a round trip for each query a cart write with its
// consumers, and a checkout, took 19 % more CPU (16 clients). more are reads that go along.
func lockPricedUserCart(tx *gorm.DB, o cartOwner, now time.Time, more ...database.Read) (*pricedCart, error) {
	c := &pricedCart{owner: o, pricingInput: &pricingInput{Now: now}}
	var b buyer
	locked, found := false, false
	scanLock := func(row database.RowScan) error {
		locked = true
		return row(new(int))
	}
	scanBuyer := func(row database.RowScan) error { return row(pricedBuyer.Into(nil, &b)...) }
	scanLine := func(row database.RowScan) error {
		found = true
		return scanCartLine(row, c)
	}
	// What comes after the lock sees what was committed before it was granted.
	err := database.BatchReads(tx, append([]database.Read{
		{Query: database.ForUpdate(tx.Model(&cart{})).Select("1").Where("user_id = ?", o.UserID), Scan: scanLock},
		{Query: tx.Table("ordering_buyers AS b").Select(pricedBuyer.Select("b")).Where("b.user_id = ?", o.UserID),
			Scan: scanBuyer},
		{Query: tx.Raw(selectCart+"WHERE c.user_id = ? ORDER BY i.id", o.UserID), Scan: scanLine},
	}, more...)...)
	if err != nil || locked != found { // it was created after the first query, and is not locked
		return nil, err
	}
	if found {
		c.pricingInput.Codes, err = loadCodes(tx, c.cart.Codes, o)
		return c, err
	}
	c.setBuyer(&b)
	c.cart = newUserCart(o.UserID, now)
	if created, err := insertUserCart(tx, &c.cart); err != nil || !created {
		return nil, err
	}
	return c, nil
}

// selectCart has a row for each line of the cart. The row of an empty cart has no line.
var (
	shownCart   = database.ColumnsOf[cart]("user_id", "token_hash", "created_at")
	pricedBuyer = database.ColumnsOf[buyer]("user_id", "email", "full_name", "business_name", "locale", "erased",
		"profile_seq",
		"account_type_seq", "vat_seq")
	selectCart = `SELECT ` + shownCart.Select("c") + `, ` + pricedBuyer.Select("b") + `, ` + lineColumns + `
	FROM ordering_carts c
	LEFT JOIN ordering_buyers b ON b.user_id = c.user_id
	LEFT JOIN (ordering_cart_items i JOIN ordering_variants v ON v.id = i.variant_id) ON i.cart_id = c.id
	`
)

// scanCartLine scans a row of selectCart into c and its next line.
func scanCartLine(row database.RowScan, c *pricedCart) error {
	var b buyer
	var l cartLine
	targets := pricedBuyer.IntoFound(shownCart.Into(nil, &c.cart), &b)
	targets = variantColumns.IntoFound(itemColumns.IntoFound(targets, &l.Item), &l.Variant)
	err := row(append(targets, database.Optional(&l.Available))...)
	c.setBuyer(&b)
	if l.Item.ID != "" {
		c.Lines = append(c.Lines, l)
	}
	return err
}
