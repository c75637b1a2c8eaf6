package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) stockRoutes(r *httpapi.Router) {
	op := func(id, method, path string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag = id, method, "/v1/admin/stock"+path, tagStock
		return op
	}
	httpapi.Handle(r, httpapi.Admin, op("listStock", http.MethodGet, "", httpapi.Op{
		Summary: "List what there is of each variant, by SKU",
		Detail:  "`available` is `onHand` less what is `reserved` for orders that have not been shipped.",
	}), a.listStock)
	httpapi.Handle(r, httpapi.Admin, op("getStock", http.MethodGet, "/{id}", httpapi.Op{
		Summary: "Read what there is of a variant",
		Detail:  "`available` is `onHand` less what is `reserved` for orders that have not been shipped.",
	}), a.getStock)
	httpapi.Handle(r, httpapi.Admin, op("countStock", http.MethodPut, "/{id}", httpapi.Op{
		Summary: "Set what is on the shelf to what was counted", Errors: []fault.Code{codeInsufficientStock},
		Detail: "Never below what is `reserved`. The difference is an entry of the ledger; the catalogue follows within a second.",
	}), a.countStock)
	httpapi.Handle(r, httpapi.Admin, op("adjustStock", http.MethodPost, "/{id}/adjust", httpapi.Op{
		Summary: "Correct what is on the shelf", Errors: []fault.Code{codeInsufficientStock},
		Detail: "Never below what is `reserved`. A `delta` below 0 is for what was lost or broken.",
	}), a.adjustStock)
	httpapi.Handle(r, httpapi.Admin, op("listStockLedger", http.MethodGet, "/{id}/ledger", httpapi.Op{
		Summary: "List every change of a variant's stock, newest first",
		Detail:  "Counts, corrections and what orders reserved, released, took out and brought back: they add up to the stock.",
	}), a.listStockLedger)
}

// stockView is the stock of a variant as admins see it.
type stockView struct {
	VariantID string `json:"variantId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	SKU       string `json:"sku" example:"MOKA-6"`
	OnHand    int64  `json:"onHand" example:"40"`
	Reserved  int64  `json:"reserved" doc:"For orders not yet shipped." example:"3"`
	Available int64  `json:"available" doc:"onHand − reserved." example:"37"`
}

// movementView is an entry of a variant's ledger.
type movementView struct {
	ID            string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Reason        movementReason `json:"reason" enum:"count,adjust,reserve,release,ship,return" schema:"StockReason" example:"reserve"`
	OnHandDelta   int64          `json:"onHandDelta" example:"0"`
	ReservedDelta int64          `json:"reservedDelta" example:"3"`
	OnHand        int64          `json:"onHand" doc:"After it." example:"40"`
	Reserved      int64          `json:"reserved" doc:"After it." example:"3"`
	OrderID       *string        `json:"orderId" format:"uuid" doc:"null: a count or a correction." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Note          *string        `json:"note" doc:"An admin's reason." example:"Two were broken."`
	OccurredAt    httpapi.Time   `json:"occurredAt"`
}

// SchemaName is the name in the document.
func (movementView) SchemaName() string { return "StockMovement" }

func viewMovement(m movement) movementView {
	return movementView{
		ID: m.ID, Reason: m.Reason, OnHandDelta: m.OnHandDelta, ReservedDelta: m.ReservedDelta, OnHand: m.OnHand, Reserved: m.Reserved,
		OrderID: m.OrderID, Note: m.Note, OccurredAt: httpapi.TimeOf(m.OccurredAt),
	}
}

type listStockInput struct {
	httpapi.Page
	Below int64  `query:"below" minimum:"1" doc:"Less than this available, the fewest first." example:"5"`
	Q     string `query:"q" maxLength:"200" doc:"Part of the product's name or SKU, in any case." example:"moka"`
}

type variantInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
}

type ledgerInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	httpapi.Page
}

type countStockInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	Body struct {
		OnHand httpapi.Int `json:"onHand" minimum:"0" maximum:"1000000000" example:"40"`
	}
}

type adjustStockInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	Body struct {
		Delta  httpapi.Int  `json:"delta" minimum:"-1000000000" maximum:"1000000000" doc:"Of onHand." example:"-2"`
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"200" doc:"Stands in the ledger." example:"Two were broken."`
	}
}

func (a *api) listStock(ctx context.Context, in *listStockInput) (*httpapi.Reply[httpapi.List[stockView]], error) {
	found, total, err := listStock(a.DB.WithContext(ctx), in.Below, in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, stockLevel.view), total, in.Page))
}

func (a *api) getStock(ctx context.Context, in *variantInput) (*httpapi.Reply[stockView], error) {
	found, err := findStock(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(found.view())
}

func (a *api) countStock(ctx context.Context, in *countStockInput) (*httpapi.Reply[stockView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (stockView, error) {
		counted, err := countStock(ctx, tx, in.ID, int64(in.Body.OnHand), a.Clock.Now())
		return counted.view(), err
	})
}

func (a *api) adjustStock(ctx context.Context, in *adjustStockInput) (*httpapi.Reply[stockView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (stockView, error) {
		adjusted, err := adjustStock(ctx, tx, in.ID, int64(in.Body.Delta), string(in.Body.Reason), a.Clock.Now())
		return adjusted.view(), err
	})
}

func (a *api) listStockLedger(ctx context.Context, in *ledgerInput) (*httpapi.Reply[httpapi.List[movementView]], error) {
	db := a.DB.WithContext(ctx)
	if _, err := findStock(db, in.ID); err != nil {
		return nil, err
	}
	found, total, err := pageOfMovements(db, in.ID, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewMovement), total, in.Page))
}

func (l stockLevel) view() stockView {
	return stockView{VariantID: l.VariantID, SKU: l.SKU, OnHand: l.OnHand, Reserved: l.Reserved, Available: l.OnHand - l.Reserved}
}
