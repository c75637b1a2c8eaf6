package catalog

import (
	"context"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// maxOnHand is the limit of the module ordering.
const maxOnHand = 1_000_000_000

// counted returns the units on hand that the line says there are of a variant. With those that are
// known, or a blank cell, it says nothing.
func (l *line) counted(v variant) (onHand int64, says bool) {
	if l.cell("onHand") == "" {
		return 0, false
	}
	wrong := len(l.errors)
	onHand = l.whole("onHand", l.cell("onHand"), 0, maxOnHand)
	return onHand, len(l.errors) == wrong && (v.OnHand == nil || *v.OnHand != onHand)
}

// checkCount adds an error when the line counts fewer units than are reserved for orders, as far as
// the catalogue knows, and when its caller may not set the stock.
func (l *line) checkCount(existing product, mayCount bool) {
	var v variant
	if i := slices.IndexFunc(existing.Variants, func(v variant) bool { return v.SKU == l.cell("sku") }); i >= 0 {
		v = existing.Variants[i]
	}
	onHand, says := l.counted(v)
	switch {
	case !says:
	case !mayCount:
		l.addError("onHand", fault.NotAllowed, "can only be changed by who may write stock")
	case v.OnHand != nil && onHand < *v.OnHand-v.Available:
		l.addError("onHand", fault.OutOfRange, "must be at least "+strconv.FormatInt(*v.OnHand-v.Available, 10)+
			": so many are reserved for orders")
	}
}

// publishCounts publishes the units on hand that the lines say there are, and reports whether there
// are any.
func publishCounts(ctx context.Context, tx *gorm.DB, p product, lines []*line) (bool, error) {
	counted := events.StockCounted{ProductID: p.ID}
	for _, v := range p.Variants {
		i := slices.IndexFunc(lines, func(l *line) bool { return l.cell("sku") == v.SKU })
		if i < 0 {
			continue
		}
		if onHand, says := lines[i].counted(v); says {
			counted.Counts = append(counted.Counts, events.StockCount{VariantID: v.ID, SKU: v.SKU, OnHand: onHand})
		}
	}
	if len(counted.Counts) == 0 {
		return false, nil
	}
	return true, eventbus.Publish(ctx, tx, counted)
}
