package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// exportedPayment is an order's payment in an export.
type exportedPayment struct {
	OrderID string      `json:"orderId"`
	Method  string      `json:"method"`
	Status  string      `json:"status"`
	Total   money.Cents `json:"total"`
}

// export returns how the user's orders are paid.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	orders, err := ordersOf(db.WithContext(ctx), userID)
	return convert.All(orders, func(o order) exportedPayment {
		return exportedPayment{OrderID: o.OrderID, Method: string(o.Method), Status: string(o.Status), Total: o.Total}
	}), err
}
