package catalog

import "orderd/platform/money"

// facetsView counts the products that match a filter. Each facet is counted without its own filter.
type facetsView struct {
	Total      int64                `json:"total" example:"57"`
	Brands     []brandFacetView     `json:"brands" doc:"Most products first; products without a brand are in none."`
	Categories []categoryFacetView  `json:"categories" doc:"Most products first; categories below are counted in."`
	Prices     []priceFacetView     `json:"prices" doc:"By the lowest retail price, rising; without minPrice and maxPrice."`
	PriceMin   *money.Cents         `json:"priceMin" doc:"The lowest priceFrom, without minPrice and maxPrice; null without products. With VAT, as those two are, whatever the caller's priceMode." example:"4.9"`
	PriceMax   *money.Cents         `json:"priceMax" doc:"The highest priceFrom, likewise." example:"249"`
	Options    []optionFacetView    `json:"options" doc:"Of most products first, at most 20. Names and values count in any case."`
	Attributes []attributeFacetView `json:"attributes" doc:"Those that are facets."`
	Ratings    []ratingFacetView    `json:"ratings" doc:"4, 3, 2 and 1."`
	InStock    int64                `json:"inStock" doc:"With a variant that is available." example:"49"`
	OnSale     int64                `json:"onSale" doc:"With a variant that has a compareAtPrice." example:"7"`
}

// weight is the size of the facets in a cache.
func (v facetsView) weight() int {
	n := len(v.Brands) + len(v.Categories)
	for _, o := range v.Options {
		n += len(o.Values)
	}
	for _, a := range v.Attributes {
		n += 1 + len(a.Values)
	}
	return n / 5
}

type optionFacetView struct {
	Name   string            `json:"name" example:"Color"`
	Values []optionValueView `json:"values" doc:"Most products first, at most 100."`
	total  int64
}

// SchemaName is the name in the OpenAPI document.
func (optionFacetView) SchemaName() string { return "OptionFacet" }

type optionValueView struct {
	Value string `json:"value" example:"White"`
	Count int64  `json:"count" example:"12"`
}

// SchemaName is the name in the OpenAPI document.
func (optionValueView) SchemaName() string { return "OptionValueFacet" }

type ratingFacetView struct {
	MinRating int64 `json:"minRating" example:"4"`
	Count     int64 `json:"count" doc:"With this average or more." example:"31"`
}

// SchemaName is the name in the OpenAPI document.
func (ratingFacetView) SchemaName() string { return "RatingFacet" }

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
