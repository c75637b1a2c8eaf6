package payments

import (
	"time"

	"orderd/platform/money"
)

// refundStatus is the state of a refund at the provider.
type refundStatus string

const (
	refundPending   refundStatus = "pending"
	refundSucceeded refundStatus = "succeeded"
	refundFailed    refundStatus = "failed"
)

// refund is money that a provider sends back. Its id is ordering's.
type refund struct {
	RefundID   string `gorm:"primaryKey"`
	OrderID    string
	Amount     money.Cents `gorm:"column:amount_cents"`
	Status     refundStatus
	ProviderID *string
	ByHand     bool      // the money had gone back at the provider when it was requested there
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
}

func (refund) TableName() string { return "payments_refunds" }

// stands reports whether the refund counts as the one with the id at the provider.
func (r *refund) stands(providerID string) bool {
	return r.Status == refundSucceeded && !r.ByHand && (r.ProviderID == nil || *r.ProviderID == providerID)
}
