package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/metadata"
	"orderd/platform/money"
)

// variant is one thing that can be bought. A variant that is no longer sold stays, with its SKU,
// because orders refer to it.
type variant struct {
	ID              string `gorm:"primaryKey"`
	ProductID       string
	Position        int
	SKU             string            `gorm:"column:sku"`
	Options         map[string]string `gorm:"serializer:json"`
	Price           money.Cents
	CompareAtPrice  *money.Cents
	WholesalePrices []priceTier `gorm:"serializer:json"`
	WeightGrams     *int64
	GTIN            *string `gorm:"column:gtin"`
	MediaID         *string // of the one of the product's images that shows it; nil: the first
	CompareAtKind   events.CompareAtKind
	ReducedSince    *time.Time     // while it is reduced from a former price
	LowestPrice     *money.Cents   // of the 30 days before ReducedSince; nil: it was not offered then
	ContentAmount   *money.Measure // nil: not known, and ContentUnit with it
	ContentUnit     *events.ContentUnit
	Sold            bool
	Available       int64             // copied from ordering
	OnHand          *int64            // copied from ordering; nil: not known yet
	Attributes      []attributeValues `gorm:"serializer:json"`
	Metadata        metadata.Object   `gorm:"serializer:json"`
	AvailableSeq    int64             // sequence of the event that Available and OnHand come from
}

func (variant) TableName() string { return "catalog_variants" }

// priceTier is the unit price for wholesale accounts from a quantity on.
type priceTier struct {
	MinQuantity int64       `json:"minQuantity"`
	Price       money.Cents `json:"price"`
}

// mergeVariants returns the product's variants as the specs want them. A spec is matched with an
// existing variant by id, else by SKU, so that ids stay. A variant without a spec is no longer sold
// and comes after the others. The caller has checked that the ids in the specs are the product's.
func mergeVariants(productID string, existing []variant, specs []variantSpec) []variant {
	byID, idBySKU := map[string]variant{}, map[string]string{}
	for _, v := range existing {
		byID[v.ID], idBySKU[v.SKU] = v, v.ID
	}
	matched := map[string]bool{}
	for _, spec := range specs {
		matched[spec.ID] = true
	}
	merged := make([]variant, 0, len(existing)+len(specs))
	for _, spec := range specs {
		variantID := spec.ID
		if sameSKU := idBySKU[spec.SKU]; variantID == "" && sameSKU != "" && !matched[sameSKU] {
			variantID = sameSKU
		}
		v, known := byID[variantID]
		if !known {
			v = variant{ID: id.New(), ProductID: productID}
		}
		matched[v.ID] = true
		v.apply(spec, len(merged))
		merged = append(merged, v)
	}
	for _, v := range existing {
		if !matched[v.ID] {
			v.Sold, v.Position, v.Attributes = false, len(merged), []attributeValues{}
			merged = append(merged, v)
		}
	}
	return merged
}

// apply makes the variant what the spec says, and puts it on sale.
func (v *variant) apply(spec variantSpec, position int) {
	v.Position, v.Sold = position, true
	v.SKU, v.Options, v.Price, v.CompareAtPrice = spec.SKU, spec.Options, spec.Price, spec.CompareAtPrice
	v.WholesalePrices, v.WeightGrams, v.MediaID = spec.WholesalePrices, spec.WeightGrams, spec.MediaID
	v.GTIN, v.CompareAtKind, v.ContentAmount, v.ContentUnit = spec.GTIN, spec.CompareAtKind, nil, nil
	v.Attributes, v.Metadata = spec.Attributes, spec.Metadata
	if c := spec.Content; c != nil {
		v.ContentAmount, v.ContentUnit = &c.Amount, &c.Unit
	}
}

// content is how much the variant holds, nil when that is not known.
func (v variant) content() *events.Content {
	if v.ContentAmount == nil || v.ContentUnit == nil {
		return nil
	}
	return &events.Content{Amount: *v.ContentAmount, Unit: *v.ContentUnit}
}

// reducedFrom returns the price that the variant is shown to be reduced from: CompareAtPrice, but
// no former price above the lowest of the 30 days before (papers.md, section 4). It is nil unless
// it is above Price: anything else is no reduction, whatever an admin has typed.
func (v variant) reducedFrom() *money.Cents {
	from := v.CompareAtPrice
	if from != nil && v.CompareAtKind != events.CompareAtRRP && v.LowestPrice != nil {
		from = new(min(*from, *v.LowestPrice))
	}
	if from == nil || *from <= v.Price {
		return nil
	}
	return from
}

// discount returns the part of reducedFrom that a buyer saves, in billionths: finer than a cent of
// the highest price, so that every reduction is above 0. It is 0 without one.
func (v variant) discount() int64 {
	from := v.reducedFrom()
	if from == nil {
		return 0
	}
	return int64(*from-v.Price) * 1_000_000_000 / int64(*from)
}

// inEvent is the variant as ProductSaved carries it.
func (v variant) inEvent() events.Variant {
	return events.Variant{
		VariantID: v.ID, SKU: v.SKU, Options: v.Options, Price: int64(v.Price), Sold: v.Sold,
		WeightGrams: v.WeightGrams, MediaID: v.MediaID, CompareAtKind: v.CompareAtKind, Content: v.content(),
		GTIN: v.GTIN,
		WholesalePrices: convert.All(v.WholesalePrices, func(t priceTier) events.Tier {
			return events.Tier{MinQuantity: int(t.MinQuantity), Price: int64(t.Price)}
		}),
	}
}
