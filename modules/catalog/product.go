package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// The states of a product. Only an active one is shown to everybody; an archived one stays, with its slug.
const (
	draft    = "draft"
	active   = "active"
	archived = "archived"
)

// standardTax is the tax class of most products.
const standardTax = "standard"

// unpriced is the price of a product without a variant: above every price, so that no filter by price finds it. An index knows the number.
const unpriced = money.Max + 1

// product is what the shop shows: what admins say about it, and what is learnt of others.
type product struct {
	ID          string `gorm:"primaryKey"`
	Name        string
	NameKey     string
	Slug        string
	Description *string
	Status      string
	TaxClass    string
	BrandID     *string
	CategoryIDs []string `gorm:"column:category_ids;serializer:json"`
	Images      []image  `gorm:"serializer:json"`
	Options     []option `gorm:"serializer:json"`

	PriceFrom   money.Cents // the lowest of the variants that are sold, or unpriced
	InStock     bool        // one of them is available
	Rating      int64       // average in hundredths, 0 without reviews
	RatingSum   int64
	RatingCount int64
	RatingSeq   int64 // of the event that they stem from
	Units       int64 // sold within salesWindow

	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (product) TableName() string { return "catalog_products" }

// image is a picture of a product. The service never fetches it.
type image struct {
	URL string  `json:"url"`
	Alt *string `json:"alt"`
}

// option is what buyers choose between: Size, with S, M and L.
type option struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// newProduct makes a product of what an admin says; a blank slug is made from the name.
func newProduct(c content, now time.Time) product {
	p := product{ID: id.New(), CreatedAt: now, PriceFrom: unpriced}
	c.Slug = slugFor(c.Slug, c.Name, p.ID, reservedSlug)
	p.set(c, now)
	return p
}

// set takes over what the content says of the product itself.
func (p *product) set(c content, now time.Time) {
	p.Name, p.NameKey, p.Slug, p.Description = c.Name, fold(c.Name), c.Slug, c.Description
	p.Status, p.TaxClass, p.BrandID, p.CategoryIDs = c.Status, c.TaxClass, c.BrandID, c.CategoryIDs
	p.Images, p.Options, p.UpdatedAt = c.Images, c.Options, now
}

// summarize derives what lists and filters look at from the variants.
func (p *product) summarize(variants []variant) {
	p.PriceFrom, p.InStock = unpriced, false
	for _, v := range variants {
		if v.Sold {
			p.PriceFrom = min(p.PriceFrom, v.Price)
			p.InStock = p.InStock || v.Available > 0
		}
	}
}

// saved is the announcement of the product as it now is, with all its variants.
func (p *product) saved(variants []variant, created bool) events.ProductSaved {
	e := events.ProductSaved{
		ProductID: p.ID, Slug: p.Slug, Name: p.Name, Status: p.Status, TaxClass: p.TaxClass, Created: created,
		Variants: make([]events.Variant, len(variants)),
	}
	if len(p.Images) > 0 {
		e.ImageURL = &p.Images[0].URL
	}
	for i, v := range variants {
		tiers := make([]events.Tier, len(v.WholesalePrices))
		for j, t := range v.WholesalePrices {
			tiers[j] = events.Tier{MinQuantity: int(t.MinQuantity), Price: int64(t.Price)}
		}
		e.Variants[i] = events.Variant{VariantID: v.ID, SKU: v.SKU, Options: v.Options, Price: int64(v.Price), WholesalePrices: tiers, Sold: v.Sold}
	}
	return e
}

// stored is a product with its variants: those that are sold, then those that no longer are.
type stored struct {
	product
	variants []variant
}

// sold are the variants that are sold.
func (s stored) sold() []variant {
	for i, v := range s.variants {
		if !v.Sold {
			return s.variants[:i]
		}
	}
	return s.variants
}
