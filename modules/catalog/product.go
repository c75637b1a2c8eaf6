package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/metadata"
	"orderd/platform/money"
	"orderd/platform/search"
)

// productStatus says who sees a product. Only an active one is shown to everybody; an archived one
// stays in the database and keeps its slug.
type productStatus = events.ProductStatus

// taxClass chooses the VAT rate of a product.
type taxClass = events.TaxClass

// unpriced stands for the price of a product without variants. It is above every price, so that no
// price filter matches it. The index catalog_products_dearest contains this number.
const unpriced = money.Max + 1

// product is what an admin has entered about it, and what the catalogue has learnt from the events
// of other modules.
type product struct {
	ID          string `gorm:"primaryKey"`
	Name        string
	NameKey     string // Name folded: lists by name have one order on both databases
	Search      string // searchText, for the staff's ?q
	Slug        string
	Description *string
	Status      productStatus
	TaxClass    taxClass
	BrandID     *string
	CategoryIDs []string  `gorm:"column:category_ids;serializer:json"`
	Images      []image   `gorm:"serializer:json"`
	Options     []option  `gorm:"serializer:json"`
	Variants    []variant `gorm:"foreignKey:ProductID"` // those on sale come first

	Manufacturer       *party       `gorm:"serializer:json"` // Regulation (EU) 2023/988, art. 19
	ResponsiblePerson  *party       `gorm:"serializer:json"`
	Safety             []safetyNote `gorm:"serializer:json"`
	WithdrawalExcluded *events.WithdrawalExclusion

	SEOTitle       *string  `gorm:"column:seo_title"`
	SEODescription *string  `gorm:"column:seo_description"`
	Tags           []string `gorm:"serializer:json"`
	MPN            *string  `gorm:"column:mpn"` // the manufacturer's number of it
	Condition      events.Condition
	Attributes     []attributeValues `gorm:"serializer:json"`
	Metadata       metadata.Object   `gorm:"serializer:json"`

	PriceFrom   money.Cents // the lowest price of the variants on sale, or unpriced
	InStock     bool        // a variant on sale is available
	Discount    int64       // the highest of the variants on sale
	Rating      int64       // average in hundredths, 0 without reviews
	RatingSum   int64
	RatingCount int64
	RatingSeq   int64 // sequence of the event that the rating comes from
	Units       int64 // sold within salesWindow

	Version   int64     `gorm:"default:1"` // rises with every change that an admin makes
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (product) TableName() string { return "catalog_products" }

// beforeAll is an id that comes before those of all products.
const beforeAll = "00000000-0000-0000-0000-000000000000"

// image is a picture of a product, a brand or a category: one of the module media, or anywhere.
// The service fetches it when an import says so (picture_source.go). The sizes and the smaller
// copies of one of media are those that its events say (copy_picture.go).
type image = media.Image

// option is something that a buyer chooses: Size, with the values S, M and L.
type option struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// newProduct makes a product from a spec. A blank slug is derived from the name.
func newProduct(spec productSpec, now time.Time) product {
	p := product{ID: id.New(), CreatedAt: now}
	spec.Slug = slugOrDefault(spec.Slug, spec.Name, p.ID, reservedSlugs...)
	p.apply(spec, now)
	return p
}

// apply makes the product what the spec says.
func (p *product) apply(spec productSpec, now time.Time) {
	p.Name, p.NameKey, p.Slug, p.Description = spec.Name, search.Fold(spec.Name), spec.Slug, spec.Description
	p.Status, p.TaxClass, p.BrandID, p.CategoryIDs = spec.Status, spec.TaxClass, spec.BrandID, spec.CategoryIDs
	p.Images, p.Options, p.UpdatedAt = spec.Images, spec.Options, now
	p.Manufacturer, p.ResponsiblePerson, p.Safety = spec.Manufacturer, spec.ResponsiblePerson, spec.Safety
	p.WithdrawalExcluded = spec.WithdrawalExcluded
	p.SEOTitle, p.SEODescription, p.Tags = spec.SEO.Title, spec.SEO.Description, spec.Tags
	p.MPN, p.Condition, p.Attributes, p.Metadata = spec.MPN, spec.Condition, spec.Attributes, spec.Metadata
	p.Variants = mergeVariants(p.ID, p.Variants, spec.Variants)
	p.Search = p.searchText()
}

// summarize works out what lists sort and filter by, of the variants on sale.
func (p *product) summarize() {
	p.PriceFrom, p.InStock, p.Discount = unpriced, false, 0
	for _, v := range p.onSale() {
		p.PriceFrom = min(p.PriceFrom, v.Price)
		p.InStock = p.InStock || v.Available > 0
		p.Discount = max(p.Discount, v.discount())
	}
}

// searchText is what staff find the product by.
func (p *product) searchText() string {
	parts := append([]string{p.Name, p.Slug, orBlank(p.MPN)}, p.Tags...)
	for _, v := range p.Variants {
		parts = append(parts, v.SKU, orBlank(v.GTIN))
	}
	return search.Text(parts...)
}

// onSale returns the variants that are sold.
func (p *product) onSale() []variant {
	for i, v := range p.Variants {
		if !v.Sold {
			return p.Variants[:i]
		}
	}
	return p.Variants
}

// cheapest returns the variant on sale that sets PriceFrom, the first of several, or nil.
func (p *product) cheapest() *variant {
	for i, v := range p.onSale() {
		if v.Price == p.PriceFrom {
			return &p.Variants[i]
		}
	}
	return nil
}

// savedEvent describes the product as it now is, with all its variants.
func (p *product) savedEvent(created bool) events.ProductSaved {
	e := events.ProductSaved{
		ProductID: p.ID, Slug: p.Slug, Name: p.Name, Status: p.Status, TaxClass: p.TaxClass, Created: created,
		WithdrawalExcluded: p.WithdrawalExcluded, Tags: p.Tags, MPN: p.MPN, Condition: p.Condition,
		Images: convert.All(p.Images, image.Shown), Variants: convert.All(p.Variants, variant.inEvent),
	}
	if len(p.Images) > 0 {
		e.ImageURL = &p.Images[0].URL
	}
	return e
}
