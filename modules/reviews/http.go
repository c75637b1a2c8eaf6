package reviews

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/clock"
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
		Detail: "One for each product and user, bought or not (`verifiedPurchase`); at `review_already_exists` change the " +
			"first. It is visible at once, with the first name alone.",
		Errors: []fault.Code{codeProductNotFound, codeReviewAlreadyExists}, Limits: []string{"reviews"},
	}, a.createReview)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listProductReviews", Method: http.MethodGet, Path: "/v1/products/{id}/reviews", Tag: tag,
		Summary: "List the visible reviews of a product",
		Detail:  "The product's rating counts exactly these.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.listProductReviews)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOwnReviews", Method: http.MethodGet, Path: "/v1/reviews/mine", Tag: tag,
		Summary: "List the caller's reviews, newest first",
		Detail:  "Hidden ones too.",
	}, a.listOwnReviews)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getReview", Method: http.MethodGet, Path: "/v1/reviews/{id}", Tag: tag,
		Summary: "Read your review",
		Detail:  "Only the caller's own; every other is 404.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getReview)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateReview", Method: http.MethodPatch, Path: "/v1/reviews/{id}", Tag: tag,
		Summary: "Change the caller's review",
		Detail:  "Absent fields stay. A hidden review stays hidden.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.editReview)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteReview", Method: http.MethodDelete, Path: "/v1/reviews/{id}", Tag: tag, Status: http.StatusNoContent,
		Summary: "Delete the caller's review",
		Detail:  "It no longer counts in the product's rating; the caller may write another.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.deleteReview)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listReviews", Scope: "reviews:moderate", Method: http.MethodGet, Path: "/v1/admin/reviews", Tag: tagAdmin,
		Summary: "List reviews, newest first", Detail: "Of all users, hidden ones too.",
	}, a.listReviews)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "hideReview", Scope: "reviews:moderate", Method: http.MethodPost, Path: "/v1/admin/reviews/{id}/hide",
		Tag: tagAdmin, Summary: "Hide a review",
		Detail: "It no longer counts in the product's rating. The reason is in a notification to the author.",
		Errors: []fault.Code{fault.NotFound},
	}, a.hideReview)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "showReview", Scope: "reviews:moderate", Method: http.MethodPost, Path: "/v1/admin/reviews/{id}/show",
		Tag: tagAdmin, Summary: "Show a hidden review again",
		Detail: "It counts in the product's rating again.",
		Errors: []fault.Code{fault.NotFound},
	}, a.showReview)
}
