// Package events is what reviews announces: the module's public contract. Fields are only ever added.
package events

// ReviewSaved: a review was written, changed, hidden, shown or deleted. Sum and Count are those of the product's visible
// reviews after it; the product's row in reviews is locked, so that they follow each other exactly.
type ReviewSaved struct {
	ReviewID  string  `json:"reviewId"`
	ProductID string  `json:"productId"`
	UserID    string  `json:"userId"` // of the author
	Change    string  `json:"change"` // created, changed, hidden, shown, deleted
	Rating    int     `json:"rating"`
	Sum       int64   `json:"sum"`
	Count     int64   `json:"count"`
	Reason    *string `json:"reason" pii:"true"` // of hiding, which may speak of the author
}

func (ReviewSaved) EventName() string      { return "reviews.review_saved.v1" }
func (e ReviewSaved) EventKey() string     { return e.ProductID }
func (e ReviewSaved) EventSubject() string { return e.UserID }
