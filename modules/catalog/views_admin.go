package catalog

import (
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// adminProductView is a product as admins see it: productView, and what they said that nobody else sees.
type adminProductView struct {
	ID          string             `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name        string             `json:"name" example:"Espresso cup"`
	Slug        string             `json:"slug" example:"espresso-cup"`
	Description *string            `json:"description" example:"Thick porcelain keeps the crema warm."`
	Status      string             `json:"status" enum:"draft,active,archived" schema:"ProductStatus" doc:"Only active products are shown and sold." example:"active"`
	TaxClass    string             `json:"taxClass" enum:"standard,reduced,zero" schema:"TaxClass" example:"standard"`
	BrandID     *string            `json:"brandId" format:"uuid" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Brand       *brandView         `json:"brand"`
	CategoryIDs []string           `json:"categoryIds" format:"uuid"`
	Categories  []categoryView     `json:"categories"`
	Images      []imageView        `json:"images"`
	Options     []optionView       `json:"options"`
	Variants    []adminVariantView `json:"variants"`
	PriceFrom   *money.Cents       `json:"priceFrom" doc:"The lowest retail price; null without variants." example:"12.9"`
	Rating      ratingView         `json:"rating"`
	CreatedAt   httpapi.Time       `json:"createdAt"`
	UpdatedAt   httpapi.Time       `json:"updatedAt"`
}

type adminVariantView struct {
	ID              string            `json:"id" format:"uuid" example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             string            `json:"sku" example:"CUP-90-WHITE"`
	Options         map[string]string `json:"options" doc:"Value by option name."`
	Price           money.Cents       `json:"price" doc:"VAT included." example:"12.9"`
	CompareAtPrice  *money.Cents      `json:"compareAtPrice" doc:"The former price." example:"15.9"`
	Available       int64             `json:"available" doc:"Up to a second old." example:"42"`
	WholesalePrices []tierView        `json:"wholesalePrices"`
	WeightGrams     *int64            `json:"weightGrams" example:"310"`
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
