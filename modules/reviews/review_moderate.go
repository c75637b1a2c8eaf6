package reviews

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
)

// hideReview takes a review out of the public lists and out of the rating, and publishes the
// reason, of which its author is notified. A review that is hidden already stays as it is, and
// nothing is published. It returns fault.NotFound.
func hideReview(ctx context.Context, tx *gorm.DB, reviewID, reason string, now time.Time) (review, error) {
	return moderate(ctx, tx, reviewID, reviewHidden, reviewChange{Kind: events.ReviewHidden, Reason: &reason}, now)
}

// showReview undoes hideReview. A visible review stays as it is. It returns fault.NotFound.
func showReview(ctx context.Context, tx *gorm.DB, reviewID string, now time.Time) (review, error) {
	return moderate(ctx, tx, reviewID, reviewVisible, reviewChange{Kind: events.ReviewShown}, now)
}

func moderate(ctx context.Context, tx *gorm.DB, reviewID string, to reviewStatus, c reviewChange, now time.Time) (review, error) {
	p, before, err := lockReview(tx, reviewID, byAnyAuthor)
	if err != nil || before.Status == to {
		return before, err
	}
	after := before
	after.Status, after.UpdatedAt = to, now
	if err := tx.Save(&after).Error; err != nil {
		return review{}, err
	}
	c.Before, c.After = &before, &after
	return after, publishChange(ctx, tx, p, c)
}
