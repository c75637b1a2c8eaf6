package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const pricePlanPath = "/v1/admin/price-plans"

// maxPlanBody is enough for a plan with all its prices.
const maxPlanBody = 2 << 20

func (a *api) pricePlanRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createPricePlan", Scope: "products:write", Method: http.MethodPost, Path: pricePlanPath, Tag: tagAdmin,
		Status: http.StatusCreated, MaxBody: maxPlanBody, Summary: "Create a price plan",
		Detail: "At `startsAt` each variant is given its price and each product of `publish` is published, as by an update " +
			"of it; at `endsAt` the former prices come back and the products of `archive` are archived. A variant is in " +
			"one plan at a time. At most 2 MiB.",
		Errors: []fault.Code{codeLimitReached},
	}, a.createPricePlan)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listPricePlans", Scope: "products:read", Method: http.MethodGet, Path: pricePlanPath, Tag: tagAdmin,
		Summary: "List price plans, the latest start first", Detail: "They are kept for two years after their end.",
	}, a.listPricePlans)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getPricePlan", Scope: "products:read", Method: http.MethodGet, Path: pricePlanPath + "/{id}", Tag: tagAdmin,
		Summary: "Read a price plan", Detail: "`pending` counts what is left to be done now.",
	}, a.getPricePlan)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listPricePlanResults", Scope: "products:read", Method: http.MethodGet, Path: pricePlanPath + "/{id}/results",
		Tag: tagAdmin, Summary: "List what a price plan does, with what became of it",
		Detail: "In the order in which it was given: prices, products to publish, products to archive.",
	}, a.listPricePlanResults)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updatePricePlan", Scope: "products:write", Method: http.MethodPatch, Path: pricePlanPath + "/{id}",
		Tag: tagAdmin, MaxBody: maxPlanBody, Summary: "Change a price plan",
		Detail: "Absent fields stay, lists are replaced whole. Once a plan has begun, only its `name` and its `endsAt` can " +
			"change. At most 2 MiB.",
		Errors: []fault.Code{fault.InvalidTransition},
	}, a.updatePricePlan)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "cancelPricePlan", Scope: "products:write", Method: http.MethodPost, Path: pricePlanPath + "/{id}/cancel",
		Tag: tagAdmin, Summary: "Cancel a price plan",
		Detail: "One that has not begun does nothing then. One that has begun ends now, as at its end, unless `keepPrices`.",
		Errors: []fault.Code{fault.InvalidTransition},
	}, a.cancelPricePlan)
}

type listPricePlansInput struct {
	httpapi.Page
	Status pricePlanStatus `query:"status"`
}

func (a *api) listPricePlans(
	ctx context.Context, in *listPricePlansInput,
) (*httpapi.Reply[httpapi.List[pricePlanView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfPricePlans(db, in.Status, in.Page)
	if err != nil {
		return nil, err
	}
	counts, err := planCounts(db, convert.All(found, func(p pricePlan) string { return p.ID }))
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(p pricePlan) pricePlanView { return viewPricePlan(&p, counts) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

type pricePlanInput struct{ httpapi.PathID }

func (a *api) getPricePlan(ctx context.Context, in *pricePlanInput) (*httpapi.Reply[pricePlanView], error) {
	db := a.db.WithContext(ctx)
	plan, err := database.ByID[pricePlan](db, in.ID)
	if err != nil {
		return nil, err
	}
	counts, err := planCounts(db, []string{plan.ID})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewPricePlan(&plan, counts))
}

type listPricePlanResultsInput struct {
	httpapi.PathID
	httpapi.Page
	Kind  pricePlanKind  `query:"kind"`
	State pricePlanState `query:"state" doc:"Only that of which this became."`
}

func (a *api) listPricePlanResults(
	ctx context.Context, in *listPricePlanResultsInput,
) (*httpapi.Reply[httpapi.List[pricePlanResultView]], error) {
	db := a.db.WithContext(ctx)
	plan, err := database.ByID[pricePlan](db, in.ID)
	if err != nil {
		return nil, err
	}
	found, total, err := pageOfPlanEntries(db, plan.ID, in.Kind, in.State, in.Page)
	if err != nil {
		return nil, err
	}
	names, err := productNames(db, convert.All(found, func(e pricePlanEntry) string { return e.ProductID }))
	if err != nil {
		return nil, err
	}
	var variantIDs []string
	for _, e := range found {
		if e.VariantID != nil {
			variantIDs = append(variantIDs, *e.VariantID)
		}
	}
	skus, err := variantSKUs(db, variantIDs)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(e pricePlanEntry) pricePlanResultView { return viewPlanEntry(ctx, e, names, skus) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) createPricePlan(ctx context.Context, in *createPricePlanInput) (*httpapi.Reply[pricePlanView], error) {
	return a.commitPricePlan(ctx, http.StatusCreated, func(tx *gorm.DB) (pricePlan, error) {
		return createPricePlan(ctx, tx, in.spec(), a.clock.Now())
	})
}

func (a *api) updatePricePlan(ctx context.Context, in *updatePricePlanInput) (*httpapi.Reply[pricePlanView], error) {
	return a.commitPricePlan(ctx, http.StatusOK, func(tx *gorm.DB) (pricePlan, error) {
		return editPricePlan(ctx, tx, in.ID, in.IfMatch, in.apply, a.clock.Now())
	})
}

type cancelPricePlanInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body *struct {
		KeepPrices bool `json:"keepPrices,omitempty" doc:"true: the prices stay, and nothing is archived. Default: false." example:"true"`
	}
}

func (a *api) cancelPricePlan(ctx context.Context, in *cancelPricePlanInput) (*httpapi.Reply[pricePlanView], error) {
	return a.commitPricePlan(ctx, http.StatusOK, func(tx *gorm.DB) (pricePlan, error) {
		return cancelPricePlan(ctx, tx, in.ID, in.IfMatch, in.Body != nil && in.Body.KeepPrices, a.clock.Now())
	})
}

// commitPricePlan runs a use case, answers with the plan that it returns, and wakes the job.
func (a *api) commitPricePlan(
	ctx context.Context, status int, save func(tx *gorm.DB) (pricePlan, error),
) (*httpapi.Reply[pricePlanView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (pricePlanView, error) {
		plan, err := save(tx)
		if err != nil {
			return pricePlanView{}, err
		}
		counts, err := planCounts(tx, []string{plan.ID})
		database.AfterCommit(tx, a.planner.wake.Send)
		return viewPricePlan(&plan, counts), err
	})
}
