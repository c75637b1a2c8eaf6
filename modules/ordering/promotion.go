package ordering

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// promotionKind is how the discount of a promotion is calculated.
type promotionKind string

const (
	promotionPercent promotionKind = "percent"
	promotionAmount  promotionKind = "amount"
)

// Values are all of them.
func (promotionKind) Values() []string { return convert.Strings(promotionPercent, promotionAmount) }

// discountKind is how a discount is calculated: as that of a promotion, of a code or automatic, or
// as a voucher's value.
type discountKind string

const discountVoucher discountKind = "voucher"

// Values are all of them.
func (discountKind) Values() []string {
	return append(automaticPromotionKind("").Values(), string(discountVoucher))
}

// hundredPercent is the value of a promotion of 100 %.
const hundredPercent = 10_000

// promotion is a code that takes something off the subtotal. At most one counts for a cart, or an
// automatic one in its place (reduction.go).
type promotion struct {
	ID               string `gorm:"primaryKey"`
	Code             string // in upper case
	Kind             promotionKind
	Value            money.Cents // an amount, or hundredths of a percent: 1250 is 12.5 %
	Minimum          money.Cents `gorm:"column:minimum_cents"` // of the subtotal
	StartsAt         *time.Time
	EndsAt           *time.Time
	UsageLimit       *int64
	PerCustomerLimit *int64
	Used             int64 // orders that have it and were not cancelled
	Active           bool
	Version          int64     `gorm:"default:1"` // rises with every change that an admin makes
	CreatedAt        time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
}

func (promotion) TableName() string { return "ordering_promotions" }

// promotionUse counts the orders of one customer with a promotion. UserID is the pseudonym of the
// email, so that orders with and without the account count together; in older rows it is the
// account's id.
type promotionUse struct {
	PromotionID string `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	Used        int64
}

func (promotionUse) TableName() string { return "ordering_promotion_uses" }

// usable reports whether the promotion counts for this subtotal of a buyer who has used it uses
// times.
func (p *promotion) usable(subtotal money.Cents, uses int64, now time.Time) bool {
	return subtotal >= p.Minimum && p.inForce(uses, now)
}

// inForce reports whether the promotion counts for a subtotal that is large enough.
func (p *promotion) inForce(uses int64, now time.Time) bool {
	return p.Active &&
		(p.StartsAt == nil || !now.Before(*p.StartsAt)) && (p.EndsAt == nil || now.Before(*p.EndsAt)) &&
		(p.UsageLimit == nil || p.Used < *p.UsageLimit) && (p.PerCustomerLimit == nil || uses < *p.PerCustomerLimit)
}

// discountOn is what the promotion takes off.
func (p *promotion) discountOn(subtotal money.Cents) money.Cents {
	if p.Kind == promotionAmount {
		return p.Value
	}
	return percentOf(subtotal, p.Value)
}

// percentOf is so many hundredths of a percent of the subtotal; it is rounded to the cent, half a
// cent up.
func percentOf(subtotal, hundredths money.Cents) money.Cents {
	// Large numbers are not multiplied: the product might overflow.
	whole, rest := subtotal/hundredPercent, subtotal%hundredPercent
	return whole*hundredths + (rest*hundredths+hundredPercent/2)/hundredPercent
}

// promotionCustomer is whose uses of a promotion an order of the owner's counts as: those of the
// email, or of the account where the email is not known.
func (o cartOwner) promotionCustomer() string {
	if o.EmailID != "" {
		return o.EmailID
	}
	return o.UserID
}

// olderUses are the uses of the promotion that are counted by the account's id.
func (in *pricingInput) olderUses(p *promotion) int64 {
	for _, c := range in.Codes {
		if c.Promotion == p {
			return c.OlderUses
		}
	}
	return 0
}
