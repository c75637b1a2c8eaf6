package catalog

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/money"
)

func (a *api) listRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listProducts", Method: http.MethodGet, Path: "/v1/products", Tag: tagCatalog, Cached: true, Summary: "Find products",
		Detail: "All filters given must match. Only wholesale accounts and admins see `wholesalePrices`. `available` may be a second " +
			"old.",
	}, a.listProducts)
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "countProducts", Method: http.MethodGet, Path: "/v1/products/facets", Tag: tagCatalog, Cached: true,
		Summary: "Count products by brand, category and price",
		Detail:  "Counts what the list finds with the same query, on all pages.",
	}, a.facets)
}

// findInput is which products a list or a count is about, and in which order.
type findInput struct {
	httpapi.Page
	Q         string  `query:"q" maxLength:"200" doc:"Words of names, brands, categories, options, SKUs and descriptions; beginnings and typos match. Finds the 1 000 best products of a word." example:"cofee grinder"`
	Brand     string  `query:"brand" maxLength:"140" doc:"Id or slug." example:"moka-sohne"`
	Category  string  `query:"category" maxLength:"140" doc:"Id or slug; categories below it are included." example:"espresso-cups"`
	MinPrice  amount  `query:"minPrice" doc:"Of the lowest retail price." example:"10"`
	MaxPrice  amount  `query:"maxPrice" doc:"Of the lowest retail price." example:"24.99"`
	InStock   answer  `query:"inStock" doc:"true: a variant is available; false: none is."`
	MinRating float64 `query:"minRating" minimum:"0" maximum:"5" example:"4"`
	Sort      string  `query:"sort" default:"relevance" enum:"relevance,newest,price,-price,name,-rating,bestselling" schema:"ProductSort" doc:"relevance without q is newest; bestselling counts 90 days."`
}

// Check refuses a range that ends before it begins.
func (in *findInput) Check() []fault.Field {
	low, high := in.MinPrice.cents(), in.MaxPrice.cents()
	if low != nil && high != nil && *low > *high {
		return []fault.Field{{Pointer: "?maxPrice", Code: fault.OutOfRange, Detail: "must not be less than minPrice"}}
	}
	return nil
}

// filter resolves the names of brand and category. Those of nothing let nothing through, nor does a text without a word that says something.
func (in *findInput) filter(t *taxonomy) filter {
	f := filter{words: wordsOf(in.Q), minPrice: in.MinPrice.cents(), maxPrice: in.MaxPrice.cents(), inStock: in.InStock.bool(), minRating: int64(math.Round(in.MinRating * 100))}
	f.nothing = len(f.words) == 0 && strings.TrimSpace(in.Q) != ""
	resolve := func(name string, bySlug map[string]string, known func(rowID string) bool) *string {
		if name == "" {
			return nil
		}
		rowID, ok := bySlug[name]
		if !ok && id.Valid(name) && known(name) {
			rowID, ok = name, true
		}
		f.nothing = f.nothing || !ok
		return &rowID
	}
	f.brandID = resolve(in.Brand, t.brandIDs, func(rowID string) bool { _, ok := t.brands[rowID]; return ok })
	f.categoryID = resolve(in.Category, t.categoryIDs, func(rowID string) bool { _, ok := t.categories[rowID]; return ok })
	return f
}

func (a *api) listProducts(ctx context.Context, in *findInput) (*httpapi.Reply[httpapi.List[productView]], error) {
	page, err := a.reader.list(ctx, in)
	if err != nil {
		return nil, err
	}
	return httpapi.CachedAgain(ctx, page.Encoded)
}

func (a *api) facets(ctx context.Context, in *findInput) (*httpapi.Reply[facetsView], error) {
	counted, err := a.reader.facets(ctx, in)
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, counted)
}

// amount is a money.Cents in a query, "" when it is not there. It is checked as a number before anybody reads it.
type amount string

// Schema is that of an amount that is not negative.
func (amount) Schema(r huma.Registry) *huma.Schema {
	s, zero := money.Cents(0).Schema(r), 0.0
	s.Minimum = &zero
	return s
}

func (a amount) cents() *money.Cents {
	var c money.Cents
	if a == "" || json.Unmarshal([]byte(a), &c) != nil {
		return nil
	}
	return &c
}

// answer is a bool in a query, "" when it is not there.
type answer string

// Schema is that of a bool.
func (answer) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

func (a answer) bool() *bool {
	if a == "" {
		return nil
	}
	yes := a == "true"
	return &yes
}
