package catalog

import (
	"context"
	"net/http"

	shop "orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) suggestRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "suggest", Method: http.MethodGet, Path: "/v1/search/suggest", Tag: tagCatalog, Cached: true,
		Summary: "Suggest products, categories and brands",
		Detail: "For a search field, at each key: at most 5 products, 3 categories and 3 brands, the best first, " +
			"as the search finds them. Entries are left out from the end until the response has 1 000 bytes or less.",
		Headers: versionHeaders,
	}, a.suggest)
}

type suggestInput struct {
	Q string `query:"q" required:"true" maxLength:"200" doc:"What is typed so far; beginnings, typos and synonyms match." example:"cof"`
}

// Check rejects a query of blanks.
func (in *suggestInput) Check() []fault.Field {
	if in.Q != "" && phraseOf(in.Q) == "" {
		return []fault.Field{{Pointer: "?q", Code: fault.Required, Detail: "is required"}}
	}
	return nil
}

type encodedSuggestion = encoded[suggestionView]

// suggestionView is what a query may mean.
type suggestionView struct {
	PriceMode  shop.PriceMode         `json:"priceMode" doc:"As that of a Product." example:"gross"`
	Products   []suggestedProductView `json:"products"`
	Categories []suggestedNameView    `json:"categories"`
	Brands     []suggestedNameView    `json:"brands"`
}

// SchemaName is the name in the OpenAPI document.
func (suggestionView) SchemaName() string { return "Suggestion" }

type suggestedProductView struct {
	Name      string       `json:"name" example:"Espresso cup"`
	Slug      string       `json:"slug" example:"espresso-cup"`
	PriceFrom *money.Cents `json:"priceFrom" doc:"The lowest retail price, by priceMode; null without variants." example:"12.9"`
}

// SchemaName is the name in the OpenAPI document.
func (suggestedProductView) SchemaName() string { return "SuggestedProduct" }

type suggestedNameView struct {
	Name string `json:"name" example:"Espresso cups"`
	Slug string `json:"slug" example:"espresso-cups"`
}

// SchemaName is the name in the OpenAPI document.
func (suggestedNameView) SchemaName() string { return "SuggestedName" }

func (w productViewer) suggested(p product) suggestedProductView {
	v := suggestedProductView{Name: p.Name, Slug: p.Slug}
	if p.PriceFrom != unpriced {
		v.PriceFrom = new(w.mode.of(p.PriceFrom, w.rates.of(p.TaxClass)))
	}
	return v
}

func (a *api) suggest(ctx context.Context, in *suggestInput) (*httpapi.Reply[suggestionView], error) {
	var found encodedSuggestion
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, err = r.suggest(ctx, in.Q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found.reply(ctx)
}
