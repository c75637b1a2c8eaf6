package reviews

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

type listReviewsInput struct {
	httpapi.Page
	Status    reviewStatus `query:"status"`
	ProductID string       `query:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	UserID    string       `query:"userId" format:"uuid" doc:"Those of this author." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Rating    int          `query:"rating" minimum:"1" maximum:"5" example:"1"`
	Q         string       `query:"q" maxLength:"200" doc:"Words of which each is part of the message; without regard to case and accents." example:"handle"`
}

func (in *listReviewsInput) filter() reviewFilter {
	return reviewFilter{Status: in.Status, ProductID: in.ProductID, UserID: in.UserID, Rating: in.Rating, Q: in.Q}
}

type hideReviewInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the author." example:"It is about another product."`
	}
}

func (a *api) listReviews(
	ctx context.Context, in *listReviewsInput,
) (*httpapi.Reply[httpapi.List[adminReviewView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfAll(db, in.filter(), in.Page)
	if err != nil {
		return nil, err
	}
	views, err := viewAdminReviews(db, found)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) hideReview(ctx context.Context, in *hideReviewInput) (*httpapi.Reply[adminReviewView], error) {
	return a.commitModeration(ctx, func(tx *gorm.DB) (review, error) {
		return hideReview(ctx, tx, in.ID, string(in.Body.Reason), auth.MustFrom(ctx).Actor(), a.clock.Now())
	})
}

func (a *api) showReview(ctx context.Context, in *reviewInput) (*httpapi.Reply[adminReviewView], error) {
	return a.commitModeration(ctx, func(tx *gorm.DB) (review, error) {
		return showReview(ctx, tx, in.ID, a.clock.Now())
	})
}

// commitModeration answers with the review as the change leaves it.
func (a *api) commitModeration(
	ctx context.Context, change func(tx *gorm.DB) (review, error),
) (*httpapi.Reply[adminReviewView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (adminReviewView, error) {
		r, err := change(tx)
		if err != nil {
			return adminReviewView{}, err
		}
		views, err := viewAdminReviews(tx, []review{r})
		if err != nil {
			return adminReviewView{}, err
		}
		return views[0], nil
	})
}
