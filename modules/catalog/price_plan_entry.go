package catalog

import (
	"reflect"
	"slices"
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// pricePlanEntry is one thing that a plan does, and what became of it.
type pricePlanEntry struct {
	PlanID         string `gorm:"primaryKey"`
	Position       int64  `gorm:"primaryKey"`
	Kind           pricePlanKind
	ProductID      string
	VariantID      *string     // of a price
	Price          money.Cents // of a price
	CompareAtPrice *money.Cents
	CompareAtKind  *events.CompareAtKind
	State          pricePlanState
	Former         *planPrices `gorm:"serializer:json"` // what a price has replaced
	Fault          *bulkFault  `gorm:"serializer:json"`
	StartsAt       time.Time   // the plan's
	EndsAt         *time.Time
	Booked         bool // the plan is not over

	sku      string // that a request has in place of VariantID
	unpriced bool   // a price of its product has failed
}

func (pricePlanEntry) TableName() string { return "catalog_price_plan_entries" }

// planPrices are the prices of a variant that an entry is about. One without a compare-at price
// leaves that of the variant as it is: both fields are nil then.
type planPrices struct {
	Price          money.Cents           `json:"price"`
	CompareAtPrice *money.Cents          `json:"compareAtPrice,omitempty"`
	CompareAtKind  *events.CompareAtKind `json:"compareAtKind,omitempty"`
}

func (p planPrices) equal(other planPrices) bool { return reflect.DeepEqual(p, other) }

// comparesAs reports whether both have the same price to compare with.
func (p planPrices) comparesAs(other planPrices) bool {
	p.Price = other.Price
	return p.equal(other)
}

// wanted are the prices that the entry gives its variant.
func (e *pricePlanEntry) wanted() planPrices {
	return planPrices{e.Price, e.CompareAtPrice, e.CompareAtKind}
}

// of are the prices that a variant has of those that the entry is about.
func (e *pricePlanEntry) of(v *variantSpec) planPrices {
	p := planPrices{Price: v.Price}
	if e.CompareAtPrice != nil {
		p.CompareAtPrice, p.CompareAtKind = v.CompareAtPrice, new(v.CompareAtKind)
	}
	return p
}

// give gives a variant prices. It returns what is wrong with its wholesale prices then, of which
// none of the prices is given.
func (e *pricePlanEntry) give(v *variantSpec, p planPrices) *fault.Fault {
	changed := *v
	changed.Price = p.Price
	if e.CompareAtPrice != nil {
		changed.CompareAtPrice, changed.CompareAtKind = p.CompareAtPrice, *p.CompareAtKind
	}
	if wrong := changed.tierFault(); wrong != "" {
		return fault.Invalid(fault.Field{Pointer: "/wholesalePrices", Code: fault.NotAllowed, Detail: wrong})
	}
	*v = changed
	return nil
}

// variantOf is the variant that the entry is about, nil when it is not on sale.
func (e *pricePlanEntry) variantOf(spec *productSpec) *variantSpec {
	i := slices.IndexFunc(spec.Variants, func(v variantSpec) bool { return v.ID == *e.VariantID })
	if i < 0 {
		return nil
	}
	return &spec.Variants[i]
}

// fail stores why the entry is not done, in the state.
func (e *pricePlanEntry) fail(state pricePlanState, f *bulkFault) { e.State, e.Fault = state, f }

// failedState is the state of an entry that can't be done.
func (e *pricePlanEntry) failedState() pricePlanState {
	if e.State == planApplied {
		return planNotRestored
	}
	return planFailed
}

// do does what is to be done of the entry now to a product's spec, and notes what becomes of it: a
// pending one begins, one that was applied goes back.
func (e *pricePlanEntry) do(spec *productSpec) {
	var failed *fault.Fault
	switch {
	case e.Kind != planPrice:
		failed = e.setStatus(spec)
	case e.State == planApplied:
		failed = e.restore(spec)
	default:
		failed = e.apply(spec)
	}
	if failed != nil {
		e.fail(e.failedState(), newBulkFault(failed))
	}
}

var (
	errProductArchived = fault.New(fault.InvalidTransition, "The product is archived.")
	errProductUnpriced = fault.New(fault.InvalidTransition, "The price plan could not give the product its price.")
	errVariantGone     = fault.New(fault.NotFound, "The variant is not on sale any more.")
)

func (e *pricePlanEntry) setStatus(spec *productSpec) *fault.Fault {
	action := bulkAction{Kind: bulkArchive}
	if e.Kind == planPublish {
		action.Kind = bulkPublish
		if spec.Status == events.ProductArchived {
			return errProductArchived
		}
	}
	before := spec.Status
	if e.unpriced && before != events.ProductActive {
		return errProductUnpriced
	}
	action.apply(spec)
	e.State = planApplied
	if spec.Status == before {
		e.State = planUnchanged
	}
	return nil
}

func (e *pricePlanEntry) apply(spec *productSpec) *fault.Fault {
	v := e.variantOf(spec)
	switch {
	case v == nil:
		return errVariantGone
	case spec.Status == events.ProductArchived:
		return errProductArchived
	}
	former := e.of(v)
	if former.equal(e.wanted()) {
		e.State = planUnchanged
		return nil
	}
	if wrong := e.give(v, e.wanted()); wrong != nil {
		return wrong
	}
	e.State, e.Former = planApplied, &former
	return nil
}

// restore gives the variant its former prices. The price and the price to compare with are judged
// each for itself: one that is another by now than the plan has given stays.
func (e *pricePlanEntry) restore(spec *productSpec) *fault.Fault {
	v := e.variantOf(spec)
	if v == nil {
		return errVariantGone
	}
	has, wanted, state := e.of(v), e.wanted(), planRestored
	back := has
	if has.Price == wanted.Price {
		back.Price = e.Former.Price
	} else if has.Price != e.Former.Price {
		state = planSince
	}
	if has.comparesAs(wanted) {
		back.CompareAtPrice, back.CompareAtKind = e.Former.CompareAtPrice, e.Former.CompareAtKind
	}
	if wrong := e.give(v, back); wrong != nil {
		return wrong
	}
	e.State = state
	return nil
}
