package catalog

import (
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// adminProductView is a product as admins see it: productView, and what they said that nobody else sees.
type adminProductView struct {
	ID          string             `json:"id" format:"uuid" doc:"Id." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name        string             `json:"name" doc:"What people read." example:"Espresso cup"`
	Slug        string             `json:"slug" doc:"Its name in addresses." example:"espresso-cup"`
	Description *string            `json:"description" doc:"More to read, or null." example:"Thick porcelain keeps the crema warm."`
	Status      string             `json:"status" enum:"draft,active,archived" schema:"ProductStatus" doc:"Only an active product is sold, and shown to everybody." example:"active"`
	TaxClass    string             `json:"taxClass" enum:"standard,reduced,zero" schema:"TaxClass" doc:"Which rate of VAT its prices contain." example:"standard"`
	BrandID     *string            `json:"brandId" format:"uuid" doc:"Id of the brand, or null." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Brand       *brandView         `json:"brand" doc:"Who makes it, or null."`
	CategoryIDs []string           `json:"categoryIds" format:"uuid" doc:"Ids of the categories."`
	Categories  []categoryView     `json:"categories" doc:"Where it is found."`
	Images      []imageView        `json:"images" doc:"Pictures, the most telling first."`
	Options     []optionView       `json:"options" doc:"What buyers choose between."`
	Variants    []adminVariantView `json:"variants" doc:"What can be bought."`
	PriceFrom   *money.Cents       `json:"priceFrom" doc:"The lowest retail price of the variants, or null when there are none." example:"12.9"`
	Rating      ratingView         `json:"rating" doc:"What buyers think."`
	CreatedAt   httpapi.Time       `json:"createdAt" doc:"When it was added."`
	UpdatedAt   httpapi.Time       `json:"updatedAt" doc:"When it was last changed."`
}

type adminVariantView struct {
	ID              string            `json:"id" format:"uuid" doc:"Id." example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             string            `json:"sku" doc:"Stock keeping unit." example:"CUP-90-WHITE"`
	Options         map[string]string `json:"options" doc:"Its choice of each option."`
	Price           money.Cents       `json:"price" doc:"Retail price in EUR, VAT included." example:"12.9"`
	CompareAtPrice  *money.Cents      `json:"compareAtPrice" doc:"What it cost before, or null." example:"15.9"`
	Available       int64             `json:"available" doc:"How many can be ordered; up to a second old." example:"42"`
	WholesalePrices []tierView        `json:"wholesalePrices" doc:"Prices of wholesale accounts, by quantity."`
	WeightGrams     *int64            `json:"weightGrams" doc:"Weight of one in grams, or null." example:"310"`
}

// Location is where admins read the product.
func (v adminProductView) Location() string { return "/v1/admin/products/" + v.ID }

// adminViewOf shows the product to an admin.
func (s stored) adminViewOf(t *taxonomy) adminProductView {
	v := s.viewOf(t, true)
	return adminProductView{
		ID: v.ID, Name: v.Name, Slug: v.Slug, Description: v.Description, Status: v.Status, TaxClass: s.TaxClass,
		BrandID: s.BrandID, Brand: v.Brand, CategoryIDs: s.CategoryIDs, Categories: v.Categories, Images: v.Images, Options: v.Options,
		Variants: listOf(s.sold(), adminVariantViewOf), PriceFrom: v.PriceFrom, Rating: v.Rating, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt,
	}
}

func adminVariantViewOf(w variant) adminVariantView {
	v := w.viewOf(true)
	return adminVariantView{v.ID, v.SKU, v.Options, v.Price, v.CompareAtPrice, v.Available, v.WholesalePrices, w.WeightGrams}
}
