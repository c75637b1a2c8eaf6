package reviews

import (
	"context"

	"gorm.io/gorm"
)

// exported is what is stored of a user.
type exported struct {
	Reviews   []exportedReview `json:"reviews"`
	Purchased []string         `json:"purchased"` // ids of the products that were delivered to them
}

// exportedReview is a review with why it is hidden.
type exportedReview struct {
	reviewView
	HiddenReason *string `json:"hiddenReason"`
}

// export returns the user's reviews, oldest first, and what was delivered to them.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	reviews, err := reviewsOf(db, userID, "created_at, id")
	if err != nil {
		return nil, err
	}
	views, err := viewReviews(db, reviews)
	if err != nil {
		return nil, err
	}
	all := make([]exportedReview, len(reviews))
	for i, r := range reviews {
		all[i] = exportedReview{views[i], r.HiddenReason}
	}
	purchased, err := purchasedIDs(db, userID)
	return exported{Reviews: all, Purchased: purchased}, err
}
