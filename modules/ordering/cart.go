package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/money"
)

// Limits of a cart (API.md, section 4).
const (
	maxLines    = 100
	maxQuantity = 999
)

// cart is what somebody is about to order: a user's one open cart, or a guest's, who knows its token. It is gone once it
// has become an order or was merged into another.
type cart struct {
	ID        string `gorm:"primaryKey"`
	UserID    *string
	TokenHash *string   // SHA-256 of the guest's token, hexadecimal
	Codes     []string  `gorm:"serializer:json"` // in the order of their adding
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (cart) TableName() string { return "ordering_carts" }

// cartItem is a line of a cart; a variant has at most one. Its ids grow in the order of their adding.
type cartItem struct {
	ID        string `gorm:"primaryKey"`
	CartID    string
	VariantID string
	Quantity  int
	UnitPrice money.Cents `gorm:"column:unit_price_cents"` // at the line's last write
}

func (cartItem) TableName() string { return "ordering_cart_items" }

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
