package reviews

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

type listReviewsInput struct {
	httpapi.Page
	Status string `query:"status" enum:"visible,hidden" schema:"ReviewStatus"`
}

type hideReviewInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the author." example:"It is about another product."`
	}
}

func (a *api) listReviews(ctx context.Context, in *listReviewsInput) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfAll(db, reviewStatus(in.Status), in.Page)
	if err != nil {
		return nil, err
	}
	return listReply(db, found, total, in.Page)
}

func (a *api) hideReview(ctx context.Context, in *hideReviewInput) (*httpapi.Reply[reviewView], error) {
	return a.commitReview(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) {
		return hideReview(ctx, tx, in.ID, string(in.Body.Reason), a.clock.Now())
	})
}

func (a *api) showReview(ctx context.Context, in *reviewInput) (*httpapi.Reply[reviewView], error) {
	return a.commitReview(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) {
		return showReview(ctx, tx, in.ID, a.clock.Now())
	})
}
