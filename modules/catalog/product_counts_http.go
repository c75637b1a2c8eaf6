package catalog

import (
	"context"
	"net/http"

	"orderd/platform/httpapi"
)

func (a *api) productCountsRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "countProductsAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/products/counts",
		Tag: tagAdmin, Summary: "Count the products of each brand and category",
		Detail: "Of any status, as `?brand` and `?category` of the list find them. A brand or category without a product " +
			"is not named.",
	}, a.countProductsAsAdmin)
}

type productCountsView struct {
	Brands     map[string]int64 `json:"brands" nullable:"false" doc:"By the brand's id." example:"{\"0199d5a1-93c4-7a50-8b1c-6d2e3f405160\":12}"`
	Categories map[string]int64 `json:"categories" nullable:"false" doc:"By the category's id; categories below it are included." example:"{\"0199d5a1-93c4-7a50-8b1c-6d2e3f405161\":7}"`
}

// SchemaName is the name in the document.
func (productCountsView) SchemaName() string { return "ProductCounts" }

func (a *api) countProductsAsAdmin(ctx context.Context, _ *struct{}) (*httpapi.Reply[productCountsView], error) {
	brands, categories, err := countByTaxonomy(a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(productCountsView{brands, categories})
}
