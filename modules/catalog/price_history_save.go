package catalog

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/convert"
)

// savedPrices are the prices of a product's variants as they were before a save.
type savedPrices struct {
	status   productStatus
	variants []variant
	at       time.Time // of the save before
}

// pricesOf returns the prices of a product that is about to change.
func pricesOf(p product) savedPrices {
	return savedPrices{status: p.Status, variants: slices.Clone(p.Variants), at: p.UpdatedAt}
}

// of returns the variant as it was, nil for one that is new.
func (b *savedPrices) of(variantID string) *variant {
	if i := slices.IndexFunc(b.variants, func(v variant) bool { return v.ID == variantID }); i >= 0 {
		return &b.variants[i]
	}
	return nil
}

// changePrices works out since when the variants are reduced, and from what, when the product is
// saved. It returns what storePrices has to store once the variants are stored.
func (p *product) changePrices(tx *gorm.DB, before savedPrices, now time.Time) (changes []priceChange, err error) {
	kept := map[string]priceHistory{}
	if len(before.variants) > 0 {
		ids := convert.All(before.variants, func(v variant) string { return v.ID })
		if kept, err = loadPrices(tx, ids, now.Add(-priceWindow)); err != nil {
			return nil, err
		}
	}
	return p.setPrices(before, kept, now), nil
}

// setPrices is changePrices with the histories that were kept.
func (p *product) setPrices(before savedPrices, kept map[string]priceHistory, now time.Time) (changes []priceChange) {
	at := now
	for _, h := range kept {
		at = clock.Later(at, h.changedAt())
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		was, h := before.of(v.ID), kept[v.ID]
		if was != nil { // a product from before there was a history, or that an older version has saved
			h = h.offer(v.ID, before.at, was.offered(before.status))
		}
		h = h.offer(v.ID, at, v.offered(p.Status))
		v.setReduction(p.Status, was, before.status, h, at)
		if !slices.Equal(h, kept[v.ID]) {
			changes = append(changes, priceChange{kept[v.ID], h})
		}
	}
	p.summarize()
	return changes
}
