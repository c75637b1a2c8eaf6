package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) adminOrderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAllOrders", Method: http.MethodGet, Path: "/v1/admin/orders", Tag: tagOrderAdmin, Summary: "List all orders, newest first",
		Detail: "All filters given must match; `q` finds a text in the number, or in the buyer's name or email. `from` and `to` are " +
			"about when the order was placed.",
	}, s.handleListAllOrders)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAnyOrder", Method: http.MethodGet, Path: "/v1/admin/orders/{id}", Tag: tagOrderAdmin, Summary: "Read an order",
		Detail: "Any buyer's, with who the buyer is. `allowedActions` names the commands that an admin may use now.",
		Errors: []string{fault.NotFound},
	}, s.handleGetAnyOrder)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportOrders", Method: http.MethodGet, Path: "/v1/admin/orders/export", Tag: tagOrderAdmin, Summary: "Export orders as CSV, newest first",
		Detail: "Takes the filters of the list; one row an order. A cell that a spreadsheet would run begins with an apostrophe. " +
			"Amounts are EUR.",
		Produces: "text/csv", Filename: "orders.csv",
	}, s.handleExportOrders)
}
