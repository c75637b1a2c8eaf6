package catalog

import (
	"cmp"
	"maps"
	"slices"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/metadata"
	"orderd/platform/money"
)

// productSpec is everything that an admin decides about a product: what a request or a file asks
// for, or what was last saved. Its lists and its metadata are never nil.
type productSpec struct {
	Name        string
	Slug        string // "" in a new product: derived from the name
	Description *string
	Status      productStatus
	TaxClass    taxClass
	BrandID     *string
	CategoryIDs []string
	Images      []image
	Options     []option
	Variants    []variantSpec

	Manufacturer       *party
	ResponsiblePerson  *party
	Safety             []safetyNote
	WithdrawalExcluded *events.WithdrawalExclusion

	SEO       seo
	Tags      []string
	MPN       *string
	Condition events.Condition

	Attributes []attributeValues
	Metadata   metadata.Object

	variantsStay bool // a change names no variants: one whose picture goes has the first then
}

// variantSpec is everything that an admin decides about a variant. ID is "" when the variant is to
// be matched by its SKU.
type variantSpec struct {
	ID              string
	SKU             string
	Options         map[string]string
	Price           money.Cents
	CompareAtPrice  *money.Cents
	WholesalePrices []priceTier
	WeightGrams     *int64
	GTIN            *string
	MediaID         *string
	CompareAtKind   events.CompareAtKind
	Content         *events.Content
	Attributes      []attributeValues
	Metadata        metadata.Object

	// imageURL is the address of the image that a file chooses for MediaID: none for "". nil: the
	// file does not choose.
	imageURL *string
}

// specOf returns the spec that was last saved. Its variants are those on sale.
func specOf(p product) productSpec {
	return productSpec{
		Name: p.Name, Slug: p.Slug, Description: p.Description, Status: p.Status, TaxClass: p.TaxClass, BrandID: p.BrandID,
		CategoryIDs: p.CategoryIDs, Images: p.Images, Options: slices.Clone(p.Options), Manufacturer: p.Manufacturer,
		ResponsiblePerson: p.ResponsiblePerson, Safety: p.Safety, WithdrawalExcluded: p.WithdrawalExcluded,
		SEO: p.seo(), Tags: p.Tags, MPN: p.MPN, Condition: p.Condition, Attributes: p.Attributes,
		Metadata: p.Metadata.OrEmpty(),
		Variants: convert.All(p.onSale(), func(v variant) variantSpec {
			return variantSpec{
				ID: v.ID, SKU: v.SKU, Options: v.Options, Price: v.Price, CompareAtPrice: v.CompareAtPrice,
				WholesalePrices: v.WholesalePrices, WeightGrams: v.WeightGrams, MediaID: v.MediaID,
				GTIN: v.GTIN, CompareAtKind: v.CompareAtKind, Content: v.content(), Attributes: v.Attributes,
				Metadata: v.Metadata.OrEmpty(),
			}
		}),
	}
}

// normalize sorts price tiers by quantity. When the spec lists no options, it derives them from the
// variants.
func (spec *productSpec) normalize() {
	for _, v := range spec.Variants {
		sortTiers(v.WholesalePrices)
	}
	if len(spec.Options) > 0 {
		return
	}
	values := map[string][]string{}
	for _, v := range spec.Variants {
		for name, value := range v.Options {
			if !slices.Contains(values[name], value) {
				values[name] = append(values[name], value)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		spec.Options = append(spec.Options, option{name, values[name]})
	}
}

func sortTiers(tiers []priceTier) {
	slices.SortStableFunc(tiers, func(a, b priceTier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) })
}

// tierFault returns what is wrong with the wholesale prices beside the price, or "". Variants that
// were saved before there was this rule may break it.
func (v *variantSpec) tierFault() fault.Text {
	for i, t := range v.WholesalePrices {
		if t.Price > v.Price {
			return "must not be above the price"
		}
		if i > 0 && t.Price > v.WholesalePrices[i-1].Price {
			return "must not rise with the quantity"
		}
	}
	return ""
}
