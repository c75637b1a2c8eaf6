package catalog

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) listRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listProducts", Method: http.MethodGet, Path: "/v1/products", Tag: tagCatalog, Cached: true,
		Summary: "List and search products",
		Detail: "All filters given must match. Only wholesale accounts and admins see `wholesalePrices`. `available` may " +
			"be a second old.",
	}, a.listProducts)
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "countProducts", Method: http.MethodGet, Path: "/v1/products/facets", Tag: tagCatalog, Cached: true,
		Summary: "Count products by brand, category and price",
		Detail:  "Counts what the list finds with the same query, on all pages.",
	}, a.facets)
}

// findInput is the query of a list or of its facets.
type findInput struct {
	httpapi.Page
	httpapi.ByIDs
	Q         string                    `query:"q" maxLength:"200" doc:"Words of names, brands, categories, options, SKUs and descriptions; beginnings and typos match. Finds the 1 000 best products of a word." example:"cofee grinder"`
	Brand     httpapi.ListParam[string] `query:"brand" maxLength:"140" doc:"Ids or slugs; any of them." example:"[\"moka-sohne\"]"`
	Category  httpapi.ListParam[string] `query:"category" maxLength:"140" doc:"Ids or slugs; any of them, categories below included." example:"[\"espresso-cups\"]"`
	MinPrice  amountParam               `query:"minPrice" doc:"Of the lowest retail price." example:"10"`
	MaxPrice  amountParam               `query:"maxPrice" doc:"Of the lowest retail price." example:"24.99"`
	InStock   httpapi.BoolParam         `query:"inStock" doc:"true: a variant is available; false: none is."`
	OnSale    httpapi.BoolParam         `query:"onSale" doc:"true: a variant has a compareAtPrice; false: none has."`
	MinRating float64                   `query:"minRating" minimum:"0" maximum:"5" example:"4"`
	Sort      string                    `query:"sort" default:"relevance" enum:"relevance,newest,price,-price,name,-rating,bestselling,-discount" schema:"ProductSort" doc:"relevance without q is newest; bestselling counts 90 days; -discount puts the highest part of compareAtPrice saved first, and what is not reduced behind by name."`
}

// Check rejects a price range that ends before it begins.
func (in *findInput) Check() []fault.Field {
	low, high := in.MinPrice.cents(), in.MaxPrice.cents()
	if low != nil && high != nil && *low > *high {
		return []fault.Field{{Pointer: "?maxPrice", Code: fault.OutOfRange, Detail: "must not be less than minPrice"}}
	}
	return nil
}

// filter resolves ids and slugs of brands and categories. One that is unknown matches nothing.
func (in *findInput) filter(t *taxonomy) filter {
	f := filter{
		ids: in.IDs, phrase: phraseOf(in.Q), words: tokenize(in.Q), minPrice: in.MinPrice.cents(),
		maxPrice: in.MaxPrice.cents(), inStock: in.InStock.Ptr(), onSale: in.OnSale.Ptr(), minRating: int64(math.Round(in.MinRating * 100)),
	}
	var unknownBrands, unknownCategories bool
	f.brandIDs, unknownBrands = resolveIDs(in.Brand, t.brandIDs, t.brands)
	f.categoryIDs, unknownCategories = resolveIDs(in.Category, t.categoryIDs, t.categories)
	f.matchesNothing = unknownBrands || unknownCategories
	return f
}

// resolveIDs returns the ids of those that are known, given by id or slug, and whether some are
// given and none is known.
func resolveIDs[V any](given []string, idsBySlug map[string]string, byID map[string]V) (ids []string, unknown bool) {
	for _, idOrSlug := range given {
		found, isSlug := idsBySlug[idOrSlug]
		if _, isID := byID[idOrSlug]; isID && !isSlug {
			found = idOrSlug
		}
		if found != "" && !slices.Contains(ids, found) {
			ids = append(ids, found)
		}
	}
	return ids, len(given) > 0 && len(ids) == 0
}

func (a *api) listProducts(ctx context.Context, in *findInput) (*httpapi.Reply[httpapi.List[productView]], error) {
	var page encodedPage
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		page, err = r.list(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.CachedEncoded(ctx, page.Encoded)
}

func (a *api) facets(ctx context.Context, in *findInput) (*httpapi.Reply[facetsView], error) {
	var counts facetsView
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		counts, err = r.facets(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, counts)
}

// amountParam is a money.Cents in a query, "" without one. Its schema is checked before it is read.
type amountParam string

// Schema is the schema of money.Cents, from 0 on.
func (amountParam) Schema(r huma.Registry) *huma.Schema {
	s, zero := money.Cents(0).Schema(r), 0.0
	s.Minimum = &zero
	return s
}

func (a amountParam) cents() *money.Cents {
	var c money.Cents
	if a == "" || json.Unmarshal([]byte(a), &c) != nil {
		return nil
	}
	return &c
}
