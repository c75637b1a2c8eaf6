package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// formerPrices takes the prices from the event log that variants had before catalog_prices was
// kept, and works out the reductions of before.
var formerPrices = background.Once{
	Name: "catalog: prices from the event log",
	Batch: func(ctx context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		const productsAtOnce = 20
		if err := bumpVersion(tx); err != nil {
			return "", false, err
		}
		products, err := loadWholeProductsAfter(tx, cmp.Or(last, beforeAll), productsAtOnce)
		if err != nil || len(products) == 0 {
			return last, true, err
		}
		for i := range products {
			if err := products[i].fillPrices(ctx, tx); err != nil {
				return "", false, err
			}
		}
		return products[len(products)-1].ID, false, nil
	},
}

// fillPrices completes the histories of the product's variants by what the event log says of the
// time before, and works out the reductions anew.
func (p *product) fillPrices(ctx context.Context, tx *gorm.DB) error {
	saves, err := loggedSaves(ctx, tx, p.ID)
	if err != nil || len(p.Variants) == 0 {
		return err
	}
	ids := convert.All(p.Variants, func(v variant) string { return v.ID })
	kept, err := loadPrices(tx, ids, time.Time{})
	if err != nil {
		return err
	}
	var filled []priceSpan
	var reduced []variant
	for i := range p.Variants {
		v := &p.Variants[i]
		h := v.filledHistory(saves, kept[v.ID])
		if len(kept[v.ID]) == 0 { // the log may have been trimmed
			h = h.offer(v.ID, p.UpdatedAt, v.offered(p.Status))
		}
		filled = append(filled, h...)
		if v.offered(p.Status) == nil || !v.isReduced() {
			continue
		}
		if v.ReducedSince == nil {
			v.ReducedSince = new(h.reductionBegan())
		}
		v.LowestPrice = h.lowestBefore(*v.ReducedSince)
		reduced = append(reduced, *v)
	}
	p.summarize()
	return replacePrices(tx, p, filled, reduced)
}

// filledHistory is the history of the variant: what was kept, and before that what the saves say.
func (v *variant) filledHistory(saves []loggedSave, kept priceHistory) (h priceHistory) {
	for _, s := range saves {
		if len(kept) == 0 || s.at.Before(kept[0].Since) {
			h = h.offer(v.ID, s.at, s.prices[v.ID])
		}
	}
	if len(kept) == 0 {
		return h
	}
	h = h.offer(v.ID, kept[0].Since, &kept[0].Price)
	h[len(h)-1].Until = kept[0].Until
	return append(h, kept[1:]...)
}

// loggedSave is what the event log says of the prices of one save.
type loggedSave struct {
	at     time.Time
	prices map[string]*money.Cents // of the variants that were offered then
}

// loggedSaves returns the saves of a product that the event log has, oldest first.
func loggedSaves(ctx context.Context, tx *gorm.DB, productID string) (saves []loggedSave, err error) {
	const entriesAtOnce = 100
	of := eventbus.LogFilter{Key: productID} // with the name too, a planner may walk all events of it
	for {
		entries, err := eventbus.ReadLog(ctx, tx, of, entriesAtOnce, 0)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Name != (events.ProductSaved{}).EventName() {
				continue
			}
			var saved events.ProductSaved
			if err := json.Unmarshal(e.Payload, &saved); err != nil {
				return nil, err
			}
			saves = append(saves, newLoggedSave(e.OccurredAt, saved))
		}
		if len(entries) < entriesAtOnce {
			slices.Reverse(saves)
			return saves, nil
		}
		of.Before = entries[len(entries)-1].Seq
	}
}

func newLoggedSave(at time.Time, saved events.ProductSaved) loggedSave {
	s := loggedSave{at: at, prices: map[string]*money.Cents{}}
	for _, v := range saved.Variants {
		if saved.Status == events.ProductActive && v.Sold {
			s.prices[v.VariantID] = new(money.Cents(v.Price))
		}
	}
	return s
}
