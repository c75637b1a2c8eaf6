package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tagCart       = "Cart and checkout"
	tagOrders     = "Orders"
	tagStock      = "Administration of stock"
	tagConditions = "Administration of shipping methods and promotions"
)

func (s *service) routes(r *httpapi.Router) {
	s.orderRoutes(r)
}

func (s *service) orderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOrders", Method: http.MethodGet, Path: "/v1/orders", Tag: tagOrders, Summary: "List the caller's orders, newest first",
	}, s.handleListOrders)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getOrder", Method: http.MethodGet, Path: "/v1/orders/{id}", Tag: tagOrders, Summary: "Read an order", Errors: []string{fault.NotFound},
	}, s.handleGetOrder)
}
