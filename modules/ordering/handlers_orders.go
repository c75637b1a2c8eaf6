package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

// orderFilter is the query parameters by which orders are listed.
type orderFilter struct {
	httpapi.Page
	Status            string `query:"status" enum:"pending_payment,placed,processing,completed,cancelled" doc:"Only those with this status."`
	PaymentStatus     string `query:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" doc:"Only those with this paymentStatus."`
	FulfillmentStatus string `query:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" doc:"Only those with this fulfillmentStatus."`
}

// apply restricts a query of orders. A blank field does not restrict.
func (f *orderFilter) apply(q *gorm.DB) *gorm.DB {
	for column, value := range map[string]string{
		"status = ?": f.Status, "payment_status = ?": f.PaymentStatus, "fulfillment_status = ?": f.FulfillmentStatus,
	} {
		if value != "" {
			q = q.Where(column, value)
		}
	}
	return q
}

type orderInput struct {
	ID string `path:"id" doc:"Id of the order."`
}

func (s *service) handleListOrders(ctx context.Context, in *orderFilter) (*httpapi.Reply[httpapi.List[orderView]], error) {
	db, now := s.DB.WithContext(ctx), s.Clock.Now()
	found, total, err := httpapi.Find[order](in.apply(db.Where("user_id = ?", auth.MustFrom(ctx).UserID)), in.Page, "placed_at DESC, id DESC")
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrders(db, found)
	if err != nil {
		return nil, err
	}
	views := make([]orderView, len(whole))
	for i := range whole {
		views[i] = viewForBuyer(&whole[i], now)
	}
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

func (s *service) handleGetOrder(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	db := s.DB.WithContext(ctx)
	found, err := oneOrder(db.Where("user_id = ?", auth.MustFrom(ctx).UserID), in.ID)
	if err != nil {
		return nil, err
	}
	whole, err := wholeOrders(db, []order{found})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewForBuyer(&whole[0], s.Clock.Now()))
}
