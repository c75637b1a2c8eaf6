package catalog

import (
	"context"
	"net/http"

	"orderd/platform/httpapi"
)

func (a *api) productRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listProducts", Method: http.MethodGet, Path: "/v1/products", Tag: tagCatalog, Cached: true, Summary: "Find products",
		Detail: "All filters given must match. `q` understands beginnings of words and typos, and sorts by relevance; without it the " +
			"newest come first. For wholesale accounts and admins the variants carry `wholesalePrices`, for everybody else an " +
			"empty list. `available` may be a second old.",
	}, a.listProducts)
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "countProducts", Method: http.MethodGet, Path: "/v1/products/facets", Tag: tagCatalog, Cached: true,
		Summary: "Count products by brand, category and price",
		Detail:  "For the filters beside a product list: it takes the query of the list and counts what that finds on all pages.",
	}, a.facets)
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "getProduct", Method: http.MethodGet, Path: "/v1/products/{id}", Tag: tagCatalog, Cached: true, Summary: "Read a product",
		Detail: "By its id or its slug; drafts and archived products are 404. For wholesale accounts and admins the variants carry " +
			"`wholesalePrices`, for everybody else an empty list.",
	}, a.getProduct)
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

func (a *api) getProduct(ctx context.Context, in *productInput) (*httpapi.Reply[productView], error) {
	found, err := a.reader.get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.CachedAgain(ctx, found.Encoded)
}
