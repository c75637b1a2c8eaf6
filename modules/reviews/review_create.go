package reviews

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/reviews/events"
	"orderd/platform/fault"
)

// createReview saves a new review and publishes it. It returns codeProductNotFound when the
// product is not on sale, and codeReviewAlreadyExists when the user has reviewed it before.
func createReview(ctx context.Context, tx *gorm.DB, r review) (review, error) {
	a, err := lockAuthor(tx, r.UserID)
	if err != nil {
		return review{}, err
	}
	if a.Erased {
		return review{}, fault.New(fault.Unauthenticated, "The account has been erased.")
	}
	p, err := lockProduct(tx, r.ProductID)
	if err != nil {
		return review{}, err
	}
	if !p.Active {
		return review{}, productNotFound()
	}
	if first, err := insertReview(tx, &r); err != nil {
		return review{}, err
	} else if !first {
		return review{}, fault.New(codeReviewAlreadyExists, "You have reviewed the product already.")
	}
	return r, publishChange(ctx, tx, p, reviewChange{Kind: events.ReviewCreated, After: &r})
}

func productNotFound() error { return fault.New(codeProductNotFound, "There is no such product.") }
