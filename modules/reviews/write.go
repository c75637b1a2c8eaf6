package reviews

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// write files the review and announces it. It returns fault.ProductNotFound for what is not on sale, and fault.ReviewAlreadyExists for
// a second one of the same user.
func write(ctx context.Context, tx *gorm.DB, r review) (review, error) {
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
		return review{}, fault.New(fault.ProductNotFound, "There is no such product.")
	}
	if first, err := insert(tx, &r); err != nil {
		return review{}, err
	} else if !first {
		return review{}, fault.New(fault.ReviewAlreadyExists, "You have reviewed the product already.")
	}
	return r, p.settle(ctx, tx, created, nil, &r, nil)
}
