// Package events is what catalog announces: the module's public contract. Fields are only ever added.
package events

// ProductSaved: a product was made, changed, published, put back to draft or archived. It carries the whole of what a seller needs.
type ProductSaved struct {
	ProductID string    `json:"productId"`
	Slug      string    `json:"slug"`
	Name      string    `json:"name"`
	Status    string    `json:"status"`   // draft, active, archived
	TaxClass  string    `json:"taxClass"` // standard, reduced, zero
	ImageURL  *string   `json:"imageUrl"` // of the first image
	Variants  []Variant `json:"variants"` // those that are sold, and those no longer sold
	Created   bool      `json:"created"`
}

// Variant is one thing that can be bought. Prices are cents, VAT included.
type Variant struct {
	VariantID       string            `json:"variantId"`
	SKU             string            `json:"sku"`
	Options         map[string]string `json:"options"`
	Price           int64             `json:"price"`
	WholesalePrices []Tier            `json:"wholesalePrices"`
	Sold            bool              `json:"sold"`
}

// Tier is the price of each from a quantity on, for wholesale accounts.
type Tier struct {
	MinQuantity int   `json:"minQuantity"`
	Price       int64 `json:"price"`
}

func (ProductSaved) EventName() string  { return "catalog.product_saved.v1" }
func (e ProductSaved) EventKey() string { return e.ProductID }

// BrandSaved: a brand was made or changed.
type BrandSaved struct {
	BrandID string `json:"brandId"`
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	Created bool   `json:"created"`
}

func (BrandSaved) EventName() string  { return "catalog.brand_saved.v1" }
func (e BrandSaved) EventKey() string { return e.BrandID }

// BrandDeleted: the brand is gone; it had no products.
type BrandDeleted struct {
	BrandID string `json:"brandId"`
}

func (BrandDeleted) EventName() string  { return "catalog.brand_deleted.v1" }
func (e BrandDeleted) EventKey() string { return e.BrandID }

// CategorySaved: a category was made, changed or moved.
type CategorySaved struct {
	CategoryID string  `json:"categoryId"`
	ParentID   *string `json:"parentId"`
	Name       string  `json:"name"`
	Slug       string  `json:"slug"`
	Created    bool    `json:"created"`
}

func (CategorySaved) EventName() string  { return "catalog.category_saved.v1" }
func (e CategorySaved) EventKey() string { return e.CategoryID }

// CategoryDeleted: the category is gone; nothing was in it.
type CategoryDeleted struct {
	CategoryID string `json:"categoryId"`
}

func (CategoryDeleted) EventName() string  { return "catalog.category_deleted.v1" }
func (e CategoryDeleted) EventKey() string { return e.CategoryID }

// ProductsImported: an admin imported a file; each product it touched has its own ProductSaved.
type ProductsImported struct {
	ImportID string `json:"importId"`
	Rows     int    `json:"rows"`
	Saved    int    `json:"saved"`
	Failed   int    `json:"failed"`
}

func (ProductsImported) EventName() string  { return "catalog.products_imported.v1" }
func (e ProductsImported) EventKey() string { return e.ImportID }
