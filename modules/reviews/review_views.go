package reviews

import (
	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

// reviewView is a review as anyone sees it, with neither the email address nor the surname of its
// author.
type reviewView struct {
	ID               string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	ProductID        string       `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Author           authorView   `json:"author"`
	Rating           int          `json:"rating" minimum:"1" maximum:"5" example:"4"`
	Message          string       `json:"message" example:"Sturdy, and the handle stays cool."`
	VerifiedPurchase bool         `json:"verifiedPurchase" doc:"The author's order was delivered." example:"true"`
	Status           reviewStatus `json:"status" example:"visible"`
	CreatedAt        httpapi.Time `json:"createdAt"`
	UpdatedAt        httpapi.Time `json:"updatedAt"`

	userID string
}

type authorView struct {
	DisplayName string `json:"displayName" doc:"First name." example:"Ada"`
}

// Location is where its author reads, changes and deletes the review.
func (v reviewView) Location() string { return "/v1/reviews/" + v.ID }

// DataSubject is the author.
func (v reviewView) DataSubject() string { return v.userID }

func viewReview(db *gorm.DB, r review) (reviewView, error) {
	views, err := viewReviews(db, []review{r})
	if err != nil {
		return reviewView{}, err
	}
	return views[0], nil
}

// viewReviews makes the views of reviews, with two queries whatever their number.
func viewReviews(db *gorm.DB, reviews []review) ([]reviewView, error) {
	views := make([]reviewView, len(reviews))
	if len(reviews) == 0 {
		return views, nil
	}
	names, err := displayNames(db, reviews)
	if err != nil {
		return nil, err
	}
	bought, err := purchasesOf(db, reviews)
	if err != nil {
		return nil, err
	}
	for i, r := range reviews {
		views[i] = reviewView{
			ID: r.ID, ProductID: r.ProductID, Author: authorView{names[r.UserID]}, Rating: r.Rating, Message: r.Message,
			VerifiedPurchase: bought[purchase{r.UserID, r.ProductID}], Status: r.Status,
			CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt), userID: r.UserID,
		}
	}
	return views, nil
}

// adminReviewView is a review as the staff sees it.
type adminReviewView struct {
	reviewView
	ProductName  string  `json:"productName" doc:"As it is now; blank while it is not known." example:"Moka pot"`
	UserID       string  `json:"userId" format:"uuid" doc:"Of the author." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	HiddenReason *string `json:"hiddenReason" doc:"null while it is visible." example:"It is about another product."`
	HiddenBy     *string `json:"hiddenBy" doc:"The actor, as in the audit; null while it is visible." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

// SchemaName is the name in the document.
func (adminReviewView) SchemaName() string { return "AdminReview" }

// viewAdminReviews is viewReviews for the staff, with one query more.
func viewAdminReviews(db *gorm.DB, reviews []review) ([]adminReviewView, error) {
	public, err := viewReviews(db, reviews)
	if err != nil {
		return nil, err
	}
	names, err := productNames(db, reviews)
	if err != nil {
		return nil, err
	}
	views := make([]adminReviewView, len(reviews))
	for i, r := range reviews {
		views[i] = adminReviewView{
			reviewView: public[i], ProductName: names[r.ProductID], UserID: r.UserID, HiddenReason: r.HiddenReason,
			HiddenBy: r.HiddenBy,
		}
	}
	return views, nil
}
