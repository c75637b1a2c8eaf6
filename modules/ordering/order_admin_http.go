package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) adminOrderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAllOrders", Method: http.MethodGet, Path: "/v1/admin/orders", Tag: tagOrderAdmin, Summary: "List all orders, newest first",
		Detail: "All filters given must match.",
	}, a.listAllOrders)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAnyOrder", Method: http.MethodGet, Path: "/v1/admin/orders/{id}", Tag: tagOrderAdmin, Summary: "Read an order",
		Detail: "With the buyer. `allowedActions` names the commands that an admin may use now.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getAnyOrder)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportOrders", Method: http.MethodGet, Path: "/v1/admin/orders/export", Tag: tagOrderAdmin, Summary: "Export orders as CSV, newest first",
		Detail:   "Takes the filters of the list. A cell that a spreadsheet would run begins with an apostrophe.",
		Produces: "text/csv", Filename: "orders.csv",
	}, a.exportOrders)
	httpapi.Handle(r, httpapi.Admin, adminCommand("markOrderPaid", "mark-paid", "Note that the order's money is here",
		"For a bank transfer or an invoice that is not paid yet. An order that waited for the money is `placed`; a mail "+
			"says so."), a.markOrderPaid)
	httpapi.Handle(r, httpapi.Admin, adminCommand("processOrder", "process", "Begin the work on a placed order",
		"Only for a `placed` order. Nothing is mailed; the order may be cancelled until the first shipment."), a.processOrder)
	httpapi.Handle(r, httpapi.Admin, adminCommand("cancelOrderAsAdmin", "cancel", "Cancel an order",
		"As long as nothing was shipped. Stock, vouchers and money come back; the reason is mailed to the buyer."), a.cancelOrderAsAdmin)
	httpapi.Handle(r, httpapi.Admin, adminCommand("refundOrder", "refund", "Send money back",
		"Without a return of goods, the way it came, never more than was paid and is left. By card it waits for the "+
			"provider; a mail follows."), a.refundOrder)
}

// adminCommand describes an admin's command on an order.
func adminCommand(id, command, summary, detail string) httpapi.Op {
	return httpapi.Op{
		ID: id, Method: http.MethodPost, Path: "/v1/admin/orders/{id}/" + command, Tag: tagOrderAdmin,
		Summary: summary, Detail: detail, Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}
}

type listAllOrdersInput struct {
	httpapi.Page
	Status            orderStatus       `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus"`
	PaymentStatus     paymentStatus     `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus"`
	FulfillmentStatus fulfillmentStatus `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus"`
	Q                 string            `query:"q" maxLength:"200" doc:"Part of the number, or of the buyer's name or email, in any case." example:"lovelace"`
	From              time.Time         `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time         `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

func (in *listAllOrdersInput) filter() orderFilter {
	return orderFilter{in.Status, in.PaymentStatus, in.FulfillmentStatus, in.Q, in.From, in.To}
}

type exportOrdersInput struct {
	Status            orderStatus       `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus"`
	PaymentStatus     paymentStatus     `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus"`
	FulfillmentStatus fulfillmentStatus `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus"`
	Q                 string            `query:"q" maxLength:"200" doc:"Part of the number, or of the buyer's name or email, in any case." example:"lovelace"`
	From              time.Time         `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time         `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

type refundInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Amount *money.Cents `json:"amount,omitempty" minimum:"0.01" doc:"Default: all that is left." example:"19.99"`
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"Shown to the buyer." example:"One was broken."`
	}
}

func (a *api) listAllOrders(ctx context.Context, in *listAllOrdersInput) (*httpapi.Reply[httpapi.List[orderView]], error) {
	found, total, err := loadOrderPage(a.DB.WithContext(ctx), in.filter().apply, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, adminView), total, in.Page))
}

func (a *api) getAnyOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	o, err := loadOrder(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(adminView(o))
}

func (a *api) exportOrders(ctx context.Context, in *exportOrdersInput, w *httpapi.Stream) error {
	return exportOrders(ctx, a.Reads, orderFilter(*in).apply, w)
}

// answerAdmin runs an admin's command and answers with the order that it returns.
func (a *api) answerAdmin(ctx context.Context, command func(tx *gorm.DB, now time.Time) (*order, error)) (*httpapi.Reply[orderView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (orderView, error) {
		o, err := command(tx, a.Clock.Now())
		if err != nil {
			return orderView{}, err
		}
		err = loadDetails(tx, o)
		return adminView(*o), err
	})
}

func (a *api) markOrderPaid(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	return a.answerAdmin(ctx, func(tx *gorm.DB, now time.Time) (*order, error) {
		return markPaid(ctx, tx, in.ID, now)
	})
}

func (a *api) processOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	return a.answerAdmin(ctx, func(tx *gorm.DB, now time.Time) (*order, error) {
		return processOrder(ctx, tx, in.ID, now)
	})
}

func (a *api) cancelOrderAsAdmin(ctx context.Context, in *cancelInput) (*httpapi.Reply[orderView], error) {
	return a.answerAdmin(ctx, func(tx *gorm.DB, now time.Time) (*order, error) {
		return cancelOrder(ctx, tx, in.ID, cancelledByAdmin, in.note(), now)
	})
}

func (a *api) refundOrder(ctx context.Context, in *refundInput) (*httpapi.Reply[orderView], error) {
	return a.answerAdmin(ctx, func(tx *gorm.DB, now time.Time) (*order, error) {
		return refundOrder(ctx, tx, in.ID, in.Body.Amount, string(in.Body.Reason), now)
	})
}
