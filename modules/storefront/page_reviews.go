package storefront

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// ownReview is one of the visitor's reviews, with its product as far as that is still sold.
type ownReview struct {
	ID        string `json:"id"`
	ProductID string `json:"productId"`
	Status    string `json:"status"` // visible, hidden
	review
	Product *card `json:"-"`
}

// reviewView is the form of one of the visitor's reviews.
type reviewView struct {
	frame
	Form    form
	ID      string
	Product *card // nil: it is not sold any more
}

var reviewFields = [][2]string{{"/rating", "rating"}, {"/message", "message"}}

func (v *visit) reviews() error {
	view, err := loadList[ownReview](v, "/v1/reviews/mine")
	if err != nil {
		return err
	}
	var ids []string
	for _, r := range view.Entries {
		ids = append(ids, r.ProductID)
	}
	products, err := v.loadCards(ids)
	if err != nil {
		return err
	}
	for i, r := range view.Entries {
		view.Entries[i].Product = products[r.ProductID]
	}
	return v.show(http.StatusOK, "reviews", view)
}

// loadCards are the products of the ids that are sold, by their id.
func (v *visit) loadCards(ids []string) (map[string]*card, error) {
	found := map[string]*card{}
	if len(ids) == 0 {
		return found, nil
	}
	var list struct {
		Data []card `json:"data"`
	}
	query := url.Values{"ids": {strings.Join(ids, ",")}, "fields": {"card"}, "limit": {strconv.Itoa(len(ids))}}
	if err := v.get("/v1/products", query, &list); err != nil {
		return nil, err
	}
	for i, c := range list.Data {
		found[c.ID] = &list.Data[i]
	}
	return found, nil
}

func (v *visit) editReview() error {
	r, err := v.loadReview()
	if err != nil {
		return err
	}
	values := map[string]string{"rating": strconv.Itoa(r.Rating)}
	if r.Message != nil {
		values["message"] = *r.Message
	}
	return v.showReview(http.StatusOK, r, v.again(form{Values: values}))
}

func (v *visit) loadReview() (r ownReview, err error) {
	return r, v.get("/v1/reviews/"+url.PathEscape(v.r.PathValue("id")), nil, &r)
}

func (v *visit) showReview(status int, r ownReview, f form) error {
	products, err := v.loadCards([]string{r.ProductID})
	if err != nil {
		return err
	}
	view := reviewView{frame: v.frame(""), Form: f, ID: r.ID, Product: products[r.ProductID]}
	view.Private = true
	return v.show(status, "review", view)
}

func (v *visit) saveReview() error {
	f := v.readForm("rating", "message")
	body := map[string]any{"message": f.Value("message")}
	if rating, err := strconv.Atoi(f.Value("rating")); err == nil {
		body["rating"] = rating
	}
	path := "/v1/reviews/" + url.PathEscape(v.r.PathValue("id"))
	_, err := v.do(call{method: http.MethodPatch, path: path, body: body})
	if f.failed(err, reviewFields...) {
		r, err := v.loadReview()
		if err != nil {
			return err
		}
		return v.showReview(v.refusal(f), r, f)
	}
	if err != nil {
		return err
	}
	v.say("saved", 0)
	return v.redirect("/account/reviews")
}

func (v *visit) removeReview() error { return v.remove("/v1/reviews/", "/account/reviews") }
