package catalog

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// productListView is a page of products, with what it is to include.
type productListView struct {
	Data     listedProducts `json:"data"`
	Meta     httpapi.Meta   `json:"meta"`
	Included *includedView  `json:"included" doc:"null without include."`
}

// SchemaName is the name in the OpenAPI document.
func (productListView) SchemaName() string { return "ProductList" }

// includedView is what a list of products includes.
type includedView struct {
	Facets     *facetsView     `json:"facets" doc:"null unless include names them."`
	Category   *categoryView   `json:"category" doc:"The first that the query filters by; null without one, and unless include names it."`
	Collection *collectionView `json:"collection" doc:"null unless the query and include name it."`
}

// SchemaName is the name in the OpenAPI document.
func (includedView) SchemaName() string { return "ProductListIncluded" }

// listedProducts are productViews, or in a list of cards productCardViews. It has no MarshalJSON,
// so that they are encoded once.
type listedProducts []any

// Schema is a list of products. A list of cards is another, in x-cards: a union would take the
// fields of a product away from every generated client.
func (listedProducts) Schema(r huma.Registry) *huma.Schema {
	cards := &huma.Schema{Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[productCardView](), true, "")}
	return &huma.Schema{
		Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[productView](), true, ""),
		Extensions: map[string]any{"x-cards": cards},
	}
}

// productCardView is what a card of a product shows.
type productCardView struct {
	ID             string                `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name           string                `json:"name" example:"Espresso cup"`
	Slug           string                `json:"slug" example:"espresso-cup"`
	Image          *image                `json:"image" doc:"The first; null without images."`
	Brand          *brandNameView        `json:"brand"`
	PriceMode      shop.PriceMode        `json:"priceMode" doc:"As that of a Product." example:"gross"`
	PriceFrom      *money.Cents          `json:"priceFrom" doc:"The lowest retail price; null without variants." example:"12.9"`
	CompareAt      *money.Cents          `json:"compareAtFrom" doc:"compareAtPrice of the variant that sets priceFrom." example:"15.9"`
	CompareKind    *events.CompareAtKind `json:"compareAtKind" doc:"What compareAtFrom is; null without variants." example:"was"`
	LowestPrice30d *money.Cents          `json:"lowestPrice30d" doc:"That of the variant that sets priceFrom." example:"15.9"`
	UnitPrice      *unitPriceView        `json:"unitPrice" doc:"That of the variant that sets priceFrom."`
	OnSale         bool                  `json:"onSale" doc:"A variant has a compareAtPrice." example:"true"`
	InStock        bool                  `json:"inStock" doc:"A variant is available." example:"true"`
	VariantCount   int                   `json:"variantCount" example:"2"`
	Rating         ratingView            `json:"rating"`
}

// SchemaName is the name in the OpenAPI document.
func (productCardView) SchemaName() string { return "ProductCard" }

type brandNameView struct {
	Name string `json:"name" example:"Moka & Söhne"`
	Slug string `json:"slug" example:"moka-sohne"`
}

// SchemaName is the name in the OpenAPI document.
func (brandNameView) SchemaName() string { return "BrandName" }

func (w productViewer) listed(p product) any { return w.view(p) }

func (w productViewer) listedCard(p product) any { return w.card(p) }

func (w productViewer) card(p product) productCardView {
	v := productCardView{
		ID: p.ID, Name: p.Name, Slug: p.Slug, OnSale: p.Discount > 0 && !w.mode.isNet(), InStock: p.InStock,
		VariantCount: len(p.onSale()), Rating: viewRating(p), PriceMode: w.mode.mode,
	}
	if len(p.Images) > 0 {
		v.Image = new(p.Images[0].Shown())
	}
	if b := w.tree.brandByID(p.BrandID); b != nil {
		v.Brand = &brandNameView{b.Name, b.Slug}
	}
	if c := p.cheapest(); c != nil {
		shown := w.pricesOf(*c, p.TaxClass)
		v.PriceFrom, v.CompareAt, v.CompareKind = &shown.price, shown.compareAt, &c.CompareAtKind
		v.LowestPrice30d, v.UnitPrice = shown.lowest, shown.perUnit
	}
	return v
}
