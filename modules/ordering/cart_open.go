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
	"gorm.io/gorm/clause"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// owner is whose cart a request is about: a user's, a guest's, or both, which merges the guest's into the user's.
type owner struct {
	UserID    string // "" for a guest
	TokenHash string // "" without a token
}

// ownerOf is the caller of a request.
func ownerOf(ctx context.Context, cartToken string) owner {
	var o owner
	if p, ok := auth.From(ctx); ok {
		o.UserID = p.UserID
	}
	if cartToken != "" {
		o.TokenHash = hashOf(cartToken)
	}
	return o
}

// caller is the owner of an operation for users and carts.
func caller(ctx context.Context) owner { return ownerOf(ctx, httpapi.CartToken(ctx)) }

// newCartToken draws a token. Who has it has the cart; the database knows its hash alone.
func newCartToken() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// newGuestCart makes the cart of a guest.
func newGuestCart(tx *gorm.DB, tokenHash string, now time.Time) (cart, error) {
	c := cart{ID: id.New(), TokenHash: &tokenHash, Codes: []string{}, CreatedAt: now, UpdatedAt: now}
	return c, tx.Create(&c).Error
}

// openCart is the owner's cart, locked until the transaction ends. A user's is made when there is none; a guest's cart is merged into
// it when the request has the token too. A token alone that nobody knows (any more) is fault.Missing.
func openCart(tx *gorm.DB, o owner, now time.Time) (cart, error) {
	if o.UserID == "" {
		c, found, err := lockCart(tx, "token_hash = ?", o.TokenHash)
		if err == nil && !found {
			err = fault.Missing()
		}
		return c, err
	}
	var guest cart
	if o.TokenHash != "" { // before the user's: carts are locked in this order
		var err error
		if guest, _, err = lockCart(tx, "token_hash = ?", o.TokenHash); err != nil {
			return cart{}, err
		}
	}
	mine, err := userCart(tx, o.UserID, now)
	if err == nil && guest.ID != "" {
		err = mergeCart(tx, &guest, &mine, now)
	}
	return mine, err
}

// userCart is the user's cart, locked. Another request may make it, or check it out, between two looks.
func userCart(tx *gorm.DB, userID string, now time.Time) (cart, error) {
	for range 3 {
		c, found, err := lockCart(tx, "user_id = ?", userID)
		if err != nil || found {
			return c, err
		}
		c = cart{ID: id.New(), UserID: &userID, Codes: []string{}, CreatedAt: now, UpdatedAt: now}
		made := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}}, DoNothing: true}).Create(&c)
		if made.Error != nil || made.RowsAffected == 1 {
			return c, made.Error
		}
	}
	return cart{}, fault.Busy(errors.New("ordering: the cart comes and goes"), time.Second)
}

func lockCart(tx *gorm.DB, condition, value string) (c cart, found bool, err error) {
	err = database.ForUpdate(tx).Where(condition, value).Take(&c).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return c, false, nil
	}
	return c, err == nil, err
}

// save writes the cart's codes and that it has changed.
func (c *cart) save(tx *gorm.DB, now time.Time) error {
	c.UpdatedAt = now
	return tx.Model(c).Select("codes", "updated_at").Updates(c).Error
}

// deleteCartOf deletes the user's cart, with its lines.
func deleteCartOf(tx *gorm.DB, userID string) error {
	return tx.Where("user_id = ?", userID).Delete(&cart{}).Error
}

// guestsFor is how long the cart of a guest who does nothing is kept.
const guestsFor = 30 * 24 * time.Hour

// forgetGuests deletes the carts of guests who have not come back.
func (s *service) forgetGuests(ctx context.Context) error {
	return database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		return tx.Where("user_id IS NULL AND updated_at < ?", s.Clock.Now().Add(-guestsFor)).Delete(&cart{}).Error
	})
}
