package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/pseudonym"
)

// readCart returns the owner's cart as it is now, without a lock. Only creating and merging take a
// transaction.
func readCart(ctx context.Context, db *gorm.DB, o cartOwner, now time.Time) (c *pricedCart, err error) {
	if o.UserID == "" || o.TokenHash == "" {
		c, err := loadPricedCart(db.WithContext(ctx), o, now)
		if c != nil || err != nil {
			return c, err
		}
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		c, err = lockPricedCart(tx, o, now)
		return err
	})
	return c, err
}

// lockPricedCart returns the owner's cart, locked until the transaction ends, with what its totals
// depend on. It makes more reads besides, once: for a user alone in the same round trip.
func lockPricedCart(tx *gorm.DB, o cartOwner, now time.Time, more ...database.Read) (*pricedCart, error) {
	if o.UserID != "" && o.TokenHash == "" {
		c, err := lockPricedUserCart(tx, o, now, more...)
		if c != nil || err != nil {
			return c, err
		}
		more = nil
	}
	c, err := openCart(tx, o, now)
	if err == nil && len(more) > 0 {
		err = database.BatchReads(tx, more...)
	}
	if err != nil {
		return nil, err
	}
	return priceCart(tx, c, o, now)
}

// newPricedCart makes the cart of a guest who has none yet. It makes more reads besides.
func newPricedCart(tx *gorm.DB, keys *pseudonym.Key, now time.Time, more ...database.Read) (*pricedCart, error) {
	cartID := id.New()
	o := cartOwner{TokenHash: hashToken(cartTokenOf(keys, cartID))}
	c, err := createGuestCart(tx, cartID, o.TokenHash, now)
	if err == nil && len(more) > 0 {
		err = database.BatchReads(tx, more...)
	}
	return &pricedCart{cart: c, pricingInput: &pricingInput{Now: now}, owner: o}, err
}

// priceCart reads what the totals of the owner's cart depend on.
func priceCart(tx *gorm.DB, c cart, o cartOwner, now time.Time) (*pricedCart, error) {
	b, err := findBuyer(tx, o.UserID)
	if err != nil {
		return nil, err
	}
	in, err := loadPricingInput(tx, &c, o, &b, now)
	return &pricedCart{cart: c, pricingInput: in, owner: o}, err
}
