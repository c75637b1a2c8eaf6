package ordering

import (
	"context"
	"time"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

type listAllOrdersInput struct {
	httpapi.Page
	Status            string    `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus"`
	PaymentStatus     string    `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus"`
	FulfillmentStatus string    `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus"`
	Q                 string    `query:"q" maxLength:"200" doc:"Part of the number, or of the buyer's name or email, in any case." example:"lovelace"`
	From              time.Time `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

func (in *listAllOrdersInput) filter() orderFilter {
	return orderFilter{in.Status, in.PaymentStatus, in.FulfillmentStatus, in.Q, in.From, in.To}
}

type exportOrdersInput struct {
	Status            string    `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus"`
	PaymentStatus     string    `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus"`
	FulfillmentStatus string    `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus"`
	Q                 string    `query:"q" maxLength:"200" doc:"Part of the number, or of the buyer's name or email, in any case." example:"lovelace"`
	From              time.Time `query:"from" doc:"placedAt, inclusive." example:"2026-11-20T00:00:00.000Z"`
	To                time.Time `query:"to" doc:"placedAt, exclusive." example:"2026-11-21T00:00:00.000Z"`
}

func (s *service) handleListAllOrders(ctx context.Context, in *listAllOrdersInput) (*httpapi.Reply[httpapi.List[orderView]], error) {
	db := s.DB.WithContext(ctx)
	found, total, err := httpapi.Find[order](in.filter().apply(db), in.Page, "placed_at DESC, id DESC")
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrders(db, found)
	if err != nil {
		return nil, err
	}
	views := listOf(whole, func(o wholeOrder) orderView { return viewForAdmin(&o) })
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

func (s *service) handleGetAnyOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	db := s.DB.WithContext(ctx)
	o, err := database.ByID[order](db, in.ID)
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrderOf(db, o)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewForAdmin(whole))
}

func (s *service) handleExportOrders(ctx context.Context, in *exportOrdersInput, w *httpapi.Stream) error {
	return exportOrders(s.DB.WithContext(ctx), orderFilter(*in).apply, w)
}
