package catalog

import (
	"context"
	"net/http"

	"orderd/platform/httpapi"
)

func (a *api) productRoutes(r *httpapi.Router) {
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
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "getProduct", Method: http.MethodGet, Path: "/v1/products/{id}", Tag: tagCatalog, Cached: true, Summary: "Read a product",
		Detail: "Drafts and archived products are 404. Only wholesale accounts and admins see `wholesalePrices`.",
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
