package reviews

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
)

// deleteReview deletes a review of the user's and publishes it. It returns fault.NotFound.
func deleteReview(ctx context.Context, tx *gorm.DB, userID, reviewID string) error {
	p, r, err := lockReview(tx, reviewID, byAuthor(userID))
	if err != nil {
		return err
	}
	if err := tx.Delete(&r).Error; err != nil {
		return err
	}
	return publishChange(ctx, tx, p, reviewChange{Kind: events.ReviewDeleted, Before: &r})
}
