package catalog

import (
	"context"

	"gorm.io/gorm"

	reviews "orderd/modules/reviews/events"
	"orderd/platform/eventbus"
)

// onReviewSaved copies the sum and the count of a product's visible reviews. The event carries the
// totals, so it may come late or twice.
func onReviewSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[reviews.ReviewSaved]) error {
	if err := bumpVersion(tx); err != nil {
		return err
	}
	e := m.Event
	return tx.Model(&product{}).Where("id = ? AND rating_seq < ?", e.ProductID, m.Seq).UpdateColumns(map[string]any{
		"rating": averageInHundredths(e.Sum, e.Count), "rating_sum": e.Sum, "rating_count": e.Count, "rating_seq": m.Seq,
	}).Error
}

// averageInHundredths is the average of ratings times 100, rounded; 0 without ratings.
func averageInHundredths(sum, count int64) int64 {
	if count == 0 {
		return 0
	}
	return (200*sum + count) / (2 * count)
}
