package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) orderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOrders", Method: http.MethodGet, Path: "/v1/orders", Tag: tagOrders,
		Summary: "List the caller's orders, newest first", Detail: "All filters given must match.",
	}, a.listOrders)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "getOrder", Guest: orderToken, Method: http.MethodGet, Path: "/v1/orders/{id}", Tag: tagOrders,
		Summary: "Read an order",
		Detail: "`stage` is for people, the three statuses are for programs. `allowedActions` names the commands that the " +
			"caller may use now. `include` saves requests: `included` has what was asked for, as its own operation answers it.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getOrder)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "claimOrders", Method: http.MethodPost, Path: "/v1/orders/claim", Tag: tagOrders,
		Summary: "Claim the guest orders of the caller's email",
		Detail: "Orders that were made without an account become the caller's; their tokens end. Verifying the email has " +
			"done so for those from before.",
	}, a.claimOrders)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "cancelOrder", Guest: orderToken, Method: http.MethodPost, Path: "/v1/orders/{id}/cancel", Tag: tagOrders,
		Summary: "Cancel an order",
		Detail: "As long as nothing was shipped; later ask for a return. Stock, vouchers and money come back; a mail " +
			"says so.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.cancelOrder)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "reorder", Method: http.MethodPost, Path: "/v1/orders/{id}/reorder", Tag: tagOrders, Summary: "Reorder",
		Detail: "What is still sold, at the prices of now. The cart's `issues` name each line that was left out " +
			"(`not_available`) or shortened (`shortened`).",
		Errors: []fault.Code{fault.NotFound},
	}, a.reorder)
}

type listOrdersInput struct {
	httpapi.Page
	Status            httpapi.ListParam[orderStatus]       `query:"status" doc:"Any of these."`
	PaymentStatus     httpapi.ListParam[paymentStatus]     `query:"paymentStatus" doc:"Any of these."`
	FulfillmentStatus httpapi.ListParam[fulfillmentStatus] `query:"fulfillmentStatus" doc:"Any of these."`
}

func (in *listOrdersInput) filter() orderFilter {
	return orderFilter{Status: in.Status, PaymentStatus: in.PaymentStatus, FulfillmentStatus: in.FulfillmentStatus}
}

type orderInput struct{ httpapi.PathID }

type getOrderInput struct {
	httpapi.PathID
	Include httpapi.ListParam[orderInclusion] `query:"include" doc:"What to answer in included."`
}

type cancelInput struct {
	httpapi.PathID
	Body *struct {
		Reason *httpapi.Text `json:"reason,omitempty" minLength:"1" maxLength:"500" doc:"Stands in the timeline." example:"Ordered twice."`
	}
}

func (in *cancelInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Reason)
}

func (a *api) listOrders(ctx context.Context, in *listOrdersInput) (*httpapi.Reply[httpapi.List[orderView]], error) {
	own := func(q *gorm.DB) *gorm.DB { return in.filter().apply(ordersOf(q, auth.MustFrom(ctx).UserID)) }
	found, total, err := loadOrderPage(a.DB.WithContext(ctx), orderList{Match: own, Sort: orderSortNewest}, in.Page)
	if err != nil {
		return nil, err
	}
	terms, now := a.terms(), a.Clock.Now()
	views := convert.All(found, func(o order) orderView { return terms.buyerView(o, now) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) getOrder(ctx context.Context, in *getOrderInput) (*httpapi.Reply[orderWithIncluded], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	db, terms := a.DB.WithContext(ctx), a.terms()
	o, err := loadOrder(caller.orders(db), in.ID)
	if err != nil {
		return nil, err
	}
	included, err := terms.included(db, &o, in.Include)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(orderWithIncluded{terms.buyerView(o, a.Clock.Now()), included})
}

type claimView struct {
	Claimed int `json:"claimed" doc:"How many orders." example:"1"`
}

// SchemaName is the name in the document.
func (claimView) SchemaName() string { return "ClaimedOrders" }

func (a *api) claimOrders(ctx context.Context, _ *struct{}) (*httpapi.Reply[claimView], error) {
	caller := a.ownerOf(ctx, "")
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (v claimView, err error) {
		if caller.EmailID != "" {
			v.Claimed, err = claimOrders(ctx, tx, caller.UserID, caller.EmailID, a.Clock.Now())
		}
		return v, err
	})
}

func (a *api) cancelOrder(ctx context.Context, in *cancelInput) (*httpapi.Reply[orderView], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (orderView, error) {
		now := a.Clock.Now()
		o, err := cancelOrderOf(ctx, tx, caller, in.ID, in.note(), now)
		if err != nil {
			return orderView{}, err
		}
		err = loadDetails(tx, o)
		return a.terms().buyerView(*o, now), err
	})
	return reply, a.withCurrentOf(ctx, err, caller, in.ID)
}

// withCurrentOf is withCurrent for the caller of an order.
func (a *api) withCurrentOf(ctx context.Context, err error, caller orderCaller, orderID string) error {
	load := func() (order, error) { return loadCurrent(caller.orders(a.DB.WithContext(ctx)), orderID) }
	return withCurrent(err, load, func(o *order) []orderAction { return a.terms().customerActions(o, a.Clock.Now()) })
}
