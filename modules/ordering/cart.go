package ordering

import (
	"time"

	"orderd/platform/money"
)

// Limits of a cart: its lines, the units of one of them, its codes.
const (
	maxLines    = 100
	maxQuantity = 999
	maxCodes    = 20
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
