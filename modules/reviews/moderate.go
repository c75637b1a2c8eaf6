package reviews

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// hide takes a review out of sight and out of the rating; its author is told why. One that is hidden already stays as it is, and its
// author is told nothing. It returns fault.Missing.
func hide(ctx context.Context, tx *gorm.DB, reviewID, reason string, now time.Time) (review, error) {
	return turn(ctx, tx, reviewID, hidden, hidden, &reason, now)
}

// show undoes hide. A visible review stays as it is. It returns fault.Missing.
func show(ctx context.Context, tx *gorm.DB, reviewID string, now time.Time) (review, error) {
	return turn(ctx, tx, reviewID, visible, shown, nil, now)
}

func turn(ctx context.Context, tx *gorm.DB, reviewID, status, change string, reason *string, now time.Time) (review, error) {
	p, before, err := hold(tx, reviewID, anybodys)
	if err != nil || before.Status == status {
		return before, err
	}
	after := before
	after.Status, after.UpdatedAt = status, now
	if err := tx.Save(&after).Error; err != nil {
		return review{}, err
	}
	return after, p.settle(ctx, tx, change, &before, &after, reason)
}
