package reviews

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

// reviewView is a review as everybody sees it: neither address nor surname of its author.
type reviewView struct {
	ID               string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	ProductID        string       `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Author           authorView   `json:"author"`
	Rating           int          `json:"rating" minimum:"1" maximum:"5" example:"4"`
	Message          string       `json:"message" example:"Sturdy, and the handle stays cool."`
	VerifiedPurchase bool         `json:"verifiedPurchase" doc:"The author's order was delivered." example:"true"`
	Status           string       `json:"status" enum:"visible,hidden" schema:"ReviewStatus" example:"visible"`
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

// viewsOf are the views of the reviews, in two queries.
func viewsOf(db *gorm.DB, found []review) ([]reviewView, error) {
	if len(found) == 0 {
		return []reviewView{}, nil
	}
	names, err := displayNames(db, found)
	if err != nil {
		return nil, err
	}
	bought, err := purchases(db, found)
	if err != nil {
		return nil, err
	}
	views := make([]reviewView, len(found))
	for i, r := range found {
		views[i] = reviewView{
			ID: r.ID, ProductID: r.ProductID, Author: authorView{names[r.UserID]}, Rating: r.Rating, Message: r.Message,
			VerifiedPurchase: bought[purchase{r.UserID, r.ProductID}], Status: r.Status,
			CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt), userID: r.UserID,
		}
	}
	return views, nil
}

// exported is what is held on a user.
type exported struct {
	Reviews   []reviewView `json:"reviews"`
	Purchased []string     `json:"purchased"` // ids of the products that they had delivered
}

// export is the user's reviews, oldest first, and what they had delivered.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	var own []review
	if err := db.Where("user_id = ?", userID).Order("created_at, id").Find(&own).Error; err != nil {
		return nil, err
	}
	views, err := viewsOf(db, own)
	if err != nil {
		return nil, err
	}
	held := exported{Reviews: views, Purchased: []string{}}
	err = db.Model(&purchase{}).Where("user_id = ?", userID).Order("product_id").Pluck("product_id", &held.Purchased).Error
	return held, err
}
