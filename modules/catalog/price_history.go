package catalog

import (
	"slices"
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/clock"
	"orderd/platform/money"
)

// priceWindow is how long before a reduction prices count: of those in force then the lowest is the
// former price that may be named (Directive 98/6/EC, art. 6a; papers.md, section 4).
const priceWindow = 30 * 24 * time.Hour

// priceSpan is a time in which a variant was offered at a retail price: on sale, of an active
// product.
type priceSpan struct {
	VariantID string     `gorm:"primaryKey"`
	Since     time.Time  `gorm:"primaryKey"`
	Until     *time.Time // nil: it is in force
	Price     money.Cents
}

func (priceSpan) TableName() string { return "catalog_prices" }

// priceHistory is spans of one variant, oldest first. Where there is none, it was not offered.
type priceHistory []priceSpan

// offer returns the history with the variant offered at the price from a moment on; with nil it is
// not offered any more. A moment before the last change counts as that: who saved first may have
// read the clock later.
func (h priceHistory) offer(variantID string, at time.Time, price *money.Cents) priceHistory {
	h, at = slices.Clone(h), clock.Later(at, h.changedAt())
	if n := len(h); n > 0 && h[n-1].Until == nil {
		switch last := &h[n-1]; {
		case price != nil && *price == last.Price:
			return h
		case at.Equal(last.Since): // never in force
			h = h[:n-1]
		default:
			last.Until = &at
		}
	}
	n := len(h)
	switch {
	case price == nil:
	case n > 0 && h[n-1].Until != nil && h[n-1].Until.Equal(at) && h[n-1].Price == *price:
		// It was never out of force.
		h[n-1].Until = nil
	default:
		h = append(h, priceSpan{VariantID: variantID, Since: at, Price: *price})
	}
	return h
}

// changedAt is when the last change was, the zero time without any.
func (h priceHistory) changedAt() time.Time {
	if len(h) == 0 {
		return time.Time{}
	}
	last := h[len(h)-1]
	if last.Until != nil {
		return *last.Until
	}
	return last.Since
}

// lowestBefore returns the lowest price that was in force in the priceWindow before a moment, nil
// when none was. One that begins at the moment does not count.
func (h priceHistory) lowestBefore(moment time.Time) (lowest *money.Cents) {
	begin := moment.Add(-priceWindow)
	for _, s := range h {
		inForce := s.Since.Before(moment) && (s.Until == nil || s.Until.After(begin))
		if inForce && (lowest == nil || s.Price < *lowest) {
			lowest = &s.Price
		}
	}
	return lowest
}

// reductionBegan returns when a reduction began that is in force, of a variant from before that was
// kept: the event log knows prices, and not what they were said to be reduced from. It is the cut
// to the present price, or the first of several that followed each other within priceWindow;
// without a cut, when the present price came into force.
func (h priceHistory) reductionBegan() time.Time {
	i := len(h) - 1
	for h.isCut(i) && h.isCut(i-1) && h[i].Since.Sub(h[i-1].Since) < priceWindow {
		i--
	}
	return h[i].Since
}

// isCut reports whether the span at an index follows one of a higher price at once.
func (h priceHistory) isCut(i int) bool {
	return i > 0 && h[i-1].Until != nil && h[i-1].Until.Equal(h[i].Since) && h[i-1].Price > h[i].Price
}

// isReduced reports whether the variant is reduced from a former price, as an admin has it.
func (v variant) isReduced() bool {
	return v.Sold && v.CompareAtKind != events.CompareAtRRP && v.CompareAtPrice != nil && *v.CompareAtPrice > v.Price
}

// offered is the price at which the variant is offered, nil when it is not.
func (v variant) offered(status productStatus) *money.Cents {
	if status != events.ProductActive || !v.Sold {
		return nil
	}
	return &v.Price
}

// setReduction makes ReducedSince and LowestPrice what they are when the variant is saved at a
// moment; before is the variant as it was, and its product's status then. A deeper cut continues a
// reduction, a higher price begins another.
func (v *variant) setReduction(status productStatus, before *variant, was productStatus, h priceHistory, at time.Time) {
	switch {
	case v.offered(status) == nil || !v.isReduced():
		v.ReducedSince, v.LowestPrice = nil, nil
	case before != nil && before.offered(was) != nil && before.isReduced() && v.Price <= before.Price:
	default:
		v.ReducedSince, v.LowestPrice = &at, h.lowestBefore(at)
	}
}
