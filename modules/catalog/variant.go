package catalog

import (
	"orderd/platform/id"
	"orderd/platform/money"
)

// variant is one thing that can be bought. One that is no longer sold stays, with its SKU, for the orders that name it.
type variant struct {
	ID              string `gorm:"primaryKey"`
	ProductID       string
	Position        int
	SKU             string            `gorm:"column:sku"`
	Options         map[string]string `gorm:"serializer:json"`
	Price           money.Cents
	CompareAtPrice  *money.Cents
	WholesalePrices []tier `gorm:"serializer:json"`
	WeightGrams     *int64
	Sold            bool
	Available       int64 // ordering's number
	AvailableSeq    int64 // of the event that it stems from
}

func (variant) TableName() string { return "catalog_variants" }

// tier is the price of each from a quantity on, for wholesale accounts.
type tier struct {
	MinQuantity int64       `json:"minQuantity"`
	Price       money.Cents `json:"price"`
}

// merge turns the variants that there are into the wanted ones: matched by id or else by SKU, so that ids stay; those that nobody
// wants are no longer sold, and stand behind the others. The contents' ids are known to be the product's own.
func merge(productID string, there []variant, wanted []variantContent) []variant {
	byID, bySKU := map[string]variant{}, map[string]string{}
	for _, v := range there {
		byID[v.ID], bySKU[v.SKU] = v, v.ID
	}
	taken := map[string]bool{}
	for _, w := range wanted {
		taken[w.ID] = true
	}
	merged := make([]variant, 0, len(there)+len(wanted))
	for _, w := range wanted {
		variantID := w.ID
		if match := bySKU[w.SKU]; variantID == "" && match != "" && !taken[match] {
			variantID = match
		}
		v, known := byID[variantID]
		if !known {
			v = variant{ID: id.New(), ProductID: productID}
		}
		taken[v.ID] = true
		v.set(w, len(merged))
		merged = append(merged, v)
	}
	for _, v := range there {
		if !taken[v.ID] {
			v.Sold, v.Position = false, len(merged)
			merged = append(merged, v)
		}
	}
	return merged
}

// set takes over what the content says and puts the variant up for sale.
func (v *variant) set(c variantContent, position int) {
	v.Position, v.Sold = position, true
	v.SKU, v.Options, v.Price, v.CompareAtPrice = c.SKU, c.Options, c.Price, c.CompareAtPrice
	v.WholesalePrices, v.WeightGrams = c.WholesalePrices, c.WeightGrams
}
