package catalog

import (
	"context"
	"fmt"
	"net/http"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) productRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "getProduct", Method: http.MethodGet, Path: "/v1/products/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a product",
		Detail: "Drafts and archived products are 404. A former slug answers with the product, until another product takes " +
			"it. Only wholesale accounts and admins see `wholesalePrices`.",
	}, a.getProduct)
}

type getProductInput struct {
	ID string `path:"id" doc:"Id or slug." example:"espresso-cup"`
}

// productView is a product as shops show it. Wholesale prices are for those who may see them.
type productView struct {
	ID          string                `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name        string                `json:"name" example:"Espresso cup"`
	Slug        string                `json:"slug" example:"espresso-cup"`
	Description *string               `json:"description" example:"Thick porcelain keeps the crema warm."`
	Status      productStatus         `json:"status" doc:"Only active products are shown and sold." example:"active"`
	Brand       *brandView            `json:"brand"`
	Categories  []productCategoryView `json:"categories"`
	Images      []image               `json:"images"`
	Options     []optionView          `json:"options"`
	Variants    []variantView         `json:"variants"`
	PriceFrom   *money.Cents          `json:"priceFrom" doc:"The lowest retail price; null without variants." example:"12.9"`
	CompareAt   *money.Cents          `json:"compareAtFrom" doc:"compareAtPrice of the variant that sets priceFrom." example:"15.9"`
	OnSale      bool                  `json:"onSale" doc:"A variant has a compareAtPrice." example:"true"`
	Rating      ratingView            `json:"rating"`
	CreatedAt   httpapi.Time          `json:"createdAt"`
	UpdatedAt   httpapi.Time          `json:"updatedAt"`
}

type optionView struct {
	Name   string   `json:"name" example:"Color"`
	Values []string `json:"values" example:"White,Black"`
}

type ratingView struct {
	Average *float64 `json:"average" minimum:"1" maximum:"5" doc:"Of the visible reviews, with two decimals; null without any." example:"4.67"`
	Count   int64    `json:"count" doc:"Visible reviews." example:"3"`
}

type variantView struct {
	ID              string            `json:"id" format:"uuid" example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             string            `json:"sku" example:"CUP-90-WHITE"`
	Options         map[string]string `json:"options" doc:"Value by option name."`
	Price           money.Cents       `json:"price" doc:"VAT included." example:"12.9"`
	CompareAtPrice  *money.Cents      `json:"compareAtPrice" doc:"The former price. Unless it is above price, null for everybody but admins." example:"15.9"`
	TaxRate         money.Rate        `json:"taxRate" doc:"VAT in the shop's country, in percent." example:"19"`
	Available       int64             `json:"available" doc:"Up to a second old." example:"42"`
	MediaID         *string           `json:"mediaId" format:"uuid" doc:"Of the one of the product's images that shows it; null: the first." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	WholesalePrices []priceTierView   `json:"wholesalePrices" doc:"Empty for retail callers. Below the smallest quantity the retail price applies."`
}

type priceTierView struct {
	MinQuantity int64       `json:"minQuantity" example:"24"`
	Price       money.Cents `json:"price" doc:"VAT included." example:"8.9"`
}

// SchemaName is the name in the OpenAPI document.
func (priceTierView) SchemaName() string { return "WholesalePrice" }

func (a *api) getProduct(ctx context.Context, in *getProductInput) (*httpapi.Reply[productView], error) {
	var found encodedProduct
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, err = r.get(ctx, in.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.CachedEncoded(ctx, found.Encoded)
}

// productViewer makes views of products for one caller at one moment.
type productViewer struct {
	tree          *taxonomy
	rates         taxRates
	seesWholesale bool // else wholesale prices are left out
}

// cacheKey returns a text that differs for viewers that show one product differently.
func (w productViewer) cacheKey() string { return fmt.Sprint(w.rates, w.seesWholesale) }

func (w productViewer) view(p product) productView {
	v := productView{
		ID: p.ID, Name: p.Name, Slug: p.Slug, Description: p.Description, Status: p.Status,
		Brand: w.tree.brandByID(p.BrandID), Categories: w.tree.categoriesByID(p.CategoryIDs),
		Images:   convert.All(p.Images, image.Shown),
		Options:  convert.All(p.Options, func(o option) optionView { return optionView(o) }),
		Variants: convert.All(p.onSale(), func(v variant) variantView { return w.viewVariant(v, p.TaxClass) }),
		OnSale:   p.Discount > 0, Rating: viewRating(p),
		CreatedAt: httpapi.TimeOf(p.CreatedAt), UpdatedAt: httpapi.TimeOf(p.UpdatedAt),
	}
	v.PriceFrom, v.CompareAt = p.shownPrices()
	return v
}

// shownPrices returns the lowest price and what it is reduced from; nil where there is none.
func (p *product) shownPrices() (from, compareAt *money.Cents) {
	if c := p.cheapest(); c != nil {
		return &c.Price, c.reducedFrom()
	}
	return nil, nil
}

func viewRating(p product) ratingView {
	v := ratingView{Count: p.RatingCount}
	if p.RatingCount > 0 {
		average := float64(p.Rating) / 100
		v.Average = &average
	}
	return v
}

func (w productViewer) viewVariant(v variant, class taxClass) variantView {
	view := variantView{
		ID: v.ID, SKU: v.SKU, Options: v.Options, Price: v.Price, CompareAtPrice: v.reducedFrom(),
		TaxRate: w.rates.of(class), Available: v.Available, MediaID: v.MediaID, WholesalePrices: []priceTierView{},
	}
	if w.seesWholesale {
		view.WholesalePrices = convert.All(v.WholesalePrices, func(t priceTier) priceTierView { return priceTierView(t) })
	}
	return view
}
