package catalog

import (
	"context"

	"gorm.io/gorm"

	reviews "orderd/modules/reviews/events"
	"orderd/platform/eventbus"
)

// reviewSaved keeps the sum and the count of a product's visible reviews, which are exact in the event.
func reviewSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[reviews.ReviewSaved]) error {
	if err := change(tx); err != nil {
		return err
	}
	e := m.Event
	return tx.Exec(`UPDATE catalog_products SET rating = ?, rating_sum = ?, rating_count = ?, rating_seq = ? WHERE id = ? AND rating_seq < ?`,
		hundredths(e.Sum, e.Count), e.Sum, e.Count, m.Seq, e.ProductID, m.Seq).Error
}

// hundredths is the average of ratings times 100, rounded; 0 without ratings.
func hundredths(sum, count int64) int64 {
	if count == 0 {
		return 0
	}
	return (200*sum + count) / (2 * count)
}
