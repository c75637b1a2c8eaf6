package catalog

import (
	"context"

	"gorm.io/gorm"

	reviews "orderd/modules/reviews/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// onReviewSaved copies the sums and the counts of products' visible reviews. The events carry the
// totals, so they may come late or twice.
func onReviewSaved(_ context.Context, tx *gorm.DB, messages []eventbus.Message[reviews.ReviewSaved]) error {
	if err := bumpVersion(tx); err != nil {
		return err
	}
	return updateRatings(tx, convert.All(eventbus.NewestOfKeys(messages),
		func(m eventbus.Message[reviews.ReviewSaved]) product {
			e := m.Event
			return product{
				ID: e.ProductID, Rating: averageInHundredths(e.Sum, e.Count), RatingSum: e.Sum, RatingCount: e.Count,
				RatingSeq: m.Seq,
			}
		}))
}

// averageInHundredths is the average of ratings times 100, rounded; 0 without ratings.
func averageInHundredths(sum, count int64) int64 {
	if count == 0 {
		return 0
	}
	return (200*sum + count) / (2 * count)
}
