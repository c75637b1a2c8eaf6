package ordering

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/pseudonym"
)

// cartOwner is whose cart a request is about: a user's, a guest's, or both. With both the guest's
// cart is merged into the user's.
type cartOwner struct {
	UserID    string // "" for a guest
	EmailID   string // pseudonym.Key.OfEmail; "" when the email is not known
	TokenHash string // "" without a token
}

// newCartToken draws the token of a guest's cart: its only key. The database stores its hash alone.
func newCartToken() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// cartTokenOf is the token of the cart that a guest's first item makes. It is derived, so that the
// same answer can be given again.
func cartTokenOf(keys *pseudonym.Key, cartID string) string {
	return base64.RawURLEncoding.EncodeToString(keys.Secret("cart token", cartID))
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func createGuestCart(tx *gorm.DB, cartID, tokenHash string, now time.Time) (cart, error) {
	c := cart{ID: cartID, TokenHash: &tokenHash, Codes: []string{}, CreatedAt: now, UpdatedAt: now}
	err := tx.Create(&c).Error
	c.inserted = err == nil
	return c, err
}

// openCart returns the owner's cart, locked until the transaction ends. It creates a user's cart
// that does not exist, and merges into it the guest's cart whose token came along. It returns
// fault.Missing for a token alone that is not known (any more).
func openCart(tx *gorm.DB, o cartOwner, now time.Time) (cart, error) {
	if o.UserID == "" {
		c, found, err := lockGuestCart(tx, o.TokenHash)
		if err == nil && !found {
			err = fault.Missing()
		}
		return c, err
	}
	var guest cart
	if o.TokenHash != "" { // before the user's: carts are locked in this order
		var err error
		if guest, _, err = lockGuestCart(tx, o.TokenHash); err != nil {
			return cart{}, err
		}
	}
	c, err := getOrCreateUserCart(tx, o.UserID, now)
	if err == nil && guest.ID != "" {
		err = mergeCart(tx, &guest, &c, now)
	}
	return c, err
}

// getOrCreateUserCart returns the user's cart, locked. Another request may create it, or check it
// out, between two looks.
func getOrCreateUserCart(tx *gorm.DB, userID string, now time.Time) (cart, error) {
	for range 3 {
		c, found, err := lockUserCart(tx, userID)
		if err != nil || found {
			return c, err
		}
		c = newUserCart(userID, now)
		if created, err := insertUserCart(tx, &c); created || err != nil {
			return c, err
		}
	}
	return cart{}, fault.Busy(errors.New("ordering: the cart is created and deleted all the time"), time.Second)
}

func newUserCart(userID string, now time.Time) cart {
	return cart{ID: id.New(), UserID: &userID, Codes: []string{}, CreatedAt: now, UpdatedAt: now}
}

// guestCartTTL is how long the cart of a guest is kept without a change.
const guestCartTTL = 30 * 24 * time.Hour

// deleteStaleGuestCarts deletes the carts of guests who have not come back.
func (d *Deps) deleteStaleGuestCarts(ctx context.Context) error {
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		return deleteGuestCarts(tx, d.Clock.Now().Add(-guestCartTTL))
	})
}
