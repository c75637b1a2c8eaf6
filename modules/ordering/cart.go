package ordering

import (
	"context"
	"time"

	"orderd/platform/money"
)

// Limits of a cart: its lines, the units of one line, its codes.
const (
	maxLines    = 100
	maxQuantity = 999
	maxCodes    = 20
)

// cart is what a customer is about to order: the one open cart of a user, or that of a guest, who
// knows its token. Its row is deleted when it becomes an order or is merged into another cart.
type cart struct {
	ID        string `gorm:"primaryKey"`
	UserID    *string
	TokenHash *string   // SHA-256 of the guest's token, hexadecimal
	Codes     []string  `gorm:"serializer:json"` // in the order in which they were added
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`

	inserted bool // by the transaction that works with it
}

func (cart) TableName() string { return "ordering_carts" }

// cartItem is a line of a cart; a variant has at most one. Its ids grow in the order in which the
// lines were added.
type cartItem struct {
	ID        string `gorm:"primaryKey"`
	CartID    string
	VariantID string
	Quantity  int
	UnitPrice money.Cents `gorm:"column:unit_price_cents"` // as kept, when the line was last written
}

func (cartItem) TableName() string { return "ordering_cart_items" }

// pricedCart is a cart with everything that its totals depend on. The methods that change it need a
// transaction that has locked the cart (lockPricedCart).
type pricedCart struct {
	cart
	*pricingInput
	owner cartOwner
}

// view is the cart with its totals, for the caller of ctx.
func (c *pricedCart) view(ctx context.Context, terms *saleTerms) cartView {
	return viewCart(ctx, &c.cart, c.pricingInput, calculateTotals(terms, c.pricingInput))
}
