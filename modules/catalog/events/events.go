// Package events is the public contract of catalog: the events that it publishes. Fields are only
// ever added.
package events

import (
	media "orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/money"
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

// CompareAtKind says what the compareAtPrice of a variant is.
type CompareAtKind string

const (
	CompareAtWas CompareAtKind = "was" // a former price of the shop's
	CompareAtRRP CompareAtKind = "rrp" // the price that the manufacturer recommends
)

// Values are all of them.
func (CompareAtKind) Values() []string { return convert.Strings(CompareAtWas, CompareAtRRP) }

// WithdrawalExclusion says why consumers have no right to withdraw from buying a product (Directive
// 2011/83, art. 16).
type WithdrawalExclusion string

const (
	ExcludedPerishable  WithdrawalExclusion = "perishable"    // letter (d)
	ExcludedMadeToOrder WithdrawalExclusion = "made_to_order" // letter (c)
)

// Values are all of them.
func (WithdrawalExclusion) Values() []string {
	return convert.Strings(ExcludedPerishable, ExcludedMadeToOrder)
}

// Condition is what a product that is sold has been through.
type Condition string

const (
	ConditionNew         Condition = "new"
	ConditionRefurbished Condition = "refurbished"
	ConditionUsed        Condition = "used"
)

// Values are all of them.
func (Condition) Values() []string {
	return convert.Strings(ConditionNew, ConditionRefurbished, ConditionUsed)
}

// SchemaName is the name in the document.
func (Condition) SchemaName() string { return "ProductCondition" }

// ContentUnit is what the content of a variant is measured in. Prices per unit are for one of it.
type ContentUnit string

const (
	UnitKilogram    ContentUnit = "kg"
	UnitLitre       ContentUnit = "l"
	UnitMetre       ContentUnit = "m"
	UnitSquareMetre ContentUnit = "m2"
	UnitCubicMetre  ContentUnit = "m3"
)

// Values are all of them.
func (ContentUnit) Values() []string {
	return convert.Strings(UnitKilogram, UnitLitre, UnitMetre, UnitSquareMetre, UnitCubicMetre)
}

// Content is how much a variant holds.
type Content struct {
	Amount money.Measure `json:"amount" example:"0.25"`
	Unit   ContentUnit   `json:"unit" example:"kg"`
}

// SchemaName is the name in the document.
func (Content) SchemaName() string { return "VariantContent" }

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
	// WithdrawalExcluded is why there is no right of withdrawal; null: there is one.
	WithdrawalExcluded *WithdrawalExclusion `json:"withdrawalExcluded"`
	Tags               []string             `json:"tags"`      // null in older events
	MPN                *string              `json:"mpn"`       // the manufacturer's number; null: none
	Condition          Condition            `json:"condition"` // "" in older events
}

// Variant is one thing that can be bought. Prices are cents, VAT included.
type Variant struct {
	VariantID       string            `json:"variantId"`
	SKU             string            `json:"sku"`
	Options         map[string]string `json:"options"` // value by option name
	Price           int64             `json:"price"`
	WholesalePrices []Tier            `json:"wholesalePrices"` // by quantity, smallest first
	Sold            bool              `json:"sold"`
	WeightGrams     *int64            `json:"weightGrams"`   // null: not known
	GTIN            *string           `json:"gtin"`          // null: not known
	MediaID         *string           `json:"mediaId"`       // of its image; null: the first
	CompareAtKind   CompareAtKind     `json:"compareAtKind"` // "" in older events
	Content         *Content          `json:"content"`       // null: not known, and in older events
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

// CollectionSaved: a collection was created or changed: what it says of itself, or its products.
type CollectionSaved struct {
	CollectionID string  `json:"collectionId"`
	Name         string  `json:"name"`
	Slug         string  `json:"slug"`
	Description  *string `json:"description"`
	Position     int64   `json:"position"` // in lists, before the name
	Published    bool    `json:"published"`
	ByRule       bool    `json:"byRule"` // else an admin picks its products
	Created      bool    `json:"created"`
}

func (CollectionSaved) EventName() string  { return "catalog.collection_saved.v1" }
func (e CollectionSaved) EventKey() string { return e.CollectionID }

// CollectionDeleted: a collection was deleted. Its products were not.
type CollectionDeleted struct {
	CollectionID string `json:"collectionId"`
}

func (CollectionDeleted) EventName() string  { return "catalog.collection_deleted.v1" }
func (e CollectionDeleted) EventKey() string { return e.CollectionID }

// AttributeKind says what the values of an attribute are.
type AttributeKind string

const (
	AttributeText    AttributeKind = "text"
	AttributeNumber  AttributeKind = "number"  // with at most three decimals
	AttributeChoice  AttributeKind = "choice"  // one or more of the attribute's choices
	AttributeBoolean AttributeKind = "boolean" // true or false
	AttributeDate    AttributeKind = "date"
)

// Values are all of them.
func (AttributeKind) Values() []string {
	return convert.Strings(AttributeText, AttributeNumber, AttributeChoice, AttributeBoolean, AttributeDate)
}

// SynonymsSaved: the synonyms of the search were replaced.
type SynonymsSaved struct {
	Version int64 `json:"version"`
	Groups  int   `json:"groups"` // how many there are
	Rules   int   `json:"rules"`  // how many there are
}

func (SynonymsSaved) EventName() string { return "catalog.synonyms_saved.v1" }
func (SynonymsSaved) EventKey() string  { return "synonyms" }

// AttributeSaved: an attribute of products was created or changed.
type AttributeSaved struct {
	AttributeID string        `json:"attributeId"`
	Code        string        `json:"code"`
	Kind        AttributeKind `json:"kind"`
	Unit        *string       `json:"unit"` // of a number
	Name        string        `json:"name"` // in the shop's language
	Facet       bool          `json:"facet"`
	Searchable  bool          `json:"searchable"`
	Shown       bool          `json:"shown"`
	Position    int64         `json:"position"` // in lists, before the code
	Created     bool          `json:"created"`
}

func (AttributeSaved) EventName() string  { return "catalog.attribute_saved.v1" }
func (e AttributeSaved) EventKey() string { return e.AttributeID }

// AttributeDeleted: an attribute of which no product had a value was deleted.
type AttributeDeleted struct {
	AttributeID string `json:"attributeId"`
	Code        string `json:"code"`
}

func (AttributeDeleted) EventName() string  { return "catalog.attribute_deleted.v1" }
func (e AttributeDeleted) EventKey() string { return e.AttributeID }

// RelatedSaved: an admin changed which products are shown beside a product: the whole lists, in
// their order.
type RelatedSaved struct {
	ProductID   string   `json:"productId"`
	Accessories []string `json:"accessories"` // ids of products
	Similar     []string `json:"similar"`
	Replaces    []string `json:"replaces"`
}

func (RelatedSaved) EventName() string  { return "catalog.related_saved.v1" }
func (e RelatedSaved) EventKey() string { return e.ProductID }

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
