package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) returnRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "requestReturn", Guest: orderToken, Method: http.MethodPost, Path: "/v1/orders/{id}/returns", Tag: tagReturns,
		Status: http.StatusCreated, Summary: "Request a return",
		Detail: "Of what has arrived, until `returnUntil` of the order; while other parcels are under way there is no " +
			"end. A mail reports the decision; the money comes back with the goods.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.requestReturn)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "listReturns", Guest: orderToken, Method: http.MethodGet, Path: "/v1/orders/{id}/returns", Tag: tagReturns,
		Summary: "List the returns of an order, newest first", Detail: "Rejected ones too.",
		Errors: []fault.Code{fault.NotFound},
	}, a.listReturns)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOwnReturns", Method: http.MethodGet, Path: "/v1/returns", Tag: tagReturns,
		Summary: "List the caller's returns, newest first", Detail: "Of all orders.",
	}, a.listOwnReturns)

	op := func(id string, scope auth.Scope, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, Method: method, Path: "/v1/admin/returns" + path, Tag: tagReturnAdmin, Summary: summary,
			Detail: detail, Errors: errors, ProblemMembers: transitionMembers,
		}
	}
	httpapi.Handle(r, httpapi.Admin, op("listAllReturns", "orders:read", http.MethodGet, "",
		"List all returns, newest first",
		"A `requested` one waits for a decision, an `approved` one for the goods. All filters given must "+
			"match."), a.listAllReturns)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "openReturn", Scope: "refunds:write", Method: http.MethodPost, Path: "/v1/admin/orders/{id}/returns",
		Tag: tagReturnAdmin, Status: http.StatusCreated, Summary: "Open a return for a customer",
		Detail: "It is approved at once, also after `returnUntil`; the buyer gets the mail with the address to send to. " +
			"Without `shop.returns_address` it is `invalid_transition`.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.openReturn)
	httpapi.Handle(r, httpapi.Admin, op("getReturn", "orders:read", http.MethodGet, "/{id}", "Read a return",
		"With the lines that come back and what they are worth.", fault.NotFound), a.getReturn)
	httpapi.Handle(r, httpapi.Admin, op("approveReturn", "refunds:write", http.MethodPost, "/{id}/approve",
		"Let the buyer send the goods back",
		"Only for a `requested` one. The buyer gets a mail with the address to send to; nothing is refunded before the "+
			"goods are received. Without `shop.returns_address` it is `invalid_transition`.",
		fault.NotFound, fault.InvalidTransition), a.approveReturn)
	httpapi.Handle(r, httpapi.Admin, op("rejectReturn", "refunds:write", http.MethodPost, "/{id}/reject",
		"Reject a return",
		"Only for a `requested` one. The reason is mailed to the buyer, who may ask again.",
		fault.NotFound, fault.InvalidTransition), a.rejectReturn)
	httpapi.Handle(r, httpapi.Admin, op("receiveReturn", "orders:write", http.MethodPost, "/{id}/receive",
		"Take the goods of an approved return back",
		"Only for an `approved` one: without a body all of it, into the stock. `items` are what has arrived; what is "+
			"missing may be in "+
			"another return, what is not restocked is written off. `refundAmount` less `deduct` goes to the buyer, and points "+
			"that the "+
			"goods earned are taken back. Vouchers come back once all of the order is undone.", fault.NotFound,
		fault.InvalidTransition), a.receiveReturn)
}

// returnView is a return as its buyer and admins see it.
type returnView struct {
	ID              string             `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"`
	OrderID         string             `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderNumber     string             `json:"orderNumber" pattern:"^ORD-[0-9]+$" example:"ORD-4071826651"`
	Customer        customerView       `json:"customer"`
	Status          returnStatus       `json:"status" example:"requested"`
	Items           []returnedItemView `json:"items" nullable:"false"`
	Reason          string             `json:"reason" example:"It is too small."`
	RejectionReason *string            `json:"rejectionReason" example:"It was used."`
	RefundAmount    money.Cents        `json:"refundAmount" doc:"Until received, what is expected." example:"17.99"`
	Deduction       *deductionView     `json:"deduction" doc:"What the shop keeps of what the goods cost; null: nothing."`
	Statutory       bool               `json:"statutory" doc:"The buyer has withdrawn from the contract: the shipping goes back with the order's last unit." example:"false"`
	WithdrawalID    *string            `json:"withdrawalId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e89"`
	CreatedAt       httpapi.Time       `json:"createdAt"`
	UpdatedAt       httpapi.Time       `json:"updatedAt"`
}

type returnedItemView struct {
	OrderItemID string `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Name        string `json:"name" example:"Moka pot"`
	Quantity    int    `json:"quantity" doc:"As announced." example:"1"`
	Received    *int   `json:"received" doc:"Of these; null before." example:"1"`
	Restocked   *int   `json:"restocked" doc:"Of the received ones; the others are written off." example:"1"`
}

type deductionView struct {
	Amount money.Cents  `json:"amount" minimum:"0.01" example:"2.5"`
	Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"Shown to the buyer." example:"It was used."`
}

// SchemaName is the name in the document.
func (deductionView) SchemaName() string { return "ReturnDeduction" }

// viewDeduction is nil when nothing was deducted. The reason is blank after an erasure.
func viewDeduction(r *goodsReturn) *deductionView {
	if r.Deducted == 0 {
		return nil
	}
	return &deductionView{r.Deducted, httpapi.Text(orEmpty(r.DeductReason))}
}

// Location is where the buyer finds the return among those of the order.
func (v returnView) Location() string { return "/v1/orders/" + v.OrderID + "/returns" }

// DataSubject is the buyer.
func (v returnView) DataSubject() string { return v.Customer.ID }

func viewReturn(r goodsReturn) returnView {
	return returnView{
		ID: r.ID, OrderID: r.OrderID, OrderNumber: r.Order.Number, Customer: viewCustomer(&r.Order), Status: r.Status,
		Reason: r.Reason, RejectionReason: r.RejectionReason, RefundAmount: r.Refund, Deduction: viewDeduction(&r),
		Items: convert.All(r.Items, func(i returnItem) returnedItemView {
			return returnedItemView{i.OrderItemID, i.OrderItem.Name, i.Quantity, i.Received, i.Restocked}
		}),
		Statutory: r.Statutory, WithdrawalID: r.WithdrawalID, CreatedAt: httpapi.TimeOf(r.CreatedAt),
		UpdatedAt: httpapi.TimeOf(r.UpdatedAt),
	}
}

type requestReturnInput struct {
	httpapi.PathID
	Body struct {
		Items  []lineQuantity `json:"items" minItems:"1" maxItems:"100"`
		Reason httpapi.Text   `json:"reason" minLength:"1" maxLength:"2000" example:"It is too small."`
	}
}

type listOwnReturnsInput struct {
	httpapi.Page
	Status httpapi.ListParam[returnStatus] `query:"status" doc:"Any of these."`
}

type listReturnsInput struct {
	httpapi.Page
	httpapi.PathID
}

type listAllReturnsInput struct {
	httpapi.Page
	Status  httpapi.ListParam[returnStatus] `query:"status" doc:"Any of these."`
	OrderID string                          `query:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Q       string                          `query:"q" maxLength:"200" doc:"Words by which the order is found, as in the list of orders." example:"lovelace"`
	From    time.Time                       `query:"from" doc:"createdAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To      time.Time                       `query:"to" doc:"createdAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

type returnInput struct{ httpapi.PathID }

type receiveReturnInput struct {
	httpapi.PathID
	Body *struct {
		Items  []receivedQuantity `json:"items,omitempty" minItems:"1" maxItems:"100" doc:"What has arrived. Default: all, into the stock."`
		Deduct *deductionView     `json:"deduct,omitempty" doc:"What the shop keeps of what the goods cost."`
	}
}

func (in *receiveReturnInput) receipt() (p receipt) {
	if in.Body == nil {
		return p
	}
	p.Items = in.Body.Items
	if d := in.Body.Deduct; d != nil {
		p.Deduct, p.DeductReason = d.Amount, (*string)(&d.Reason)
	}
	return p
}

type rejectReturnInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the buyer." example:"It was used."`
	}
}

func (a *api) requestReturn(ctx context.Context, in *requestReturnInput) (*httpapi.Reply[returnView], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reply, err := a.answerReturn(ctx, http.StatusCreated, func(tx *gorm.DB, now time.Time) (goodsReturn, error) {
		return requestReturn(ctx, tx, caller, in.ID, in.Body.Items, string(in.Body.Reason), now)
	})
	return reply, a.withCurrentOf(ctx, err, caller, in.ID)
}

func (a *api) openReturn(ctx context.Context, in *requestReturnInput) (*httpapi.Reply[returnView], error) {
	reply, err := a.answerReturn(ctx, http.StatusCreated, func(tx *gorm.DB, now time.Time) (goodsReturn, error) {
		return openReturn(ctx, tx, in.ID, in.Body.Items, string(in.Body.Reason), a.terms().seller.ReturnsTo(), now)
	})
	return reply, a.withCurrent(ctx, err, in.ID)
}

func (a *api) listReturns(ctx context.Context, in *listReturnsInput) (*httpapi.Reply[httpapi.List[returnView]], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	db := a.DB.WithContext(ctx)
	o, err := database.ByID[order](caller.orders(db), in.ID)
	if err != nil {
		return nil, err
	}
	return listReturns(db, returnFilter{OrderID: o.ID}, in.Page)
}

func (a *api) listOwnReturns(
	ctx context.Context, in *listOwnReturnsInput,
) (*httpapi.Reply[httpapi.List[returnView]], error) {
	own := returnFilter{BuyerID: auth.MustFrom(ctx).UserID, Status: in.Status}
	return listReturns(a.DB.WithContext(ctx), own, in.Page)
}

func (a *api) listAllReturns(
	ctx context.Context, in *listAllReturnsInput,
) (*httpapi.Reply[httpapi.List[returnView]], error) {
	return listReturns(a.DB.WithContext(ctx), returnFilter{
		OrderID: in.OrderID, Status: in.Status, Q: in.Q, From: in.From, To: in.To,
	}, in.Page)
}

// listReturns answers with a page of the returns of the filter.
func listReturns(db *gorm.DB, f returnFilter, p httpapi.Page) (*httpapi.Reply[httpapi.List[returnView]], error) {
	found, total, err := pageOfReturns(db, f, p)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewReturn), total, p))
}

func (a *api) getReturn(ctx context.Context, in *returnInput) (*httpapi.Reply[returnView], error) {
	r, err := loadReturn(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewReturn(r))
}

// decideReturn is answerReturn for an admin's command.
func (a *api) decideReturn(
	ctx context.Context, returnID string, command func(tx *gorm.DB, now time.Time) (goodsReturn, error),
) (*httpapi.Reply[returnView], error) {
	reply, err := a.answerReturn(ctx, http.StatusOK, command)
	load := func() (order, error) { return loadCurrentOfReturn(a.DB.WithContext(ctx), returnID) }
	return reply, withCurrent(err, load, (*order).adminActions)
}

// answerReturn runs a command on a return and answers with the return as the command leaves it.
func (a *api) answerReturn(
	ctx context.Context, status int, command func(tx *gorm.DB, now time.Time) (goodsReturn, error),
) (*httpapi.Reply[returnView], error) {
	return httpapi.Commit(ctx, a.DB, status, func(tx *gorm.DB) (returnView, error) {
		r, err := command(tx, a.Clock.Now())
		return viewReturn(r), err
	})
}

func (a *api) approveReturn(ctx context.Context, in *returnInput) (*httpapi.Reply[returnView], error) {
	return a.decideReturn(ctx, in.ID, func(tx *gorm.DB, now time.Time) (goodsReturn, error) {
		return approveReturn(ctx, tx, in.ID, a.terms().seller.ReturnsTo(), now)
	})
}

func (a *api) rejectReturn(ctx context.Context, in *rejectReturnInput) (*httpapi.Reply[returnView], error) {
	return a.decideReturn(ctx, in.ID, func(tx *gorm.DB, now time.Time) (goodsReturn, error) {
		return rejectReturn(ctx, tx, in.ID, string(in.Body.Reason), now)
	})
}

func (a *api) receiveReturn(ctx context.Context, in *receiveReturnInput) (*httpapi.Reply[returnView], error) {
	return a.decideReturn(ctx, in.ID, func(tx *gorm.DB, now time.Time) (goodsReturn, error) {
		return receiveReturn(ctx, tx, a.terms(), in.ID, in.receipt(), now)
	})
}
