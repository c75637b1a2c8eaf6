package reviews

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag      = "Reviews"
	tagAdmin = "Administration: reviews"
)

// api answers HTTP.
type api struct {
	db    *gorm.DB
	clock clock.Clock
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "createReview", Method: http.MethodPost, Path: "/v1/reviews", Tag: tag, Status: http.StatusCreated,
		Summary: "Review a product",
		Detail: "One for each product and user, bought or not (`verifiedPurchase`); at `review_already_exists` change the first. It " +
			"is visible at once, with the first name alone.",
		Errors: []string{fault.ProductNotFound, fault.ReviewAlreadyExists}, Limits: []string{"reviews"},
	}, a.create)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listProductReviews", Method: http.MethodGet, Path: "/v1/products/{id}/reviews", Tag: tag,
		Summary: "List the visible reviews of a product",
		Detail:  "The product's rating counts exactly these.",
		Errors:  []string{fault.NotFound},
	}, a.listOfProduct)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOwnReviews", Method: http.MethodGet, Path: "/v1/reviews/mine", Tag: tag,
		Summary: "List the caller's reviews, newest first",
		Detail:  "Hidden ones too.",
	}, a.listOwn)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getReview", Method: http.MethodGet, Path: "/v1/reviews/{id}", Tag: tag,
		Summary: "Read your review",
		Detail:  "Only the caller's own; every other is 404.",
		Errors:  []string{fault.NotFound},
	}, a.get)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateReview", Method: http.MethodPatch, Path: "/v1/reviews/{id}", Tag: tag,
		Summary: "Change a review of the caller's",
		Detail:  "Absent fields stay. A hidden review stays hidden.",
		Errors:  []string{fault.NotFound},
	}, a.edit)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteReview", Method: http.MethodDelete, Path: "/v1/reviews/{id}", Tag: tag, Status: http.StatusNoContent,
		Summary: "Delete a review of the caller's",
		Detail:  "It no longer counts in the product's rating; the caller may write another.",
		Errors:  []string{fault.NotFound},
	}, a.delete)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listReviews", Method: http.MethodGet, Path: "/v1/admin/reviews", Tag: tagAdmin, Summary: "List reviews, newest first",
		Detail: "Of all users, hidden ones too.",
	}, a.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "hideReview", Method: http.MethodPost, Path: "/v1/admin/reviews/{id}/hide", Tag: tagAdmin,
		Summary: "Hide a review",
		Detail:  "It no longer counts in the product's rating. The reason is in a notification to the author.",
		Errors:  []string{fault.NotFound},
	}, a.hide)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "showReview", Method: http.MethodPost, Path: "/v1/admin/reviews/{id}/show", Tag: tagAdmin,
		Summary: "Show a hidden review again",
		Detail:  "It counts in the product's rating again.",
		Errors:  []string{fault.NotFound},
	}, a.show)
}

func (a *api) create(ctx context.Context, in *createReviewInput) (*httpapi.Reply[reviewView], error) {
	r := newReview(in.Body.ProductID, auth.MustFrom(ctx).UserID, int(in.Body.Rating), string(in.Body.Message), a.clock.Now())
	return a.commit(ctx, http.StatusCreated, func(tx *gorm.DB) (review, error) { return write(ctx, tx, r) })
}

func (a *api) listOfProduct(ctx context.Context, in *productReviewsInput) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	p, err := onSale(db, in.ID)
	if err != nil {
		return nil, err
	}
	found, err := visibleOf(db, p, in.Page, orders[in.Sort])
	if err != nil {
		return nil, err
	}
	return answer(db, found, p.RatingCount, in.Page)
}

func (a *api) listOwn(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := httpapi.Find[review](ownedBy(auth.MustFrom(ctx).UserID)(db), *in, newestFirst)
	if err != nil {
		return nil, err
	}
	return answer(db, found, total, *in)
}

func (a *api) get(ctx context.Context, in *idInput) (*httpapi.Reply[reviewView], error) {
	db := a.db.WithContext(ctx)
	own, err := database.ByID[review](ownedBy(auth.MustFrom(ctx).UserID)(db), in.ID)
	if err != nil {
		return nil, err
	}
	views, err := viewsOf(db, []review{own})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(views[0])
}

func (a *api) list(ctx context.Context, in *listReviewsInput) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := allOf(db, in.Status, in.Page)
	if err != nil {
		return nil, err
	}
	return answer(db, found, total, in.Page)
}

func (a *api) edit(ctx context.Context, in *editReviewInput) (*httpapi.Reply[reviewView], error) {
	userID := auth.MustFrom(ctx).UserID
	return a.commit(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) { return edit(ctx, tx, userID, in.ID, in.apply, a.clock.Now()) })
}

func (a *api) delete(ctx context.Context, in *idInput) (*httpapi.Reply[httpapi.None], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, remove(ctx, tx, userID, in.ID)
	})
}

func (a *api) hide(ctx context.Context, in *hideReviewInput) (*httpapi.Reply[reviewView], error) {
	return a.commit(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) {
		return hide(ctx, tx, in.ID, string(in.Body.Reason), a.clock.Now())
	})
}

func (a *api) show(ctx context.Context, in *idInput) (*httpapi.Reply[reviewView], error) {
	return a.commit(ctx, http.StatusOK, func(tx *gorm.DB) (review, error) { return show(ctx, tx, in.ID, a.clock.Now()) })
}

// commit answers a write with the review that it leaves.
func (a *api) commit(ctx context.Context, status int, do func(tx *gorm.DB) (review, error)) (*httpapi.Reply[reviewView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (reviewView, error) {
		r, err := do(tx)
		if err != nil {
			return reviewView{}, err
		}
		views, err := viewsOf(tx, []review{r})
		if err != nil {
			return reviewView{}, err
		}
		return views[0], nil
	})
}

// answer shows the reviews found as a page of total.
func answer(db *gorm.DB, found []review, total int64, p httpapi.Page) (*httpapi.Reply[httpapi.List[reviewView]], error) {
	views, err := viewsOf(db, found)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(views, total, p))
}
