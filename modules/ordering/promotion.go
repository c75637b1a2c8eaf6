package ordering

import (
	"time"

	"orderd/platform/money"
)

// The kinds of what a code takes off.
const (
	kindPercent = "percent"
	kindAmount  = "amount"
	kindVoucher = "voucher"
)

// allPercent is the value of 100 %.
const allPercent = 10_000

// promotion is a code that takes something off the subtotal. At most one counts for a cart.
type promotion struct {
	ID               string `gorm:"primaryKey"`
	Code             string // in upper case
	Kind             string
	Value            money.Cents // of an amount; of a percent in hundredths: 1250 is 12.5 %
	Minimum          money.Cents `gorm:"column:minimum_cents"` // the least subtotal
	StartsAt         *time.Time
	EndsAt           *time.Time
	UsageLimit       *int64
	PerCustomerLimit *int64
	Used             int64 // orders that have it and were not cancelled
	Active           bool
	CreatedAt        time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
}

func (promotion) TableName() string { return "ordering_promotions" }

// promotionUse counts the orders of one customer with a promotion.
type promotionUse struct {
	PromotionID string `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	Used        int64
}

func (promotionUse) TableName() string { return "ordering_promotion_uses" }
