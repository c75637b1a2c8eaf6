package reviews

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
)

// hideReview takes a review out of the public lists and out of the rating, notes who does it and
// why, and publishes the reason, of which its author is notified. A review that is hidden already
// stays as it is, and nothing is published. It returns fault.NotFound.
func hideReview(ctx context.Context, tx *gorm.DB, reviewID, reason, actor string, now time.Time) (review, error) {
	hidden := func(r *review) { r.Status, r.HiddenReason, r.HiddenBy = reviewHidden, &reason, &actor }
	return moderate(ctx, tx, reviewID, hidden, reviewChange{Kind: events.ReviewHidden, Reason: &reason}, now)
}

// showReview undoes hideReview. A visible review stays as it is. It returns fault.NotFound.
func showReview(ctx context.Context, tx *gorm.DB, reviewID string, now time.Time) (review, error) {
	shown := func(r *review) { r.Status, r.HiddenReason, r.HiddenBy = reviewVisible, nil, nil }
	return moderate(ctx, tx, reviewID, shown, reviewChange{Kind: events.ReviewShown}, now)
}

func moderate(
	ctx context.Context, tx *gorm.DB, reviewID string, change func(*review), c reviewChange, now time.Time,
) (review, error) {
	p, before, err := lockReview(tx, reviewID, byAnyAuthor)
	if err != nil {
		return review{}, err
	}
	after := before
	if change(&after); after.Status == before.Status {
		return before, nil
	}
	after.UpdatedAt = now
	if err := tx.Save(&after).Error; err != nil {
		return review{}, err
	}
	c.Before, c.After = &before, &after
	return after, publishChange(ctx, tx, p, c)
}
