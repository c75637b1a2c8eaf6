package catalog

import "orderd/platform/money"

// facetsView counts the products that match a filter, by brand, category and price range.
type facetsView struct {
	Total      int64               `json:"total" example:"57"`
	Brands     []brandFacetView    `json:"brands" doc:"Most products first; products without a brand are in none."`
	Categories []categoryFacetView `json:"categories" doc:"Most products first; categories below are counted in."`
	Prices     []priceFacetView    `json:"prices" doc:"By the lowest retail price, rising."`
}

type brandFacetView struct {
	ID    string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name  string `json:"name" example:"Moka & Söhne"`
	Slug  string `json:"slug" example:"moka-sohne"`
	Count int64  `json:"count" example:"12"`
}

type categoryFacetView struct {
	ID       string  `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ParentID *string `json:"parentId" format:"uuid" doc:"null: a root." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name     string  `json:"name" example:"Espresso cups"`
	Slug     string  `json:"slug" example:"espresso-cups"`
	Count    int64   `json:"count" example:"12"`
}

type priceFacetView struct {
	MinPrice money.Cents  `json:"minPrice" example:"10"`
	MaxPrice *money.Cents `json:"maxPrice" doc:"null: no limit." example:"24.99"`
	Count    int64        `json:"count" example:"12"`
}
