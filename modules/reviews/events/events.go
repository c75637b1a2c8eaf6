// Package events is the public contract of reviews: the events that it publishes. Fields are only
// ever added.
package events

// ReviewChange says what happened to a review.
type ReviewChange string

const (
	ReviewCreated ReviewChange = "created"
	ReviewEdited  ReviewChange = "changed"
	ReviewHidden  ReviewChange = "hidden"
	ReviewShown   ReviewChange = "shown"
	ReviewDeleted ReviewChange = "deleted"
)

// ReviewSaved: a review was created, edited, hidden, shown or deleted. Sum and Count are those of
// the product's visible reviews after the change. The row of the product is locked, so that the
// events of a product follow each other without a gap.
type ReviewSaved struct {
	ReviewID  string       `json:"reviewId"`
	ProductID string       `json:"productId"`
	UserID    string       `json:"userId"` // of the author
	Change    ReviewChange `json:"change"`
	Rating    int          `json:"rating"`
	Sum       int64        `json:"sum"`
	Count     int64        `json:"count"`
	Reason    *string      `json:"reason" pii:"true"` // of hiding, which may speak of the author
}

func (ReviewSaved) EventName() string      { return "reviews.review_saved.v1" }
func (e ReviewSaved) EventKey() string     { return e.ProductID }
func (e ReviewSaved) EventSubject() string { return e.UserID }
