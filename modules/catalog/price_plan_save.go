package catalog

import (
	"context"
	"reflect"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// pricePlanSpec is everything that an admin decides about a price plan.
type pricePlanSpec struct {
	Name     string
	StartsAt time.Time
	EndsAt   *time.Time
	Prices   []pricePlanEntry // each has VariantID or sku, a price, and maybe a compare-at price
	Publish  []string         // products, at the start
	Archive  []string         // products, at the end
}

// specOfPlan returns the spec that was last saved, with the entries of the plan.
func specOfPlan(p *pricePlan, entries []pricePlanEntry) pricePlanSpec {
	spec := pricePlanSpec{Name: p.Name, StartsAt: p.StartsAt, EndsAt: p.EndsAt}
	for _, e := range entries {
		switch e.Kind {
		case planPrice:
			spec.Prices = append(spec.Prices, pricePlanEntry{
				Kind: planPrice, ProductID: e.ProductID, VariantID: e.VariantID, Price: e.Price,
				CompareAtPrice: e.CompareAtPrice, CompareAtKind: e.CompareAtKind,
			})
		case planPublish:
			spec.Publish = append(spec.Publish, e.ProductID)
		case planArchive:
			spec.Archive = append(spec.Archive, e.ProductID)
		}
	}
	return spec
}

// entries are those of a plan with the spec, in their order.
func (spec *pricePlanSpec) entries() []pricePlanEntry {
	entries := slices.Clone(spec.Prices)
	for _, productID := range spec.Publish {
		entries = append(entries, pricePlanEntry{Kind: planPublish, ProductID: productID})
	}
	for _, productID := range spec.Archive {
		entries = append(entries, pricePlanEntry{Kind: planArchive, ProductID: productID})
	}
	return entries
}

// sameEntries reports whether both specs have the same entries.
func (spec *pricePlanSpec) sameEntries(other *pricePlanSpec) bool {
	same := func(a, b pricePlanEntry) bool { return reflect.DeepEqual(a, b) }
	return slices.EqualFunc(spec.entries(), other.entries(), same)
}

// variantIDs are those of the prices whose variants are known.
func (spec *pricePlanSpec) variantIDs() (ids []string) {
	for _, e := range spec.Prices {
		if e.ProductID != "" {
			ids = append(ids, *e.VariantID)
		}
	}
	return ids
}

// applyTo makes the plan what the spec says. What was due at the plan's start or end is due at the
// new one.
func (spec *pricePlanSpec) applyTo(p *pricePlan, now time.Time) {
	starting := p.isStarting()
	p.Name, p.StartsAt, p.EndsAt, p.UpdatedAt = spec.Name, spec.StartsAt, spec.EndsAt, now
	switch {
	case starting:
	case p.StartedAt == nil:
		p.DueAt = &p.StartsAt
	default:
		p.DueAt = p.EndsAt
	}
}

// createPricePlan stores a plan, which the job of pricePlanner starts and ends, and publishes
// PricePlanSaved. It returns codeLimitReached, and ValidationFailed with everything that is wrong.
func createPricePlan(ctx context.Context, tx *gorm.DB, spec pricePlanSpec, now time.Time) (pricePlan, error) {
	if err := bumpRevision(tx); err != nil {
		return pricePlan{}, err
	}
	plan := newPricePlan(now)
	found, err := spec.resolve(tx)
	if err != nil {
		return pricePlan{}, err
	}
	if err := spec.check(tx, &plan, nil, now, found...); err != nil {
		return pricePlan{}, err
	}
	switch n, err := countLivePlans(tx); {
	case err != nil:
		return pricePlan{}, err
	case n >= maxLivePlans:
		return pricePlan{}, fault.New(codeLimitReached, "500 price plans are scheduled or active already.")
	}
	spec.applyTo(&plan, now)
	plan.causedBy(eventbus.CauseOf(ctx))
	if err := tx.Create(&plan).Error; err != nil {
		return pricePlan{}, err
	}
	if err := insertPlanEntries(tx, &plan, spec.entries()); err != nil {
		return pricePlan{}, err
	}
	return plan, eventbus.Publish(ctx, tx, plan.savedEvent(int64(len(spec.Prices)), true))
}

func (p *pricePlan) causedBy(c eventbus.Cause) { p.Actor, p.RequestID = c.Actor, c.RequestID }

// editPricePlan changes a plan and publishes PricePlanSaved, unless edit leaves the spec as it is.
// It returns fault.Missing, fault.PreconditionFailed, InvalidTransition for what can't change any
// more, and ValidationFailed with everything that is wrong.
func editPricePlan(
	ctx context.Context, tx *gorm.DB, planID string, match httpapi.IfMatch, edit func(spec *pricePlanSpec), now time.Time,
) (pricePlan, error) {
	if err := bumpRevision(tx); err != nil {
		return pricePlan{}, err
	}
	plan, err := lockPricePlan(tx, planID)
	if err != nil {
		return plan, err
	}
	if err := match.Require(plan.Version); err != nil {
		return plan, err
	}
	entries, err := planEntries(tx, plan.ID)
	if err != nil {
		return plan, err
	}
	before := specOfPlan(&plan, entries)
	spec := specOfPlan(&plan, entries)
	edit(&spec)
	found, err := spec.resolve(tx)
	if err != nil {
		return plan, err
	}
	anew := !spec.sameEntries(&before)
	if !anew && spec.Name == before.Name && spec.StartsAt.Equal(before.StartsAt) && sameEnd(spec.EndsAt, before.EndsAt) {
		return plan, nil
	}
	if err := plan.checkChange(anew || !spec.StartsAt.Equal(before.StartsAt), now); err != nil {
		return plan, err
	}
	if err := spec.check(tx, &plan, &before, now, found...); err != nil {
		return plan, err
	}
	spec.applyTo(&plan, now)
	plan.causedBy(eventbus.CauseOf(ctx))
	if err := database.SaveVersion(tx, &plan, &plan.Version); err != nil {
		return plan, err
	}
	if err := storePlanEntries(tx, &plan, &spec, anew); err != nil {
		return plan, err
	}
	return plan, eventbus.Publish(ctx, tx, plan.savedEvent(int64(len(spec.Prices)), false))
}

// storePlanEntries stores the entries of a plan that was changed: anew, or its times alone.
func storePlanEntries(tx *gorm.DB, plan *pricePlan, spec *pricePlanSpec, anew bool) error {
	if !anew {
		return movePlanEntries(tx, plan)
	}
	if err := deletePlanEntries(tx, plan.ID); err != nil {
		return err
	}
	return insertPlanEntries(tx, plan, spec.entries())
}

// cancelPricePlan ends a plan before its time and publishes PricePlanSaved. Its prices go back as
// at its end, and its products are archived, unless it has not begun or keepPrices. It returns
// fault.Missing, fault.PreconditionFailed and InvalidTransition.
func cancelPricePlan(
	ctx context.Context, tx *gorm.DB, planID string, match httpapi.IfMatch, keepPrices bool, now time.Time,
) (pricePlan, error) {
	if err := bumpRevision(tx); err != nil {
		return pricePlan{}, err
	}
	plan, err := lockPricePlan(tx, planID)
	if err != nil {
		return plan, err
	}
	if err := match.Require(plan.Version); err != nil {
		return plan, err
	}
	if err := plan.cancel(keepPrices, now); err != nil {
		return plan, err
	}
	plan.UpdatedAt = now
	plan.causedBy(eventbus.CauseOf(ctx))
	if err := database.SaveVersion(tx, &plan, &plan.Version); err != nil {
		return plan, err
	}
	kinds := []pricePlanKind{planPrice, planPublish}
	if plan.DueAt == nil {
		kinds = append(kinds, planArchive)
	}
	if err := endPlanEntries(tx, plan.ID, kinds...); err != nil {
		return plan, err
	}
	counts, err := planCounts(tx, []string{plan.ID})
	if err != nil {
		return plan, err
	}
	return plan, eventbus.Publish(ctx, tx, plan.savedEvent(countPlanEntries(counts, plan.ID).Prices, false))
}
