package reviews

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// edit changes a review of the user's, hidden or not, and announces it, unless nothing is different. It returns fault.Missing.
func edit(ctx context.Context, tx *gorm.DB, userID, reviewID string, apply func(*review), now time.Time) (review, error) {
	p, before, err := hold(tx, reviewID, ownedBy(userID))
	if err != nil {
		return review{}, err
	}
	after := before
	if apply(&after); after == before {
		return before, nil
	}
	after.UpdatedAt = now
	if err := tx.Save(&after).Error; err != nil {
		return review{}, err
	}
	return after, p.settle(ctx, tx, changed, &before, &after, nil)
}
