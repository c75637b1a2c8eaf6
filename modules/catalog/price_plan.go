package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// The limits of price plans: the prices, and the products to publish or to archive, of one; and how
// many may be scheduled or active.
const (
	maxPlanPrices   = 10_000
	maxPlanProducts = 1000
	maxLivePlans    = 500
)

// planBatch is how many products one transaction changes.
const planBatch = 10

// keepPricePlans is how long a plan and its entries are kept after its end.
const keepPricePlans = 2 * 365 * 24 * time.Hour

// pricePlanStatus is the state of a price plan.
type pricePlanStatus = events.PricePlanStatus

// pricePlan has prices that hold from one moment to another, and products that are published at its
// start and archived at its end.
type pricePlan struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	StartsAt  time.Time
	EndsAt    *time.Time // nil: not known yet
	Status    pricePlanStatus
	DueAt     *time.Time // when the next thing is to be done; nil: nothing is left
	Actor     string     // of its events, as in eventbus.Cause
	RequestID string
	// Version rises with what an admin changes, and when the plan begins and is over.
	Version   int64      `gorm:"default:1"`
	CreatedAt time.Time  `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time  `gorm:"autoUpdateTime:false"`
	StartedAt *time.Time // when the first price was changed
	EndedAt   *time.Time // when the plan was over, and its prices began to go back
}

func (pricePlan) TableName() string { return "catalog_price_plans" }

func newPricePlan(now time.Time) pricePlan {
	return pricePlan{ID: id.New(), Status: events.PricePlanScheduled, CreatedAt: now, Version: 1}
}

// isLive reports whether the plan is not over.
func (p *pricePlan) isLive() bool {
	return p.Status == events.PricePlanScheduled || p.Status == events.PricePlanActive
}

// isStarting reports whether prices are changed because the plan has begun.
func (p *pricePlan) isStarting() bool {
	return p.Status == events.PricePlanActive && p.DueAt != nil && p.DueAt.Equal(p.StartsAt)
}

// isOverAt reports whether the plan's end is not after a moment.
func (p *pricePlan) isOverAt(moment time.Time) bool {
	return p.EndsAt != nil && !p.EndsAt.After(moment)
}

// start lets the plan begin. Its prices are to be changed.
func (p *pricePlan) start(now time.Time) {
	p.Status, p.DueAt, p.StartedAt = events.PricePlanActive, &p.StartsAt, &now
	p.Version++
}

// end lets the plan be over. Its prices are to go back.
func (p *pricePlan) end(now time.Time) {
	p.Status, p.DueAt, p.EndedAt = events.PricePlanEnded, p.EndsAt, &now
	p.Version++
}

// settle is for a plan of which nothing is left to be done now.
func (p *pricePlan) settle() {
	p.DueAt = nil
	if p.Status == events.PricePlanActive {
		p.DueAt = p.EndsAt
	}
}

// checkChange returns InvalidTransition for what can't be changed any more: all of a plan that is
// over, and all but the name and the end of one that has begun.
func (p *pricePlan) checkChange(whole bool, now time.Time) error {
	switch {
	case !p.isLive() || p.isOverAt(now):
		return fault.New(fault.InvalidTransition, "The price plan is over.")
	case whole && (p.Status == events.PricePlanActive || !p.StartsAt.After(now)):
		return fault.New(fault.InvalidTransition, "The price plan has begun: only its name and its end can change.")
	}
	return nil
}

// cancel ends the plan before its time. The prices of one that has begun go back, unless they are
// to stay. It returns InvalidTransition for a plan that is over.
func (p *pricePlan) cancel(keepPrices bool, now time.Time) error {
	if !p.isLive() {
		return fault.New(fault.InvalidTransition, "The price plan is over.")
	}
	begun := p.Status == events.PricePlanActive
	p.Status, p.DueAt, p.EndedAt = events.PricePlanCancelled, nil, &now
	if begun && !keepPrices {
		p.DueAt = &now
	}
	return nil
}

// savedEvent is the event of the plan as it is now.
func (p *pricePlan) savedEvent(prices int64, created bool) events.PricePlanSaved {
	return events.PricePlanSaved{
		PlanID: p.ID, Name: p.Name, StartsAt: p.StartsAt, EndsAt: p.EndsAt, Status: p.Status, Prices: prices,
		Created: created,
	}
}

// pricePlanKind says what an entry of a plan does.
type pricePlanKind string

const (
	planPrice   pricePlanKind = "price"
	planPublish pricePlanKind = "publish" // at the start
	planArchive pricePlanKind = "archive" // at the end
)

// Values are all of them.
func (pricePlanKind) Values() []string { return convert.Strings(planPrice, planPublish, planArchive) }

// SchemaName is the name in the OpenAPI document.
func (pricePlanKind) SchemaName() string { return "PricePlanEntryKind" }

// pricePlanState is what became of an entry of a plan.
type pricePlanState string

const (
	planPending     pricePlanState = "pending"
	planApplied     pricePlanState = "applied"
	planUnchanged   pricePlanState = "unchanged" // it was as the plan wants it
	planFailed      pricePlanState = "failed"
	planSkipped     pricePlanState = "skipped" // the plan was over before
	planRestored    pricePlanState = "restored"
	planSince       pricePlanState = "changed_since"
	planNotRestored pricePlanState = "not_restored"
)

// Values are all of them.
func (pricePlanState) Values() []string {
	return convert.Strings(planPending, planApplied, planUnchanged, planFailed, planSkipped, planRestored, planSince,
		planNotRestored)
}

// SchemaName is the name in the OpenAPI document.
func (pricePlanState) SchemaName() string { return "PricePlanEntryState" }
