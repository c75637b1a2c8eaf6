package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

type listOrdersInput struct {
	httpapi.Page
	Status            string `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus"`
	PaymentStatus     string `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus"`
	FulfillmentStatus string `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus"`
}

func (in *listOrdersInput) filter() orderFilter {
	return orderFilter{Status: in.Status, PaymentStatus: in.PaymentStatus, FulfillmentStatus: in.FulfillmentStatus}
}

// orderFilter chooses orders. A blank field does not restrict.
type orderFilter struct {
	Status, PaymentStatus, FulfillmentStatus string
	Q                                        string    // in the number, the buyer's name or email
	From, To                                 time.Time // placed in [From, To)
}

// apply restricts a query of orders.
func (f orderFilter) apply(q *gorm.DB) *gorm.DB {
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	if f.PaymentStatus != "" {
		q = q.Where("payment_status = ?", f.PaymentStatus)
	}
	if f.FulfillmentStatus != "" {
		q = q.Where("fulfillment_status = ?", f.FulfillmentStatus)
	}
	q = containing(q, "search", f.Q)
	if !f.From.IsZero() {
		q = q.Where("placed_at >= ?", clock.Normalize(f.From))
	}
	if !f.To.IsZero() {
		q = q.Where("placed_at < ?", clock.Normalize(f.To))
	}
	return q
}

type orderInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (s *service) handleListOrders(ctx context.Context, in *listOrdersInput) (*httpapi.Reply[httpapi.List[orderView]], error) {
	db, now := s.DB.WithContext(ctx), s.Clock.Now()
	found, total, err := httpapi.Find[order](in.filter().apply(ordersOf(db, auth.MustFrom(ctx).UserID)), in.Page, "placed_at DESC, id DESC")
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrders(db, found)
	if err != nil {
		return nil, err
	}
	views := listOf(whole, func(o wholeOrder) orderView { return viewForBuyer(&o, now) })
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

func (s *service) handleGetOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	db := s.DB.WithContext(ctx)
	found, err := database.ByID[order](ordersOf(db, auth.MustFrom(ctx).UserID), in.ID)
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrderOf(db, found)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewForBuyer(whole, s.Clock.Now()))
}
