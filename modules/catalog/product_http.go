package catalog

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) productRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "getProduct", Method: http.MethodGet, Path: "/v1/products/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a product",
		Detail: "Drafts and archived products are 404, but with the token of a `preview`: then no cache keeps the answer. " +
			"A former slug answers with the product, until another product takes it. Only wholesale accounts and admins see " +
			"`wholesalePrices`.",
		Headers: namedHeaders,
	}, a.getProduct)
}

type getProductInput struct {
	ID      string                         `path:"id" doc:"Id or slug." example:"espresso-cup"`
	Include httpapi.ListParam[productPart] `query:"include" doc:"What else the response has: the lists beside the product. Not with a preview."`
	Preview string                         `query:"preview" maxLength:"100" doc:"The token of a preview of this product; of one that has ended: 404." example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
}

// productPart is what the answer with a product may have besides it.
type productPart string

const partRelated productPart = "related"

// Values are all of them.
func (productPart) Values() []string { return convert.Strings(partRelated) }

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
	PriceMode   shop.PriceMode        `json:"priceMode" doc:"net: without VAT, as wholesale accounts see prices where the shop has it." example:"gross"`
	PriceFrom   *money.Cents          `json:"priceFrom" doc:"The lowest retail price; null without variants." example:"12.9"`
	CompareAt   *money.Cents          `json:"compareAtFrom" doc:"compareAtPrice of the variant that sets priceFrom." example:"15.9"`
	OnSale      bool                  `json:"onSale" doc:"A variant has a compareAtPrice." example:"true"`
	Rating      ratingView            `json:"rating"`

	Manufacturer       *party                      `json:"manufacturer"`
	ResponsiblePerson  *party                      `json:"responsiblePerson" doc:"In the EU, where the manufacturer is not."`
	Safety             []safetyNote                `json:"safety"`
	WithdrawalExcluded *events.WithdrawalExclusion `json:"withdrawalExcluded" doc:"Why there is no right of withdrawal; null: there is one." example:"perishable"`

	SEO       seo              `json:"seo" doc:"For search engines."`
	Tags      []string         `json:"tags" example:"porcelain,espresso"`
	MPN       *string          `json:"mpn" doc:"The manufacturer's number of it." example:"EC-90"`
	Condition events.Condition `json:"condition" example:"new"`

	Attributes []attributeValuesView `json:"attributes" doc:"Those that are shown; to admins all."`

	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`

	Related *relatedView `json:"related,omitempty" doc:"Absent without include=related."`
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
	ID              string                `json:"id" format:"uuid" example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             string                `json:"sku" example:"CUP-90-WHITE"`
	Options         map[string]string     `json:"options" doc:"Value by option name."`
	Price           money.Cents           `json:"price" doc:"By priceMode." example:"12.9"`
	CompareAtPrice  *money.Cents          `json:"compareAtPrice" doc:"By compareAtKind: a former price is no higher than lowestPrice30d. Unless it is above price, null. Admins read what they entered." example:"15.9"`
	CompareAtKind   events.CompareAtKind  `json:"compareAtKind" doc:"was: the former price; rrp: the recommended one." example:"was"`
	ReducedSince    *httpapi.Time         `json:"reducedSince" doc:"null: it is not reduced from a former price."`
	LowestPrice30d  *money.Cents          `json:"lowestPrice30d" doc:"The lowest price of the 30 days before reducedSince; null: none was in force." example:"15.9"`
	Content         *events.Content       `json:"content" doc:"How much it holds; null: not known."`
	UnitPrice       *unitPriceView        `json:"unitPrice" doc:"What 1 kg, 1 l … costs, by content."`
	TaxRate         money.Rate            `json:"taxRate" doc:"VAT in the shop's country, in percent." example:"19"`
	Available       int64                 `json:"available" doc:"Up to a second old." example:"42"`
	MediaID         *string               `json:"mediaId" format:"uuid" doc:"Of the one of the product's images that shows it; null: the first." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	GTIN            *string               `json:"gtin" doc:"The number in its barcode; null: not known." example:"4006381333931"`
	Attributes      []attributeValuesView `json:"attributes" doc:"Of its own."`
	WholesalePrices []priceTierView       `json:"wholesalePrices" doc:"Empty for retail callers. Below the smallest quantity the retail price applies."`
}

type priceTierView struct {
	MinQuantity int64       `json:"minQuantity" example:"24"`
	Price       money.Cents `json:"price" doc:"With VAT, unless the shop's wholesale prices are net." example:"8.9"`
}

// SchemaName is the name in the OpenAPI document.
func (priceTierView) SchemaName() string { return "WholesalePrice" }

func (a *api) getProduct(ctx context.Context, in *getProductInput) (*httpapi.Reply[productView], error) {
	if in.Preview != "" {
		return a.getPreviewed(ctx, in)
	}
	var found encodedProduct
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, err = r.get(ctx, in.ID, slices.Contains(in.Include, partRelated))
		return err
	})
	if err != nil {
		return nil, err
	}
	return found.reply(ctx)
}

// getPreviewed answers with the product as retail customers would see it if it were active.
func (a *api) getPreviewed(ctx context.Context, in *getProductInput) (*httpapi.Reply[productView], error) {
	db := a.db.WithContext(ctx)
	p, err := findPreviewed(db, in.ID, in.Preview, a.clock.Now())
	if err != nil {
		return nil, err
	}
	tree, _, err := a.reader.taxonomies.current(db)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(a.reader.viewerFor(ctx, tree, callerState{}).view(p))
}

// productViewer makes views of products for one caller at one moment.
type productViewer struct {
	tree          *taxonomy
	rates         taxRates
	mode          priceMode
	seesWholesale bool // else wholesale prices are left out
	language      language
	isAdmin       bool // else attributes that are not shown are left out
}

// cacheKey returns a text that differs for viewers that show one product differently.
func (w productViewer) cacheKey() string {
	return fmt.Sprint(w.rates, w.mode, w.seesWholesale, "|", w.language.asked)
}

func (w productViewer) view(p product) productView {
	v := productView{
		ID: p.ID, Name: p.Name, Slug: p.Slug, Description: p.Description, Status: p.Status,
		Brand: w.tree.brandByID(p.BrandID), Categories: w.tree.categoriesByID(p.CategoryIDs),
		Images:    convert.All(p.Images, image.Shown),
		Options:   convert.All(p.Options, func(o option) optionView { return optionView(o) }),
		Variants:  convert.All(p.onSale(), func(v variant) variantView { return w.viewVariant(v, p.TaxClass) }),
		PriceMode: w.mode.mode, OnSale: p.Discount > 0 && !w.mode.isNet(), Rating: viewRating(p),
		Manufacturer:      p.Manufacturer,
		ResponsiblePerson: p.ResponsiblePerson, Safety: convert.All(p.Safety, func(n safetyNote) safetyNote { return n }),
		WithdrawalExcluded: p.WithdrawalExcluded,
		SEO:                p.seo(), Tags: append([]string{}, p.Tags...), MPN: p.MPN, Condition: p.Condition,
		Attributes: w.viewAttributes(p.Attributes),
		CreatedAt:  httpapi.TimeOf(p.CreatedAt), UpdatedAt: httpapi.TimeOf(p.UpdatedAt),
	}
	if c := p.cheapest(); c != nil {
		shown := w.pricesOf(*c, p.TaxClass)
		v.PriceFrom, v.CompareAt = &shown.price, shown.compareAt
	}
	return v
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
	shown := w.pricesOf(v, class)
	view := variantView{
		ID: v.ID, SKU: v.SKU, Options: v.Options, Price: shown.price, CompareAtPrice: shown.compareAt,
		CompareAtKind: v.CompareAtKind, ReducedSince: httpapi.TimePtr(shown.reducedSince),
		LowestPrice30d: shown.lowest, Content: v.content(), UnitPrice: shown.perUnit,
		TaxRate: w.rates.of(class), Available: v.Available, MediaID: v.MediaID, GTIN: v.GTIN,
		Attributes:      w.viewAttributes(v.Attributes),
		WholesalePrices: []priceTierView{},
	}
	if w.seesWholesale {
		view.WholesalePrices = convert.All(v.WholesalePrices, func(t priceTier) priceTierView { return priceTierView(t) })
	}
	return view
}
