package ordering

import (
	"context"
	"net/http"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) stockRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path string, op httpapi.Op) httpapi.Op {
		op.ID, op.Scope, op.Method, op.Path, op.Tag = id, scope, method, "/v1/admin/stock"+path, tagStock
		return op
	}
	httpapi.Handle(r, httpapi.Admin, op("listStock", "stock:read", http.MethodGet, "", httpapi.Op{
		Summary: "List the stock of all variants",
		Detail: "`available` is `onHand` less what is `reserved` for orders that have not been shipped. By SKU, or with " +
			"`below` or `low` the fewest available first, unless `sort` says otherwise.",
	}), a.listStock)
	httpapi.Handle(r, httpapi.Admin, op("getStock", "stock:read", http.MethodGet, "/{id}", httpapi.Op{
		Summary: "Read the stock of a variant",
		Detail:  "`available` is `onHand` less what is `reserved` for orders that have not been shipped.",
	}), a.getStock)
	httpapi.Handle(r, httpapi.Admin, op("countStocks", "stock:write", http.MethodPut, "", httpapi.Op{
		Summary: "Set the counted stock of several variants",
		Detail: "Each count succeeds or is refused by itself; the results are in the order of the items. A count below " +
			"what is `reserved` is refused with `insufficient_stock`, one of an unknown variant with `not_found`.",
	}), a.countStocks)
	httpapi.Handle(r, httpapi.Admin, op("countStock", "stock:write", http.MethodPut, "/{id}", httpapi.Op{
		Summary: "Set the counted stock of a variant", Errors: []fault.Code{codeInsufficientStock},
		Detail: "Never below what is `reserved`. The difference is an entry of the ledger; the catalogue follows within a " +
			"second.",
	}), a.countStock)
	httpapi.Handle(r, httpapi.Admin, op("adjustStock", "stock:write", http.MethodPost, "/{id}/adjust", httpapi.Op{
		Summary: "Adjust the stock of a variant", Errors: []fault.Code{codeInsufficientStock},
		Detail: "Never below what is `reserved`. A `delta` below 0 is for what was lost or broken.",
	}), a.adjustStock)
	httpapi.Handle(r, httpapi.Admin, op("listStockLedger", "stock:read", http.MethodGet, "/{id}/ledger", httpapi.Op{
		Summary: "List a variant's stock ledger, newest first",
		Detail: "Counts, corrections and what orders reserved, released, took out and brought back: they add up to the " +
			"stock.",
	}), a.listStockLedger)
}

// stockView is the stock of a variant as admins see it.
type stockView struct {
	VariantID string            `json:"variantId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	ProductID string            `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	SKU       string            `json:"sku" example:"MOKA-6"`
	Name      string            `json:"name" doc:"The product's." example:"Moka pot"`
	Options   map[string]string `json:"options" nullable:"false" doc:"Value by option name." example:"{\"size\":\"6 cups\"}"`
	ImageURL  *string           `json:"imageUrl" example:"https://shop.example/moka.webp"`
	OnHand    int64             `json:"onHand" example:"40"`
	Reserved  int64             `json:"reserved" doc:"For orders not yet shipped." example:"3"`
	Available int64             `json:"available" doc:"onHand − reserved." example:"37"`
	Version   int64             `json:"version" doc:"Rises with every change of onHand by an admin, not with orders; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the stock.
func (v stockView) ResourceVersion() int64 { return v.Version }

// movementView is an entry of a variant's ledger.
type movementView struct {
	ID            string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Reason        stockReason  `json:"reason" example:"reserve"`
	OnHandDelta   int64        `json:"onHandDelta" example:"0"`
	ReservedDelta int64        `json:"reservedDelta" example:"3"`
	OnHand        int64        `json:"onHand" doc:"After it." example:"40"`
	Reserved      int64        `json:"reserved" doc:"After it." example:"3"`
	OrderID       *string      `json:"orderId" format:"uuid" doc:"null: a count or a correction." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	OrderNumber   *string      `json:"orderNumber" doc:"null: a count or a correction." example:"ORD-4071826651"`
	Actor         *string      `json:"actor" doc:"user:<id>, key:<id>, system or cli; null: the buyer, or not known." example:"user:0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
	Note          *string      `json:"note" doc:"An admin's reason." example:"Two were broken."`
	OccurredAt    httpapi.Time `json:"occurredAt"`
}

// SchemaName is the name in the document.
func (movementView) SchemaName() string { return "StockMovement" }

// viewMovement takes the numbers of orders by their ids.
func viewMovement(m movement, orderNumbers map[string]string) movementView {
	v := movementView{
		ID: m.ID, Reason: m.Reason, OnHandDelta: m.OnHandDelta, ReservedDelta: m.ReservedDelta, OnHand: m.OnHand,
		Reserved: m.Reserved, OrderID: m.OrderID, Note: m.Note, Actor: m.Actor, OccurredAt: httpapi.TimeOf(m.OccurredAt),
	}
	if m.OrderID != nil {
		if number, known := orderNumbers[*m.OrderID]; known {
			v.OrderNumber = &number
		}
	}
	return v
}

type listStockInput struct {
	httpapi.Page
	httpapi.ByIDs
	Below int64     `query:"below" minimum:"1" doc:"Less than this available." example:"5"`
	Low   bool      `query:"low" doc:"true: no more than the shop's lowStock available, unless below says otherwise."`
	Q     string    `query:"q" maxLength:"200" doc:"Words of which each is part of the product's name or the SKU; without regard to case and accents." example:"moka"`
	Sort  stockSort `query:"sort"`
}

// filter is what the list is asked for; low is the low mark.
func (in *listStockInput) filter(low int64) stockFilter {
	f := stockFilter{variants: in.ByIDs, below: in.Below, q: strings.TrimSpace(in.Q), sort: in.Sort}
	if in.Low && f.below == 0 {
		f.below = low + 1
	}
	return f
}

type variantInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
}

type ledgerInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	httpapi.Page
}

type countStockInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	httpapi.IfMatch
	Body struct {
		OnHand httpapi.Int `json:"onHand" minimum:"0" maximum:"1000000000" example:"40"`
	}
}

type countStocksInput struct {
	Body struct {
		Items []stockCountInput `json:"items" minItems:"1" maxItems:"100"`
	}
}

type stockCountInput struct {
	VariantID string      `json:"variantId" schema:"Id" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	OnHand    httpapi.Int `json:"onHand" minimum:"0" maximum:"1000000000" example:"40"`
}

func (in stockCountInput) count() countedStock {
	return countedStock{VariantID: in.VariantID, OnHand: int64(in.OnHand)}
}

// stockCountsView is what became of several counts.
type stockCountsView struct {
	Results []stockCountView `json:"results" doc:"In the order of the items."`
}

type stockCountView struct {
	VariantID string           `json:"variantId" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	OK        bool             `json:"ok" example:"true"`
	Stock     *stockView       `json:"stock" doc:"null: it was refused."`
	Problem   *httpapi.Problem `json:"problem" doc:"null: it was counted."`
}

func viewStockCount(ctx context.Context, c countedStock) stockCountView {
	if c.refused != nil {
		return stockCountView{VariantID: c.VariantID, Problem: httpapi.ProblemOf(ctx, c.refused)}
	}
	stock := c.counted.view()
	return stockCountView{VariantID: c.VariantID, OK: true, Stock: &stock}
}

type adjustStockInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the variant."`
	Body struct {
		Delta  httpapi.Int  `json:"delta" minimum:"-1000000000" maximum:"1000000000" doc:"Of onHand." example:"-2"`
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"200" doc:"Stands in the ledger." example:"Two were broken."`
	}
}

func (a *api) listStock(ctx context.Context, in *listStockInput) (*httpapi.Reply[httpapi.List[stockView]], error) {
	found, total, err := listStock(a.DB.WithContext(ctx), in.filter(a.terms().LowStock), in.Page)
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
		counted, err := countStock(ctx, tx, in.ID, in.IfMatch, int64(in.Body.OnHand), a.Clock.Now())
		return counted.view(), err
	})
}

func (a *api) countStocks(ctx context.Context, in *countStocksInput) (*httpapi.Reply[stockCountsView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (stockCountsView, error) {
		counts := convert.All(in.Body.Items, stockCountInput.count)
		if err := countStocks(ctx, tx, counts, a.Clock.Now()); err != nil {
			return stockCountsView{}, err
		}
		return stockCountsView{convert.All(counts, func(c countedStock) stockCountView {
			return viewStockCount(ctx, c)
		})}, nil
	})
}

func (a *api) adjustStock(ctx context.Context, in *adjustStockInput) (*httpapi.Reply[stockView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (stockView, error) {
		adjusted, err := adjustStock(ctx, tx, in.ID, int64(in.Body.Delta), string(in.Body.Reason), a.Clock.Now())
		return adjusted.view(), err
	})
}

func (a *api) listStockLedger(
	ctx context.Context, in *ledgerInput,
) (*httpapi.Reply[httpapi.List[movementView]], error) {
	db := a.DB.WithContext(ctx)
	if _, err := findStock(db, in.ID); err != nil {
		return nil, err
	}
	found, total, err := pageOfMovements(db, in.ID, in.Page)
	if err != nil {
		return nil, err
	}
	numbers, err := numbersOfOrders(db, found)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(m movement) movementView { return viewMovement(m, numbers) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (l stockLevel) view() stockView {
	return stockView{
		VariantID: l.VariantID, ProductID: l.ProductID, SKU: l.SKU, Name: l.Name, Options: l.Options, ImageURL: l.ImageURL,
		OnHand: l.OnHand, Reserved: l.Reserved, Available: l.OnHand - l.Reserved, Version: l.Version,
	}
}
