package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) adminOrderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listAllOrders", Method: http.MethodGet, Path: "/v1/admin/orders", Tag: tagOrderAdmin, Summary: "List all orders, newest first",
		Detail: "All filters given must match.",
	}, s.handleListAllOrders)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAnyOrder", Method: http.MethodGet, Path: "/v1/admin/orders/{id}", Tag: tagOrderAdmin, Summary: "Read an order",
		Detail: "With the buyer. `allowedActions` names the commands that an admin may use now.",
		Errors: []string{fault.NotFound},
	}, s.handleGetAnyOrder)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportOrders", Method: http.MethodGet, Path: "/v1/admin/orders/export", Tag: tagOrderAdmin, Summary: "Export orders as CSV, newest first",
		Detail:   "Takes the filters of the list. A cell that a spreadsheet would run begins with an apostrophe.",
		Produces: "text/csv", Filename: "orders.csv",
	}, s.handleExportOrders)
}
