package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

func (a *api) adminOrderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAllOrders", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/orders", Tag: tagOrderAdmin,
		Summary: "List all orders",
		Detail: "All filters given must match; one that is given several times matches any of its values. Newest first, " +
			"unless `sort` says otherwise.",
	}, a.listAllOrders)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAnyOrder", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/orders/{id}", Tag: tagOrderAdmin,
		Summary: "Read an order",
		Detail:  "With the buyer and the notes of staff. `allowedActions` names the commands that an admin may use now.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getAnyOrder)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listOrderCustomers", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/orders/customers",
		Tag: tagOrderAdmin, Summary: "Read the order statistics of customers",
		Detail: "Of those with the ids, in their order. One who has never ordered has 0.",
	}, a.listOrderCustomers)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportOrders", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/orders/export", Tag: tagOrderAdmin,
		Summary: "Export orders as CSV, newest first",
		Detail: "Takes the filters of the list. A cell that a spreadsheet would run begins with an apostrophe." +
			httpapi.CSVDetail,
		Produces: "text/csv", Filename: "orders.csv",
	}, a.exportOrders)
	httpapi.Handle(r, httpapi.Admin, adminCommand("markOrderPaid", "mark-paid", "payments:write",
		"Note that the order's money is here",
		"For a bank transfer or an invoice that is not paid yet. An order that waited for the money is `placed`; a mail "+
			"says so."), a.markOrderPaid)
	httpapi.Handle(r, httpapi.Admin, adminCommand("markOrderUnpaid", "mark-unpaid", "payments:write",
		"Take back that the order's money is here",
		"Only for an order that staff marked as paid, of which nothing was refunded, and which has no invoice that is not "+
			"cancelled. One that waited for its money waits again, with a new deadline, unless a shipment has left; points "+
			"that it earned are taken back. An invoice whose files are not made yet is replaced or cancelled, by mail; "+
			"else nothing is mailed."), a.markOrderUnpaid)
	httpapi.Handle(r, httpapi.Admin, adminCommand("processOrder", "process", "orders:write",
		"Begin the work on a placed order",
		"Only for a `placed` order. Nothing is mailed; the order may be cancelled until the first shipment."), a.processOrder)
	httpapi.Handle(r, httpapi.Admin, adminCommand("cancelOrderItems", "cancel-items", "refunds:write",
		"Cancel units that were not shipped",
		"Their stock is free again, what was paid for them goes back, and `payment.due` falls. All that is left of an "+
			"order cancels it, with the shipping; when nothing is left to ship, the order goes on as if the rest were all. "+
			"The reason is mailed to the buyer."),
		a.cancelOrderItems)
	httpapi.Handle(r, httpapi.Admin, adminCommand("cancelOrderAsAdmin", "cancel", "refunds:write", "Cancel an order",
		"As long as nothing was shipped. Stock, vouchers and money come back; the reason is mailed to the "+
			"buyer."), a.cancelOrderAsAdmin)
}

// adminCommand describes an admin's command on an order.
func adminCommand(id, command string, scope auth.Scope, summary, detail string) httpapi.Op {
	return httpapi.Op{
		ID: id, Scope: scope, Method: http.MethodPost, Path: "/v1/admin/orders/{id}/" + command, Tag: tagOrderAdmin,
		Summary: summary, Detail: detail, Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
		ProblemMembers: transitionMembers,
	}
}

type listAllOrdersInput struct {
	httpapi.Page
	httpapi.ByIDs
	Status            httpapi.ListParam[orderStatus]       `query:"status" doc:"Any of these."`
	PaymentStatus     httpapi.ListParam[paymentStatus]     `query:"paymentStatus" doc:"Any of these."`
	FulfillmentStatus httpapi.ListParam[fulfillmentStatus] `query:"fulfillmentStatus" doc:"Any of these."`
	Stage             httpapi.ListParam[orderStage]        `query:"stage" doc:"Any of these."`
	PaymentMethod     httpapi.ListParam[paymentMethod]     `query:"paymentMethod" doc:"Any of these."`
	CustomerID        string                               `query:"customerId" format:"uuid" doc:"The buyer's, as in customer.id." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Q                 string                               `query:"q" maxLength:"200" doc:"Words of which each is part of the number, the buyer's name, email, phone or address, an article's name or SKU, or part of a tracking number; without regard to case, accents and small typing errors. At most the 5 000 newest matches are found." example:"lovelace"`
	Metadata          httpapi.NamedLists                   `query:"meta" doc:"By metadata: meta.erp.id=4711,4712 has one of these values."`
	From              time.Time                            `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time                            `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
	Sort              orderSort                            `query:"sort" default:"-placedAt" doc:"- is descending."`
}

func (in *listAllOrdersInput) filter() orderFilter {
	return orderFilter{
		in.ByIDs, in.Status, in.PaymentStatus, in.FulfillmentStatus, in.Stage, in.PaymentMethod, in.CustomerID, in.Q, in.From,
		in.To, metadata.FilterOf(in.Metadata),
	}
}

type exportOrdersInput struct {
	httpapi.CSVFormat
	httpapi.ByIDs
	Status            httpapi.ListParam[orderStatus]       `query:"status" doc:"Any of these."`
	PaymentStatus     httpapi.ListParam[paymentStatus]     `query:"paymentStatus" doc:"Any of these."`
	FulfillmentStatus httpapi.ListParam[fulfillmentStatus] `query:"fulfillmentStatus" doc:"Any of these."`
	Stage             httpapi.ListParam[orderStage]        `query:"stage" doc:"Any of these."`
	PaymentMethod     httpapi.ListParam[paymentMethod]     `query:"paymentMethod" doc:"Any of these."`
	CustomerID        string                               `query:"customerId" format:"uuid" doc:"The buyer's, as in customer.id." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Q                 string                               `query:"q" maxLength:"200" doc:"As in the list, without typing errors." example:"lovelace"`
	Metadata          httpapi.NamedLists                   `query:"meta" doc:"By metadata: meta.erp.id=4711,4712 has one of these values."`
	From              time.Time                            `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time                            `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

func (in *exportOrdersInput) filter() orderFilter {
	return orderFilter{
		in.ByIDs, in.Status, in.PaymentStatus, in.FulfillmentStatus, in.Stage, in.PaymentMethod, in.CustomerID, in.Q, in.From,
		in.To, metadata.FilterOf(in.Metadata),
	}
}

func (a *api) listAllOrders(
	ctx context.Context, in *listAllOrdersInput,
) (*httpapi.Reply[httpapi.List[adminOrderView]], error) {
	found, total, err := loadFilteredPage(a.DB.WithContext(ctx), in.filter(), in.Sort, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, a.terms().adminView), total, in.Page))
}

func (a *api) getAnyOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[adminOrderView], error) {
	o, err := loadOrderForAdmin(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(a.terms().adminView(o))
}

func (a *api) exportOrders(ctx context.Context, in *exportOrdersInput, w *httpapi.Stream) error {
	return exportOrders(ctx, a.Reads, in.filter().apply, in.Format(ctx), w)
}

// answerAdmin runs an admin's command on an order and answers with the order that it returns.
func (a *api) answerAdmin(
	ctx context.Context, orderID string, command func(tx *gorm.DB, now time.Time) (*order, error),
) (*httpapi.Reply[adminOrderView], error) {
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (adminOrderView, error) {
		o, err := command(tx, a.Clock.Now())
		if err != nil {
			return adminOrderView{}, err
		}
		err = loadAdminDetails(tx, o)
		return a.terms().adminView(*o), err
	})
	return reply, a.withCurrent(ctx, err, orderID)
}

// withCurrent is withCurrent for an admin.
func (a *api) withCurrent(ctx context.Context, err error, orderID string) error {
	load := func() (order, error) { return loadCurrent(a.DB.WithContext(ctx), orderID) }
	return withCurrent(err, load, (*order).adminActions)
}

func (a *api) markOrderPaid(ctx context.Context, in *orderInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return markPaid(ctx, tx, in.ID, now)
	})
}

type markUnpaidInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"For the audit." example:"The money was for another order."`
	}
}

func (a *api) markOrderUnpaid(ctx context.Context, in *markUnpaidInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return markUnpaid(ctx, tx, a.terms(), in.ID, string(in.Body.Reason), now)
	})
}

func (a *api) processOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return processOrder(ctx, tx, in.ID, now)
	})
}

func (a *api) cancelOrderAsAdmin(ctx context.Context, in *cancelInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return cancelOrder(ctx, tx, in.ID, cancelledByAdmin, in.note(), now)
	})
}

type cancelItemsInput struct {
	httpapi.PathID
	Body struct {
		Items  []lineQuantity `json:"items" minItems:"1" maxItems:"100"`
		Reason httpapi.Text   `json:"reason" minLength:"1" maxLength:"500" doc:"Shown to the buyer." example:"It is sold out."`
	}
}

func (a *api) cancelOrderItems(ctx context.Context, in *cancelItemsInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return cancelItems(ctx, tx, a.terms(), in.ID, in.Body.Items, string(in.Body.Reason), now)
	})
}
