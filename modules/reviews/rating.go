package reviews

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
	"orderd/platform/eventbus"
)

// reviewChange is one change of a review.
type reviewChange struct {
	Kind          events.ReviewChange
	Before, After *review // nil before it was created and after it was deleted
	Reason        *string // of hiding
}

// publishChange saves the rating of p, whose row is locked, as it is after the change of one of its
// reviews, and publishes both.
func publishChange(ctx context.Context, tx *gorm.DB, p product, c reviewChange) error {
	p.count(c.Before, -1)
	p.count(c.After, 1)
	if err := saveRating(tx, p); err != nil {
		return err
	}
	r := c.After
	if r == nil {
		r = c.Before
	}
	return eventbus.Publish(ctx, tx, events.ReviewSaved{
		ReviewID: r.ID, ProductID: p.ID, UserID: r.UserID, Change: c.Kind, Rating: r.Rating, Sum: p.RatingSum,
		Count: p.RatingCount, Reason: c.Reason,
	})
}

// count adds r to the numbers of p n times. Only a visible review counts in the rating.
func (p *product) count(r *review, n int64) {
	switch {
	case r == nil:
	case r.Status == reviewVisible:
		p.RatingSum += n * int64(r.Rating)
		p.RatingCount += n
	default:
		p.HiddenCount += n
	}
}
