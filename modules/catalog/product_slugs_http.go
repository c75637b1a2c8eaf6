package catalog

import (
	"context"
	"net/http"

	"orderd/platform/httpapi"
)

func (a *api) slugRoutes(r *httpapi.Router) {
	httpapi.HandleStream(r, httpapi.Public, httpapi.Op{
		ID: "listProductSlugs", Method: http.MethodGet, Path: "/v1/products/slugs", Tag: tagCatalog,
		Produces: "application/json", Body: slugsView{}, Cached: true,
		Summary: "List the slugs of all products",
		Detail: "For sitemaps and static builds: active products by id, up to 50 000. `next` is the `after` of the next " +
			"part. A response that is cut off is no JSON: ask again.",
	}, a.productSlugs)
}

type slugsInput struct {
	After string `query:"after" format:"uuid" doc:"next of the part before." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

// slugsView is a part of the list of slugs. It is written bit by bit (exportSlugs).
type slugsView struct {
	Data []slugView `json:"data"`
	Next *string    `json:"next" format:"uuid" doc:"null: there are no more." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

// SchemaName is the name in the OpenAPI document.
func (slugsView) SchemaName() string { return "ProductSlugs" }

type slugView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Slug      string       `json:"slug" example:"espresso-cup"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// SchemaName is the name in the OpenAPI document.
func (slugView) SchemaName() string { return "ProductSlug" }

func (a *api) productSlugs(ctx context.Context, in *slugsInput, w *httpapi.Stream) error {
	return a.readers.exportSlugs(ctx, in.After, w)
}
