// Package events is the public contract of catalog: the events that it publishes. Fields are only
// ever added.
package events

import (
	media "orderd/modules/media/events"
	"orderd/platform/convert"
)

// ProductStatus says who sees a product.
type ProductStatus string

// Only an active product is shown and sold. An archived one keeps its slug and its SKUs.
const (
	ProductDraft    ProductStatus = "draft"
	ProductActive   ProductStatus = "active"
	ProductArchived ProductStatus = "archived"
)

// Values are all of them.
func (ProductStatus) Values() []string {
	return convert.Strings(ProductDraft, ProductActive, ProductArchived)
}

// TaxClass chooses the VAT rate of a product.
type TaxClass string

// The rate of TaxZero is 0 everywhere; the others depend on the country.
const (
	TaxStandard TaxClass = "standard"
	TaxReduced  TaxClass = "reduced"
	TaxZero     TaxClass = "zero"
)

// Values are all of them.
func (TaxClass) Values() []string { return convert.Strings(TaxStandard, TaxReduced, TaxZero) }

// ProductSaved: a product was created, changed, published, put back to draft or archived. It
// carries everything that selling the product needs.
type ProductSaved struct {
	ProductID string        `json:"productId"`
	Slug      string        `json:"slug"`
	Name      string        `json:"name"`
	Status    ProductStatus `json:"status"`
	TaxClass  TaxClass      `json:"taxClass"`
	ImageURL  *string       `json:"imageUrl"` // of the first image
	Images    []media.Image `json:"images"`   // null in older events
	Variants  []Variant     `json:"variants"` // those on sale, then those no longer sold
	Created   bool          `json:"created"`
}

// Variant is one thing that can be bought. Prices are cents, VAT included.
type Variant struct {
	VariantID       string            `json:"variantId"`
	SKU             string            `json:"sku"`
	Options         map[string]string `json:"options"` // value by option name
	Price           int64             `json:"price"`
	WholesalePrices []Tier            `json:"wholesalePrices"` // by quantity, smallest first
	Sold            bool              `json:"sold"`
	WeightGrams     *int64            `json:"weightGrams"` // null: not known
	MediaID         *string           `json:"mediaId"`     // of its image; null: the first
}

// Tier is the unit price for wholesale accounts from a quantity on.
type Tier struct {
	MinQuantity int   `json:"minQuantity"`
	Price       int64 `json:"price"`
}

func (ProductSaved) EventName() string  { return "catalog.product_saved.v1" }
func (e ProductSaved) EventKey() string { return e.ProductID }

// VariantsWeighed: what variants of a product weigh. It is published once after an upgrade, for
// products whose last ProductSaved is from before it said so.
type VariantsWeighed struct {
	ProductID string          `json:"productId"`
	Weights   []VariantWeight `json:"weights"` // of the variants that have one
}

// VariantWeight is what one unit of a variant weighs.
type VariantWeight struct {
	VariantID string `json:"variantId"`
	Grams     int64  `json:"grams"`
}

func (VariantsWeighed) EventName() string  { return "catalog.variants_weighed.v1" }
func (e VariantsWeighed) EventKey() string { return e.ProductID }

// ProductPictured: the sizes and the smaller copies of pictures became known that a product has
// named before. It is no change of an admin's.
type ProductPictured struct {
	ProductID string           `json:"productId"`
	Images    []media.Image    `json:"images"`
	Variants  []VariantPicture `json:"variants"`
}

// VariantPicture is the picture of a variant, as in ProductSaved.
type VariantPicture struct {
	VariantID string  `json:"variantId"`
	MediaID   *string `json:"mediaId"`
}

func (ProductPictured) EventName() string  { return "catalog.product_pictured.v1" }
func (e ProductPictured) EventKey() string { return e.ProductID }

// ImageOf is the image that shows a variant: the one that it names, else the first. It is nil
// without images.
func ImageOf(images []media.Image, mediaID *string) *media.Image {
	for i := range images {
		if of := images[i].MediaID; mediaID != nil && of != nil && *of == *mediaID {
			return &images[i]
		}
	}
	if len(images) == 0 {
		return nil
	}
	return &images[0]
}

// BrandSaved: a brand was created or changed.
type BrandSaved struct {
	BrandID string `json:"brandId"`
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	Created bool   `json:"created"`
}

func (BrandSaved) EventName() string  { return "catalog.brand_saved.v1" }
func (e BrandSaved) EventKey() string { return e.BrandID }

// BrandDeleted: a brand without products was deleted.
type BrandDeleted struct {
	BrandID string `json:"brandId"`
}

func (BrandDeleted) EventName() string  { return "catalog.brand_deleted.v1" }
func (e BrandDeleted) EventKey() string { return e.BrandID }

// CategorySaved: a category was created, changed or moved.
type CategorySaved struct {
	CategoryID  string  `json:"categoryId"`
	ParentID    *string `json:"parentId"`
	Name        string  `json:"name"`
	Slug        string  `json:"slug"`
	Description *string `json:"description"`
	Position    int64   `json:"position"` // in lists, before the name
	Created     bool    `json:"created"`
}

func (CategorySaved) EventName() string  { return "catalog.category_saved.v1" }
func (e CategorySaved) EventKey() string { return e.CategoryID }

// CategoryDeleted: a category without products and categories was deleted.
type CategoryDeleted struct {
	CategoryID string `json:"categoryId"`
}

func (CategoryDeleted) EventName() string  { return "catalog.category_deleted.v1" }
func (e CategoryDeleted) EventKey() string { return e.CategoryID }

// ProductsImported: an admin imported a file. Each product that it changed has a ProductSaved.
type ProductsImported struct {
	ImportID string `json:"importId"`
	Rows     int    `json:"rows"`
	Saved    int    `json:"saved"`
	Failed   int    `json:"failed"`
}

func (ProductsImported) EventName() string  { return "catalog.products_imported.v1" }
func (e ProductsImported) EventKey() string { return e.ImportID }

// StockCounted: an imported file of products says how many units of variants there are on hand.
// ordering takes them as an admin's count.
type StockCounted struct {
	ProductID string       `json:"productId"`
	Counts    []StockCount `json:"counts"`
}

// StockCount is how many units of a variant there are on hand.
type StockCount struct {
	VariantID string `json:"variantId"`
	SKU       string `json:"sku"`
	OnHand    int64  `json:"onHand"`
}

func (StockCounted) EventName() string  { return "catalog.stock_counted.v1" }
func (e StockCounted) EventKey() string { return e.ProductID }
