package reviews

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/search"
)

// reviewStatus is the state of a review.
type reviewStatus string

const (
	reviewVisible reviewStatus = "visible"
	reviewHidden  reviewStatus = "hidden"
)

// Values are all of them.
func (reviewStatus) Values() []string { return convert.Strings(reviewVisible, reviewHidden) }

// review is what a user says of a product.
type review struct {
	ID        string `gorm:"primaryKey"`
	ProductID string
	UserID    string
	Rating    int
	Message   string
	Search    string // searchText, for staff's ?q
	Status    reviewStatus
	// Why it is hidden, and by whom: an actor of the log. Both are nil while it is visible.
	HiddenReason, HiddenBy *string

	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (review) TableName() string { return "reviews_reviews" }

// setMessage sets the message and the text that ?q searches.
func (r *review) setMessage(message string) { r.Message, r.Search = message, searchText(message) }

// searchText is what staff find a review with the message by.
func searchText(message string) string { return search.Text(message) }

func newReview(productID, userID string, rating int, message string, now time.Time) review {
	r := review{
		ID: id.New(), ProductID: productID, UserID: userID, Rating: rating, Status: reviewVisible, CreatedAt: now,
		UpdatedAt: now,
	}
	r.setMessage(message)
	return r
}
