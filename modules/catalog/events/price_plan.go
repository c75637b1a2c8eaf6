package events

import (
	"time"

	"orderd/platform/convert"
)

// PricePlanStatus is the state of a price plan.
type PricePlanStatus string

const (
	PricePlanScheduled PricePlanStatus = "scheduled"
	PricePlanActive    PricePlanStatus = "active"
	PricePlanEnded     PricePlanStatus = "ended"
	PricePlanCancelled PricePlanStatus = "cancelled"
)

// Values are all of them.
func (PricePlanStatus) Values() []string {
	return convert.Strings(PricePlanScheduled, PricePlanActive, PricePlanEnded, PricePlanCancelled)
}

// SchemaName is the name in the OpenAPI document.
func (PricePlanStatus) SchemaName() string { return "PricePlanStatus" }

// PricePlanSaved: a plan of prices was created, changed or cancelled. What it does to products at
// its start and its end is a ProductSaved of each.
type PricePlanSaved struct {
	PlanID   string          `json:"planId"`
	Name     string          `json:"name"`
	StartsAt time.Time       `json:"startsAt"`
	EndsAt   *time.Time      `json:"endsAt"` // nil: not known yet
	Status   PricePlanStatus `json:"status"`
	Prices   int64           `json:"prices"` // how many it has
	Created  bool            `json:"created"`
}

func (PricePlanSaved) EventName() string  { return "catalog.price_plan_saved.v1" }
func (e PricePlanSaved) EventKey() string { return e.PlanID }
