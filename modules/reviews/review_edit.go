package reviews

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
)

// editReview applies a change to a review of the user's, hidden or not, and publishes it, unless
// nothing is different. It returns fault.NotFound.
func editReview(
	ctx context.Context, tx *gorm.DB, userID, reviewID string, apply func(*review), now time.Time,
) (review, error) {
	p, before, err := lockReview(tx, reviewID, byAuthor(userID))
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
	return after, publishChange(ctx, tx, p, reviewChange{Kind: events.ReviewEdited, Before: &before, After: &after})
}
