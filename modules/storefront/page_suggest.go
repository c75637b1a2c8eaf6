package storefront

import (
	"net/http"
	"net/url"

	"orderd/platform/money"
)

// suggestView is the list below the field of the search.
type suggestView struct {
	frame
	Options []suggestion
}

// suggestion is one entry: a product, a category or a brand.
type suggestion struct {
	Name, URL string
	Price     *money.Cents // of a product
	PlusVAT   bool         // VAT comes on top of it
}

// suggest answers with what a search would find. Without a script nobody asks for it.
func (v *visit) suggest() error {
	var answer struct {
		PriceMode string `json:"priceMode"`
		Products  []struct {
			named
			PriceFrom *money.Cents `json:"priceFrom"`
		} `json:"products"`
		Categories []named `json:"categories"`
		Brands     []named `json:"brands"`
	}
	q := url.Values{"q": {v.r.URL.Query().Get("q")}}
	if err := v.get("/v1/search/suggest", q, &answer); err != nil && !isProblem(err, http.StatusUnprocessableEntity) {
		return err
	}
	view := suggestView{frame: v.frame("")}
	plusVAT := view.plusVAT(answer.PriceMode)
	for _, p := range answer.Products {
		view.Options = append(view.Options, suggestion{p.Name, v.to("/p/" + p.Slug), p.PriceFrom, plusVAT})
	}
	for _, c := range answer.Categories {
		view.Options = append(view.Options, suggestion{Name: c.Name, URL: v.to("/c/" + c.Slug)})
	}
	for _, b := range answer.Brands {
		view.Options = append(view.Options, suggestion{Name: b.Name, URL: v.to("/b/" + b.Slug)})
	}
	return v.showPart(http.StatusOK, "suggest", view)
}
