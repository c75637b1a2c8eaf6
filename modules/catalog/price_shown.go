package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/money"
)

// shownPrices are the prices of a variant as one caller sees them.
type shownPrices struct {
	price        money.Cents
	compareAt    *money.Cents
	reducedSince *time.Time
	lowest       *money.Cents // of the 30 days before reducedSince
	perUnit      *unitPriceView
}

// unitPriceView is what one unit of the content costs.
type unitPriceView struct {
	Amount money.Cents        `json:"amount" example:"59.6"`
	Per    events.ContentUnit `json:"per" example:"kg"`
}

// SchemaName is the name in the document.
func (unitPriceView) SchemaName() string { return "UnitPrice" }

// pricesOf decides which prices of a variant the caller sees, in lists, on cards and for a product:
// there is no other place. class is its product's.
func (w productViewer) pricesOf(v variant, class taxClass) shownPrices {
	shown := shownPrices{
		price: v.Price, compareAt: v.reducedFrom(), reducedSince: v.ReducedSince, lowest: v.LowestPrice,
	}
	if w.mode.isNet() {
		shown = shownPrices{price: w.mode.of(v.Price, w.rates.of(class))}
	}
	if c := v.content(); c != nil {
		shown.perUnit = &unitPriceView{c.Amount.PricePerUnit(shown.price), c.Unit}
	}
	return shown
}
