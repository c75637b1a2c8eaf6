package loyalty

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// What a share earns.
const (
	sharePoints  = 50
	awardWindow  = 24 * time.Hour
	awardsAtMost = 5 // within the window, and one a product
)

// share is a product that a member has shared, whether or not points came of it.
type share struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	ProductID string
	Points    int64
	SharedAt  time.Time
}

func (share) TableName() string { return "loyalty_shares" }

// recordShare records that the user has shared the product and awards points, unless the product was awarded within the last
// 24 h, or five shares were. It returns the available points too, and fault.ProductNotFound. The member's row is locked from
// before the counting.
func recordShare(ctx context.Context, tx *gorm.DB, userID, productID string, now time.Time) (share, int64, error) {
	known, err := isActive(tx, productID)
	if err != nil {
		return share{}, 0, err
	}
	if !known {
		return share{}, 0, fault.New(fault.ProductNotFound, "There is no such product.")
	}
	m, err := lock(tx, userID)
	if err != nil {
		return share{}, 0, err
	}
	if m.Erased {
		return share{}, 0, fault.New(fault.Unauthenticated, "The account is gone.")
	}
	awarded, err := awardedSince(tx, userID, now.Add(-awardWindow))
	if err != nil {
		return share{}, 0, err
	}
	s := share{ID: id.New(), UserID: userID, ProductID: productID, SharedAt: now}
	if len(awarded) < awardsAtMost && !slices.Contains(awarded, productID) {
		s.Points = sharePoints
	}
	if err := tx.Create(&s).Error; err != nil || s.Points == 0 {
		return s, m.Balance, err
	}
	e := entry{UserID: userID, Kind: kindShare, Points: s.Points, Reference: &productID}
	if err := post(tx, &e, 0, now); err != nil {
		return share{}, 0, err
	}
	return s, e.Balance, eventbus.Publish(ctx, tx, e.announcement())
}

// awardedSince are the products whose sharing earned points after then.
func awardedSince(tx *gorm.DB, userID string, then time.Time) (productIDs []string, err error) {
	err = tx.Model(&share{}).Where("user_id = ? AND shared_at > ? AND points > 0", userID, then).Pluck("product_id", &productIDs).Error
	return productIDs, err
}
