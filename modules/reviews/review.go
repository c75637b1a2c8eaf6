package reviews

import (
	"time"

	"orderd/platform/id"
)

// reviewStatus is the state of a review.
type reviewStatus string

const (
	reviewVisible reviewStatus = "visible"
	reviewHidden  reviewStatus = "hidden"
)

// review is what a user says of a product.
type review struct {
	ID        string `gorm:"primaryKey"`
	ProductID string
	UserID    string
	Rating    int
	Message   string
	Status    reviewStatus
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (review) TableName() string { return "reviews_reviews" }

func newReview(productID, userID string, rating int, message string, now time.Time) review {
	return review{
		ID: id.New(), ProductID: productID, UserID: userID, Rating: rating, Message: message, Status: reviewVisible,
		CreatedAt: now, UpdatedAt: now,
	}
}
