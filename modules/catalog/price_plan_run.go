package catalog

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// pricePlanner starts and ends price plans. All replicas do: a batch is one transaction, which
// changes products and stores what became of them, and which holds the lock of the catalogue. So
// each change is made once, whatever process is killed; there is no lease.
//
// What is due is done in its order, each whole before the next begins: of one moment ends come
// before starts, so that a plan that follows another finds the prices from before that one.
type pricePlanner struct {
	Deps
	settings *copies.Copy[settings]
	wake     background.Signal
}

func newPricePlanner(d Deps) *pricePlanner {
	return &pricePlanner{Deps: d, settings: copySettings(d.Copies), wake: background.NewSignal()}
}

// lookForPlans is the longest time until a replica knows of a plan that another one has stored.
const lookForPlans = time.Second

// jobs are the periodic jobs. The first one begins when something of a plan is due.
func (p *pricePlanner) jobs() []background.Job {
	return []background.Job{
		{Name: "start and end price plans", Every: lookForPlans, Wake: p.wake, Do: p.work},
		{Name: "delete old price plans", Every: time.Hour, Do: p.deleteOld},
	}
}

// work does what is due, and has itself woken when the next thing is.
func (p *pricePlanner) work(ctx context.Context) error {
	next, found, err := nextPricePlan(p.DB.WithContext(ctx))
	if err == nil && found && !next.DueAt.After(p.Clock.Now()) {
		err = p.inBatches(ctx, func(tx *gorm.DB, passOver bool) (more bool, err error) {
			return p.doBatch(ctx, tx, passOver)
		})
		if err == nil {
			next, found, err = nextPricePlan(p.DB.WithContext(ctx))
		}
	}
	if err != nil || !found {
		return err
	}
	// A later one is looked for again by then.
	if wait := next.DueAt.Sub(p.Clock.Now()); wait <= lookForPlans {
		time.AfterFunc(max(wait, 0), p.wake.Send)
	}
	return nil
}

// doBatch does the next part of what is due. more reports whether there is more. With passOver a
// product that can't be saved is one that has failed.
func (p *pricePlanner) doBatch(ctx context.Context, tx *gorm.DB, passOver bool) (more bool, err error) {
	if err := bumpVersion(tx); err != nil {
		return false, err
	}
	now := p.Clock.Now()
	plan, found, err := nextPricePlan(database.ForUpdate(tx))
	if err != nil || !found || plan.DueAt.After(now) {
		return false, err
	}
	before := plan.Status
	switch {
	case plan.isLive() && plan.isOverAt(now):
		plan.end(now)
		err = endPlanEntries(tx, plan.ID, planPrice, planPublish)
	case plan.Status == events.PricePlanScheduled:
		plan.start(now)
	}
	if err != nil {
		return false, err
	}
	entries, err := duePlanEntries(tx, &plan)
	if err != nil {
		return false, err
	}
	ctx = eventbus.WithCause(ctx, eventbus.Cause{Actor: plan.Actor, RequestID: plan.RequestID})
	if err := p.changeAll(ctx, tx, groupPlanEntries(entries), now, passOver); err != nil {
		return false, err
	}
	if len(entries) == 0 {
		plan.settle()
	}
	return true, savePricePlanStep(tx, &plan, before)
}

// groupPlanEntries splits entries into those that are one change of a product.
func groupPlanEntries(entries []pricePlanEntry) (groups [][]pricePlanEntry) {
	for begin := 0; begin < len(entries); {
		first := &entries[begin]
		end := begin + 1
		for end < len(entries) && entries[end].ProductID == first.ProductID && entries[end].Kind == first.Kind {
			end++
		}
		groups = append(groups, entries[begin:end])
		begin = end
	}
	return groups
}

// changeAll makes the changes, of which those of one product follow each other. A product is not
// published when one of its prices has failed.
func (p *pricePlanner) changeAll(
	ctx context.Context, tx *gorm.DB, groups [][]pricePlanEntry, now time.Time, passOver bool,
) error {
	var last []pricePlanEntry
	for _, group := range groups {
		unpriced := slices.ContainsFunc(last, func(e pricePlanEntry) bool {
			return e.ProductID == group[0].ProductID && e.Kind == planPrice && e.State == planFailed
		})
		for i := range group {
			group[i].unpriced = unpriced
		}
		done, err := p.change(ctx, tx, group, now, passOver)
		if err != nil {
			return err
		}
		last = done
	}
	return nil
}

// rulesFor are the rules that a change is held to. Prices go back whatever rules there are by now.
func (p *pricePlanner) rulesFor(e *pricePlanEntry) productRules {
	if e.State == planApplied {
		return productRules{}
	}
	return p.settings.Current().productRules()
}

// change makes one change of a product, as an update of it does, and stores what became of the
// entries, which it returns. When it fails, none of them is done.
func (p *pricePlanner) change(
	ctx context.Context, tx *gorm.DB, group []pricePlanEntry, now time.Time, passOver bool,
) (done []pricePlanEntry, err error) {
	productID, rules := group[0].ProductID, p.rulesFor(&group[0])
	failed, err := p.attempt(ctx, tx, productID, passOver, func(tx *gorm.DB) error {
		done = slices.Clone(group)
		_, err := editProduct(ctx, tx, productID, httpapi.IfMatch{}, func(spec *productSpec) {
			spec.Variants = slices.Clone(spec.Variants)
			for i := range done {
				done[i].do(spec)
			}
		}, rules, now)
		if fault.Is(err, fault.NotFound) {
			err = errProductGone
		}
		if err != nil {
			return err
		}
		return savePlanEntries(tx, group, done)
	})
	if err != nil || failed == nil {
		return done, err
	}
	done = slices.Clone(group)
	for i := range done {
		done[i].fail(done[i].failedState(), failed)
	}
	return done, savePlanEntries(tx, group, done)
}

var errProductGone = fault.New(fault.NotFound, "There is no such product any more.")

// deleteOld deletes the plans that were over keepPricePlans ago, one after the other.
func (p *pricePlanner) deleteOld(ctx context.Context) error {
	before := p.Clock.Now().Add(-keepPricePlans)
	return background.InBatches(ctx, p.DB, func(tx *gorm.DB) (more bool, err error) {
		return deletePricePlan(tx, before)
	})
}
