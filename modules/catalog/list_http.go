package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) listRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listProducts", Method: http.MethodGet, Path: "/v1/products", Tag: tagCatalog, Cached: true,
		Summary: "List and search products",
		Detail: "All filters given must match; of several values of one filter, any. Only wholesale accounts and admins " +
			"see `wholesalePrices`. `available` may be a second old. With `fields=card` `data` are ProductCards.",
		Headers: namedHeaders,
	}, a.listProducts)
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "countProducts", Method: http.MethodGet, Path: "/v1/products/facets", Tag: tagCatalog, Cached: true,
		Summary: "Count products by brand, category, price, options, attributes, rating, stock and reductions",
		Detail: "Counts what the list finds with the same query. Each facet is counted without its own filter, " +
			"`total` with all.",
		Headers: map[string]string{"Content-Language": namedHeaders["Content-Language"]},
	}, a.facets)
}

// findInput is the query of facets.
type findInput struct {
	httpapi.Page
	httpapi.ByIDs
	Q          string                    `query:"q" maxLength:"200" doc:"Words of names, brands, categories, options, SKUs, barcodes, tags, attributes and descriptions; beginnings, typos, synonyms and the parts of German compounds match. A name that is q, or begins with it, comes first. Finds the 1 000 best products of a word." example:"cofee grinder"`
	Brand      httpapi.ListParam[string] `query:"brand" maxLength:"140" doc:"Ids or slugs; any of them." example:"[\"moka-sohne\"]"`
	Category   httpapi.ListParam[string] `query:"category" maxLength:"140" doc:"Ids or slugs; any of them, categories below included." example:"[\"espresso-cups\"]"`
	Tag        httpapi.ListParam[string] `query:"tag" maxLength:"60" doc:"Any of them, in any case." example:"[\"porcelain\"]"`
	Option     httpapi.NamedLists        `query:"option" doc:"Each name begins with option. and is in any case: option.Color=White,Black finds what has one of these values in a variant on sale. With a comma in a value, give it alone."`
	Attribute  httpapi.NamedLists        `query:"attr" doc:"Each name begins with attr. and is an attribute: attr.roast=dark,medium has any of them; numbers and dates also as ranges: attr.weight=250..500, 250.. or ..500."`
	MinPrice   amountParam               `query:"minPrice" doc:"Of the lowest retail price." example:"10"`
	MaxPrice   amountParam               `query:"maxPrice" doc:"Of the lowest retail price." example:"24.99"`
	InStock    httpapi.BoolParam         `query:"inStock" doc:"true: a variant is available; false: none is."`
	OnSale     httpapi.BoolParam         `query:"onSale" doc:"true: a variant has a compareAtPrice; false: none has."`
	Collection string                    `query:"collection" maxLength:"140" doc:"Id or slug of a published one. Its products come in their order, or that of its rule, unless sort or q asks for another." example:"gifts"`
	MinRating  float64                   `query:"minRating" minimum:"0" maximum:"5" example:"4"`
	Sort       sortOrder                 `query:"sort" default:"relevance" doc:"relevance without q is newest, of a collection its own order; bestselling counts 90 days; -discount puts the highest part of compareAtPrice saved first, and what is not reduced behind by name."`
}

// fieldsOfCard is the one value of the parameter fields.
const fieldsOfCard = "card"

// productInclusion is what the answer with a list of products may have beside it.
type productInclusion string

const (
	includeFacets     productInclusion = "facets"
	includeCategory   productInclusion = "category"
	includeCollection productInclusion = "collection"
)

// Values are all of them.
func (productInclusion) Values() []string {
	return convert.Strings(includeFacets, includeCategory, includeCollection)
}

// listInput is the query of a list: that of its facets, and how the list is shown. huma finds no
// parameters in an embedded struct that is not exported.
type listInput struct {
	httpapi.Page
	httpapi.ByIDs
	Q          string                              `query:"q" maxLength:"200" doc:"Words of names, brands, categories, options, SKUs, barcodes, tags, attributes and descriptions; beginnings, typos, synonyms and the parts of German compounds match. A name that is q, or begins with it, comes first. Finds the 1 000 best products of a word." example:"cofee grinder"`
	Brand      httpapi.ListParam[string]           `query:"brand" maxLength:"140" doc:"Ids or slugs; any of them." example:"[\"moka-sohne\"]"`
	Category   httpapi.ListParam[string]           `query:"category" maxLength:"140" doc:"Ids or slugs; any of them, categories below included." example:"[\"espresso-cups\"]"`
	Tag        httpapi.ListParam[string]           `query:"tag" maxLength:"60" doc:"Any of them, in any case." example:"[\"porcelain\"]"`
	Option     httpapi.NamedLists                  `query:"option" doc:"Each name begins with option. and is in any case: option.Color=White,Black finds what has one of these values in a variant on sale. With a comma in a value, give it alone."`
	Attribute  httpapi.NamedLists                  `query:"attr" doc:"Each name begins with attr. and is an attribute: attr.roast=dark,medium has any of them; numbers and dates also as ranges: attr.weight=250..500, 250.. or ..500."`
	MinPrice   amountParam                         `query:"minPrice" doc:"Of the lowest retail price." example:"10"`
	MaxPrice   amountParam                         `query:"maxPrice" doc:"Of the lowest retail price." example:"24.99"`
	InStock    httpapi.BoolParam                   `query:"inStock" doc:"true: a variant is available; false: none is."`
	OnSale     httpapi.BoolParam                   `query:"onSale" doc:"true: a variant has a compareAtPrice; false: none has."`
	Collection string                              `query:"collection" maxLength:"140" doc:"Id or slug of a published one. Its products come in their order, or that of its rule, unless sort or q asks for another." example:"gifts"`
	MinRating  float64                             `query:"minRating" minimum:"0" maximum:"5" example:"4"`
	Sort       sortOrder                           `query:"sort" default:"relevance" doc:"relevance without q is newest, of a collection its own order; bestselling counts 90 days; -discount puts the highest part of compareAtPrice saved first, and what is not reduced behind by name."`
	Fields     string                              `query:"fields" maxLength:"20" doc:"card: what a card of a product shows, and no more."`
	Include    httpapi.ListParam[productInclusion] `query:"include" doc:"What else the response has: the facets of the query, the first category that it filters by, and the collection."`
}

// find is what the list and its facets have in common.
func (in *listInput) find() *findInput {
	return &findInput{
		Page: in.Page, ByIDs: in.ByIDs, Q: in.Q, Brand: in.Brand, Category: in.Category, Tag: in.Tag, Option: in.Option,
		MinPrice: in.MinPrice, MaxPrice: in.MaxPrice, InStock: in.InStock, OnSale: in.OnSale, MinRating: in.MinRating,
		Sort: in.Sort, Collection: in.Collection, Attribute: in.Attribute,
	}
}

// Check is that of findInput, and rejects other fields than card. These are no enum in the
// document, whose generated constants would take the names of the methods of payment.
func (in *listInput) Check() []fault.Field {
	faults := in.find().Check()
	if in.Fields != "" && in.Fields != fieldsOfCard {
		faults = append(faults, fault.Field{Pointer: "?fields", Code: fault.NotAllowed, Detail: "must be card"})
	}
	return faults
}

// shape returns a text that differs for lists that show the same products in different ways.
func (in *listInput) shape(f filter) string {
	category := ""
	if f.categoryIDs != nil {
		category = in.Category[0]
	}
	return fmt.Sprint(in.Fields, in.Include, category, "|", in.Collection)
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
		ids: in.IDs, minPrice: in.MinPrice.cents(), maxPrice: in.MaxPrice.cents(), inStock: in.InStock.Ptr(),
		onSale:    in.OnSale.Ptr(),
		minRating: int64(math.Round(in.MinRating * 100)), tags: tagKeys(in.Tag),
	}
	f.ask(in.Q, t)
	f.brandIDs = resolveIDs(in.Brand, t.brandIDs, t.brands)
	f.categoryIDs = resolveIDs(in.Category, t.categoryIDs, t.categories)
	for name, values := range in.Option.Values() {
		f.addOption(name, values)
	}
	return f
}

// addOption restricts the filter to the products that let buyers choose one of the values.
func (f *filter) addOption(name string, values []string) {
	if f.options == nil {
		f.options = map[string][]string{}
	}
	key := optionKey(name)
	f.options[key] = append(f.options[key], convert.All(values, optionKey)...)
	slices.Sort(f.options[key])
}

// resolveIDs returns the ids of those that are known, given by id or slug: nil when none is given,
// and empty when none is known.
func resolveIDs[V any](given []string, idsBySlug map[string]string, byID map[string]V) []string {
	if len(given) == 0 {
		return nil
	}
	ids := []string{}
	for _, idOrSlug := range given {
		found := cmp.Or(idsBySlug[idOrSlug], idOrSlug)
		if _, known := byID[found]; known && !slices.Contains(ids, found) {
			ids = append(ids, found)
		}
	}
	return ids
}

func (a *api) listProducts(ctx context.Context, in *listInput) (*httpapi.Reply[productListView], error) {
	var page encodedPage
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		page, err = r.list(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return page.reply(ctx)
}

func (a *api) facets(ctx context.Context, in *findInput) (*httpapi.Reply[facetsView], error) {
	var counts facetsView
	var language string
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		counts, language, err = r.facets(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Cached(ctx, counts)
	if err != nil || language == "" {
		return reply, err
	}
	return reply.In(language), nil
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
