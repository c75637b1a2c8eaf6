package ordering

import (
	"context"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type orderCustomersInput struct {
	IDs httpapi.ListParam[string] `query:"ids" required:"true" format:"uuid" doc:"Of customers." example:"[\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\"]"`
}

type orderCustomersView struct {
	Data []orderCustomerView `json:"data" nullable:"false"`
}

// SchemaName is the name in the document.
func (orderCustomersView) SchemaName() string { return "CustomersOfOrders" }

type orderCustomerView struct {
	ID          string      `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	OrdersCount int64       `json:"ordersCount" doc:"Without cancelled ones." example:"7"`
	TotalSpent  money.Cents `json:"totalSpent" doc:"Paid and not refunded." example:"311.4"`
}

// SchemaName is the name in the document.
func (orderCustomerView) SchemaName() string { return "CustomerOfOrders" }

func (a *api) listOrderCustomers(
	ctx context.Context, in *orderCustomersInput,
) (*httpapi.Reply[orderCustomersView], error) {
	found, err := loadOrderCustomers(a.DB.WithContext(ctx), in.IDs)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(orderCustomersView{convert.All(found, func(c orderCustomer) orderCustomerView {
		return orderCustomerView{c.ID, c.Orders, c.Spent}
	})})
}
