package reviews

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

type createReviewInput struct {
	Body struct {
		ProductID string       `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Rating    httpapi.Int  `json:"rating" minimum:"1" maximum:"5" example:"4"`
		Message   httpapi.Text `json:"message" minLength:"1" maxLength:"2000" example:"Sturdy, and the handle stays cool."`
	}
}

type editReviewInput struct {
	httpapi.PathID
	Body struct {
		Rating  httpapi.Optional[httpapi.Int]  `json:"rating" minimum:"1" maximum:"5" nullable:"false" example:"5"`
		Message httpapi.Optional[httpapi.Text] `json:"message" minLength:"1" maxLength:"2000" nullable:"false" example:"Still sturdy after a year."`
	}
}

func (in *editReviewInput) apply(r *review) {
	if in.Body.Rating.Set {
		r.Rating = int(in.Body.Rating.Value)
	}
	if in.Body.Message.Set {
		r.setMessage(string(in.Body.Message.Value))
	}
}

type reviewInput struct{ httpapi.PathID }

type productReviewsInput struct {
	httpapi.Page
	ID   string     `path:"id" doc:"Id or slug, a former one too." example:"espresso-cup"`
	Sort reviewSort `query:"sort" default:"newest"`
}

func (a *api) createReview(ctx context.Context, in *createReviewInput) (*httpapi.Reply[reviewView], error) {
	r := newReview(in.Body.ProductID, auth.MustFrom(ctx).UserID, int(in.Body.Rating), string(in.Body.Message),
		a.clock.Now())
	return a.commitReview(ctx, http.StatusCreated, func(tx *gorm.DB) (review, error) { return createReview(ctx, tx, r) })
}

func (a *api) listProductReviews(
	ctx context.Context, in *productReviewsInput,
) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	p, err := activeProduct(db, in.ID)
	if err != nil {
		return nil, err
	}
	found, err := pageOfProduct(db, p, in.Page, in.Sort)
	if err != nil {
		return nil, err
	}
	return listReply(db, found, p.RatingCount, in.Page)
}

func (a *api) listOwnReviews(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfAuthor(db, auth.MustFrom(ctx).UserID, *in)
	if err != nil {
		return nil, err
	}
	return listReply(db, found, total, *in)
}

func (a *api) getReview(ctx context.Context, in *reviewInput) (*httpapi.Reply[reviewView], error) {
	db := a.db.WithContext(ctx)
	r, err := reviewOfAuthor(db, auth.MustFrom(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	view, err := viewReview(db, r)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view)
}

func (a *api) editReview(ctx context.Context, in *editReviewInput) (*httpapi.Reply[reviewView], error) {
	userID := auth.MustFrom(ctx).UserID
	return a.commitReview(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) {
		return editReview(ctx, tx, userID, in.ID, in.apply, a.clock.Now())
	})
}

func (a *api) deleteReview(ctx context.Context, in *reviewInput) (*httpapi.Reply[httpapi.None], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteReview(ctx, tx, userID, in.ID)
	})
}

// commitReview answers a write with the review as the write leaves it.
func (a *api) commitReview(
	ctx context.Context, status int, write func(tx *gorm.DB) (review, error),
) (*httpapi.Reply[reviewView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (reviewView, error) {
		r, err := write(tx)
		if err != nil {
			return reviewView{}, err
		}
		return viewReview(tx, r)
	})
}

// listReply answers with the reviews found as a page of total.
func listReply(
	db *gorm.DB, found []review, total int64, p httpapi.Page,
) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	views, err := viewReviews(db, found)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(views, total, p))
}
