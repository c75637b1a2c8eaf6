package ordering

import (
	"slices"
	"time"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// automaticPromotionKind is what an automatic promotion takes off.
type automaticPromotionKind string

const (
	automaticPercent      automaticPromotionKind = "percent"
	automaticAmount       automaticPromotionKind = "amount"
	automaticFreeShipping automaticPromotionKind = "free_shipping"
	automaticBuyXGetY     automaticPromotionKind = "buy_x_get_y"
)

// Values are all of them.
func (automaticPromotionKind) Values() []string {
	return convert.Strings(automaticPercent, automaticAmount, automaticFreeShipping, automaticBuyXGetY)
}

// promotionAudience is for whom a promotion counts. A guest is no wholesale customer.
type promotionAudience string

const (
	forEverybody promotionAudience = "everybody"
	forRetail    promotionAudience = "retail"
	forWholesale promotionAudience = "wholesale"
)

// Values are all of them.
func (promotionAudience) Values() []string {
	return convert.Strings(forEverybody, forRetail, forWholesale)
}

// includes reports whether the promotion counts for such a buyer.
func (a promotionAudience) includes(wholesale bool) bool {
	return a == forEverybody || (a == forWholesale) == wholesale
}

// automaticPromotion takes something off a cart without a code. Which one counts is in
// reduction.go. Value is an amount, of free shipping the most that it takes off, or hundredths of a
// percent. Version rises with every change that an admin makes. The JSON is that of the active ones
// in memory (automatic_promotion_store.go).
//
// Of every BuyQuantity + GetQuantity units GetQuantity are cheaper: three for two is buy 2, get 1,
// at 100 percent. Other kinds have neither.
type automaticPromotion struct {
	ID       string                 `gorm:"primaryKey" json:"id"`
	Name     string                 `json:"name"` // that buyers see
	Kind     automaticPromotionKind `json:"kind"`
	Value    money.Cents            `json:"value"`
	Minimum  money.Cents            `gorm:"column:minimum_cents" json:"minimum"` // of the subtotal
	Audience promotionAudience      `json:"audience"`

	BuyQuantity *int64 `json:"buyQuantity"`
	GetQuantity *int64 `json:"getQuantity"`
	// ProductIDs are the products that it is for; none: all.
	ProductIDs []string   `gorm:"serializer:json" json:"productIds"`
	StartsAt   *time.Time `json:"startsAt"`
	EndsAt     *time.Time `json:"endsAt"`
	Active     bool       `json:"active"`
	Version    int64      `gorm:"default:1" json:"-"`
	CreatedAt  time.Time  `gorm:"autoCreateTime:false" json:"-"`
	UpdatedAt  time.Time  `gorm:"autoUpdateTime:false" json:"-"`
}

func (automaticPromotion) TableName() string { return "ordering_automatic_promotions" }

// isFor reports whether the promotion is for the product.
func (p *automaticPromotion) isFor(productID string) bool {
	return len(p.ProductIDs) == 0 || slices.Contains(p.ProductIDs, productID)
}

// usable reports whether the promotion counts for this subtotal of such a buyer.
func (p *automaticPromotion) usable(subtotal money.Cents, wholesale bool, now time.Time) bool {
	return p.Active && subtotal >= p.Minimum && p.Audience.includes(wholesale) &&
		(p.StartsAt == nil || !now.Before(*p.StartsAt)) && (p.EndsAt == nil || now.Before(*p.EndsAt))
}

// freesShipping reports whether the promotion takes off what sending costs, and nothing else.
func (p *automaticPromotion) freesShipping() bool { return p.Kind == automaticFreeShipping }

// cheaperUnits are how many of so many units are cheaper, where some are cheaper when others are
// bought: none by what an older binary wrote, which leaves the quantities out.
func (p *automaticPromotion) cheaperUnits(units int64) int64 {
	if p.BuyQuantity == nil || p.GetQuantity == nil {
		return 0
	}
	return units / (*p.BuyQuantity + *p.GetQuantity) * *p.GetQuantity
}

// discountOn is what the promotion takes off the goods that it makes cheaper.
func (p *automaticPromotion) discountOn(goods money.Cents) money.Cents {
	switch p.Kind {
	case automaticPercent, automaticBuyXGetY:
		return percentOf(goods, p.Value)
	case automaticAmount:
		return min(p.Value, goods)
	default: // free shipping, and the kinds of a newer binary
		return 0
	}
}
