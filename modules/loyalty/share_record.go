package loyalty

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// The award of a share.
const (
	awardWindow = 24 * time.Hour
	maxAwards   = 5 // within the window, and one for each product
)

// share is a product that a member has shared, whether or not it earned points.
type share struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	ProductID string
	Points    int64
	SharedAt  time.Time
}

func (share) TableName() string { return "loyalty_shares" }

// recordShare records that the user has shared the product, and awards so many points, unless a
// share of the product or five shares were awarded within the last 24 h. It returns the available
// points too. It locks the member before it counts the awards. It returns codeProductNotFound.
func recordShare(
	ctx context.Context, tx *gorm.DB, userID, productID string, award int64, now time.Time,
) (s share, balance int64, err error) {
	active, err := isActive(tx, productID)
	if err != nil {
		return share{}, 0, err
	}
	if !active {
		return share{}, 0, fault.New(codeProductNotFound, "There is no such product.")
	}
	m, err := lockMember(tx, userID)
	if err != nil {
		return share{}, 0, err
	}
	if m.Erased {
		return share{}, 0, fault.New(fault.Unauthenticated, "The account is gone.")
	}
	awarded, err := productsAwardedSince(tx, userID, now.Add(-awardWindow))
	if err != nil {
		return share{}, 0, err
	}
	s = share{ID: id.New(), UserID: userID, ProductID: productID, SharedAt: now}
	if len(awarded) < maxAwards && !slices.Contains(awarded, productID) {
		s.Points = award
	}
	if err := tx.Create(&s).Error; err != nil || s.Points == 0 {
		return s, m.Balance, err
	}
	e := entry{UserID: userID, Kind: events.EntryShare, Points: s.Points, Reference: &productID}
	if err := postEntry(tx, &e, 0, now); err != nil {
		return share{}, 0, err
	}
	return s, e.Balance, eventbus.Publish(ctx, tx, e.pointsChanged())
}
