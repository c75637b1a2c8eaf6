package ordering

import "orderd/platform/httpapi"

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
	s.trackingRoutes(r)
	s.adminOrderRoutes(r)
	s.shipmentRoutes(r)
	s.returnRoutes(r)
	s.stockRoutes(r)
	s.shippingMethodRoutes(r)
	s.promotionRoutes(r)
}
