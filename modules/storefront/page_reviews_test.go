package storefront

import (
	"net/http"
	"net/url"
	"testing"
)

// What is wrong with a review stands at its field, too.
func TestReviewWithoutStars(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, formScript())
	v.api.answers["POST /v1/reviews"] = scripted{status: http.StatusUnprocessableEntity, body: object{
		"status": 422, "code": "validation_failed", "errors": []object{{"pointer": "/rating", "code": "required"}},
	}}
	mustShow(t, v.post("/p/cup/reviews", url.Values{"message": {"Holds coffee."}}, v.cookie(v.signedIn("Ada"))),
		http.StatusUnprocessableEntity, "Holds coffee.", `<a href="#rating">Choose how many stars</a>`, `id="rating-e"`)
}
