package catalog

import (
	"context"

	"orderd/modules/catalog/events"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// pricePlanView is a price plan as admins see it.
type pricePlanView struct {
	ID        string          `json:"id" format:"uuid" example:"0199d5a3-1c2d-7e3f-8a4b-5c6d7e8f9012"`
	Name      string          `json:"name" example:"Summer sale"`
	StartsAt  httpapi.Time    `json:"startsAt"`
	EndsAt    *httpapi.Time   `json:"endsAt" doc:"null: until the plan is cancelled, or has an end." example:"2026-12-01T23:00:00.000Z"`
	Status    pricePlanStatus `json:"status" example:"scheduled"`
	Counts    pricePlanCounts `json:"counts"`
	StartedAt *httpapi.Time   `json:"startedAt" doc:"When it was begun; null: not yet, or never."`
	EndedAt   *httpapi.Time   `json:"endedAt" doc:"When it was over: at its end, or cancelled."`
	Actor     string          `json:"actor" doc:"Who has changed it last, and is named by the changes of products." example:"user:0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	CreatedAt httpapi.Time    `json:"createdAt"`
	UpdatedAt httpapi.Time    `json:"updatedAt"`
	Version   int64           `json:"version" doc:"Rises with every change that an admin makes; between quotes it is good for If-Match." example:"7"`
}

// SchemaName is the name in the document.
func (pricePlanView) SchemaName() string { return "PricePlan" }

// ResourceVersion is the version of the plan.
func (v pricePlanView) ResourceVersion() int64 { return v.Version }

// Location is the path of the plan.
func (v pricePlanView) Location() string { return pricePlanPath + "/" + v.ID }

// pricePlanCounts are how much a plan does, and what became of it.
type pricePlanCounts struct {
	Prices       int64 `json:"prices" example:"120"`
	Publish      int64 `json:"publish" doc:"Products." example:"2"`
	Archive      int64 `json:"archive" doc:"Products." example:"2"`
	Pending      int64 `json:"pending" doc:"Not done yet: of a scheduled plan all, of an active one what its start and its end have left." example:"0"`
	Applied      int64 `json:"applied" example:"118"`
	Unchanged    int64 `json:"unchanged" doc:"It was as the plan wants it." example:"1"`
	Failed       int64 `json:"failed" example:"1"`
	Skipped      int64 `json:"skipped" doc:"The plan was over before." example:"0"`
	Restored     int64 `json:"restored" doc:"Prices that have come back." example:"0"`
	ChangedSince int64 `json:"changedSince" doc:"Prices that the end left: they had changed meanwhile." example:"0"`
	NotRestored  int64 `json:"notRestored" doc:"Prices that could not come back." example:"0"`
}

// SchemaName is the name in the document.
func (pricePlanCounts) SchemaName() string { return "PricePlanCounts" }

// countPlanEntries adds up the counts of a plan.
func countPlanEntries(counts []planCount, planID string) (v pricePlanCounts) {
	for _, c := range counts {
		if c.PlanID != planID {
			continue
		}
		*v.ofKind(c.Kind) += c.Count
		*v.ofState(c.State) += c.Count
	}
	return v
}

func (v *pricePlanCounts) ofKind(k pricePlanKind) *int64 {
	switch k {
	case planPublish:
		return &v.Publish
	case planArchive:
		return &v.Archive
	case planPrice:
	}
	return &v.Prices
}

func (v *pricePlanCounts) ofState(s pricePlanState) *int64 {
	switch s {
	case planApplied:
		return &v.Applied
	case planUnchanged:
		return &v.Unchanged
	case planFailed:
		return &v.Failed
	case planSkipped:
		return &v.Skipped
	case planRestored:
		return &v.Restored
	case planSince:
		return &v.ChangedSince
	case planNotRestored:
		return &v.NotRestored
	case planPending:
	}
	return &v.Pending
}

func viewPricePlan(p *pricePlan, counts []planCount) pricePlanView {
	return pricePlanView{
		ID: p.ID, Name: p.Name, StartsAt: httpapi.TimeOf(p.StartsAt), EndsAt: httpapi.TimePtr(p.EndsAt), Status: p.Status,
		Counts: countPlanEntries(counts, p.ID), StartedAt: httpapi.TimePtr(p.StartedAt),
		EndedAt: httpapi.TimePtr(p.EndedAt), Actor: p.Actor, CreatedAt: httpapi.TimeOf(p.CreatedAt),
		UpdatedAt: httpapi.TimeOf(p.UpdatedAt), Version: p.Version,
	}
}

// pricePlanResultView is one thing that a plan does, and what became of it.
type pricePlanResultView struct {
	Position       int64                 `json:"position" doc:"From 0." example:"0"`
	Kind           pricePlanKind         `json:"kind" example:"price"`
	ProductID      string                `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name           *string               `json:"name" doc:"The product's present name; null: there is no such product." example:"Espresso cup"`
	VariantID      *string               `json:"variantId" format:"uuid" doc:"Of a price." example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU            *string               `json:"sku" doc:"The variant's present one." example:"CUP-90-WHITE"`
	Price          *money.Cents          `json:"price" doc:"Of a price." example:"9.9"`
	CompareAtPrice *money.Cents          `json:"compareAtPrice" doc:"null: that of the variant stays." example:"12.9"`
	CompareAtKind  *events.CompareAtKind `json:"compareAtKind" example:"was"`
	FormerPrice    *money.Cents          `json:"formerPrice" doc:"That it has replaced." example:"12.9"`
	State          pricePlanState        `json:"state" example:"applied"`
	Fault          *bulkFaultView        `json:"fault" doc:"Why it has failed, or could not come back."`
}

// SchemaName is the name in the document.
func (pricePlanResultView) SchemaName() string { return "PricePlanResult" }

// viewPlanEntry shows an entry of a plan; names are those of productNames, skus those of
// variantSKUs.
func viewPlanEntry(ctx context.Context, e pricePlanEntry, names, skus map[string]string) pricePlanResultView {
	v := pricePlanResultView{
		Position: e.Position, Kind: e.Kind, ProductID: e.ProductID, VariantID: e.VariantID,
		CompareAtPrice: e.CompareAtPrice, CompareAtKind: e.CompareAtKind, State: e.State,
		Fault: viewBulkFault(ctx, e.Fault),
	}
	if name, known := names[e.ProductID]; known {
		v.Name = &name
	}
	if e.Kind == planPrice {
		v.Price = &e.Price
		if sku, known := skus[*e.VariantID]; known {
			v.SKU = &sku
		}
	}
	if e.Former != nil {
		v.FormerPrice = &e.Former.Price
	}
	return v
}
