package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tagCart        = "Cart"
	tagCheckout    = "Checkout"
	tagOrders      = "Orders"
	tagReturns     = "Returns"
	tagStock       = "Administration: stock"
	tagConditions  = "Administration: shipping and promotions"
	tagOrderAdmin  = "Administration: orders"
	tagReturnAdmin = "Administration: returns"
)

func (s *service) routes(r *httpapi.Router) {
	s.limits = r
	s.cartRoutes(r)
	s.checkoutRoutes(r)
	s.orderRoutes(r)
	s.orderCommandRoutes(r)
	s.adminOrderRoutes(r)
	s.returnRoutes(r)
	s.stockRoutes(r)
	s.shippingMethodRoutes(r)
	s.promotionRoutes(r)
}

func (s *service) orderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listOrders", Method: http.MethodGet, Path: "/v1/orders", Tag: tagOrders, Summary: "List the caller's orders, newest first",
		Detail: "All filters given must match.",
	}, s.handleListOrders)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getOrder", Method: http.MethodGet, Path: "/v1/orders/{id}", Tag: tagOrders, Summary: "Read an order",
		Detail: "`stage` is for people, the three statuses are for programs. `allowedActions` names the commands that the caller " +
			"may use now.",
		Errors: []string{fault.NotFound},
	}, s.handleGetOrder)
}
