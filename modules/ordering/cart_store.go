package ordering

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

func lockGuestCart(tx *gorm.DB, tokenHash string) (c cart, found bool, err error) {
	return lockCart(tx.Where("token_hash = ?", tokenHash))
}

func lockUserCart(tx *gorm.DB, userID string) (c cart, found bool, err error) {
	return lockCart(tx.Where("user_id = ?", userID))
}

func lockCart(q *gorm.DB) (c cart, found bool, err error) {
	err = database.ForUpdate(q).Take(&c).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return c, false, nil
	}
	return c, err == nil, err
}

// insertUserCart creates the cart unless its user has one.
func insertUserCart(tx *gorm.DB, c *cart) (created bool, err error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}}, DoNothing: true}).Create(c)
	c.inserted = done.RowsAffected == 1
	return c.inserted, done.Error
}

// deleteUserCart deletes the user's cart, with its lines.
func deleteUserCart(tx *gorm.DB, userID string) error {
	return tx.Where("user_id = ?", userID).Delete(&cart{}).Error
}

// save writes the cart's codes and the time of its change. A cart without codes that this
// transaction has inserted is stored already.
func (c *cart) save(tx *gorm.DB, now time.Time) error {
	c.UpdatedAt = now
	if c.inserted && len(c.Codes) == 0 {
		return nil
	}
	return tx.Model(c).Select("codes", "updated_at").Updates(c).Error
}

// upsertCartItems inserts new lines, and updates the quantity and the price of those that exist.
func upsertCartItems(tx *gorm.DB, items ...cartItem) error {
	if len(items) == 0 {
		return nil
	}
	return upsertItems(tx, items).Error
}

// upsertItems is upsertCartItems as a statement, of at least one line.
func upsertItems(tx *gorm.DB, items []cartItem) *gorm.DB {
	upsert := clause.OnConflict{Columns: []clause.Column{{Name: "id"}},
		DoUpdates: clause.AssignmentColumns([]string{"quantity", "unit_price_cents"})}
	return tx.Clauses(upsert).Create(&items)
}

// deleteCartItems deletes all lines of the cart.
func deleteCartItems(tx *gorm.DB, cartID string) error {
	return tx.Where("cart_id = ?", cartID).Delete(&cartItem{}).Error
}

// loadCartItems reads the lines of the carts, in the order in which they were added.
func loadCartItems(tx *gorm.DB, cartIDs ...string) (items []cartItem, err error) {
	err = tx.Where("cart_id IN ?", cartIDs).Order("id").Find(&items).Error
	return items, err
}

// loadUserCart reads the user's cart without a lock, if there is one.
func loadUserCart(db *gorm.DB, userID string) (c cart, found bool, err error) {
	read := db.Where("user_id = ?", userID).Limit(1).Find(&c)
	return c, read.RowsAffected > 0, read.Error
}

// deleteGuestCarts deletes the carts of guests that have not changed since a moment.
func deleteGuestCarts(tx *gorm.DB, unchangedSince time.Time) error {
	return tx.Where("user_id IS NULL AND updated_at < ?", unchangedSince).Delete(&cart{}).Error
}
