package reviews

import (
	"context"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/reviews/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// product is what can be reviewed, a read model of catalog's, and its rating, which is this module's own.
type product struct {
	ID          string `gorm:"primaryKey"`
	Slug        string // no other's, but for the moment in which two exchange theirs
	Active      bool
	Seq         int64 // of the event that Slug and Active stem from
	RatingSum   int64 // of its visible reviews
	RatingCount int64
	HiddenCount int64 // of its hidden reviews, so that no list has to count a hundred thousand
}

func (product) TableName() string { return "reviews_products" }

// rememberProduct keeps the product's slug and whether it is on sale, unless what stands there is newer.
func rememberProduct(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.ProductSaved]) error {
	p := product{ID: m.Event.ProductID, Slug: m.Event.Slug, Active: m.Event.Status == catalog.ProductActive, Seq: m.Seq}
	return database.UpsertNewer(tx, &p, "slug", "active")
}

// The changes of a review, as its event names them.
const (
	created = "created"
	changed = "changed"
	deleted = "deleted"
	shown   = "shown"
	// and hidden, which is a state too
)

// settle writes what a change of one of its reviews makes of the rating of p, which is locked, and announces both. Before and after
// are the review around the change; nil before it was written and after it was deleted. reason is that of hiding.
func (p *product) settle(ctx context.Context, tx *gorm.DB, change string, before, after *review, reason *string) error {
	p.count(before, -1)
	p.count(after, 1)
	if err := tx.Model(p).Select("rating_sum", "rating_count", "hidden_count").Updates(*p).Error; err != nil {
		return err
	}
	r := after
	if r == nil {
		r = before
	}
	return eventbus.Publish(ctx, tx, events.ReviewSaved{
		ReviewID: r.ID, ProductID: p.ID, UserID: r.UserID, Change: change, Rating: r.Rating, Sum: p.RatingSum, Count: p.RatingCount, Reason: reason,
	})
}

// count adds r n times: to the rating if it is visible.
func (p *product) count(r *review, n int64) {
	switch {
	case r == nil:
	case r.Status == visible:
		p.RatingSum += n * int64(r.Rating)
		p.RatingCount += n
	default:
		p.HiddenCount += n
	}
}
