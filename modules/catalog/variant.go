package catalog

import (
	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/id"
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
	MediaID         *string // of the one of the product's images that shows it; nil: the first
	Sold            bool
	Available       int64  // copied from ordering
	OnHand          *int64 // copied from ordering; nil: not known yet
	AvailableSeq    int64  // sequence of the event that Available and OnHand come from
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
			v.Sold, v.Position = false, len(merged)
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
}

// reducedFrom returns the price that the variant is shown to be reduced from: CompareAtPrice where
// it is above Price, else nil. Anything else is no reduction, whatever an admin has typed.
func (v variant) reducedFrom() *money.Cents {
	if v.CompareAtPrice == nil || *v.CompareAtPrice <= v.Price {
		return nil
	}
	return v.CompareAtPrice
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
		WeightGrams: v.WeightGrams, MediaID: v.MediaID,
		WholesalePrices: convert.All(v.WholesalePrices, func(t priceTier) events.Tier {
			return events.Tier{MinQuantity: int(t.MinQuantity), Price: int64(t.Price)}
		}),
	}
}
