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
	}, s.handleListOrders)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getOrder", Method: http.MethodGet, Path: "/v1/orders/{id}", Tag: tagOrders, Summary: "Read an order", Errors: []string{fault.NotFound},
	}, s.handleGetOrder)
}

func (s *service) stockRoutes(r *httpapi.Router) {
	op := func(id, method, path string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag = id, method, "/v1/admin/stock"+path, tagStock
		return op
	}
	httpapi.Handle(r, httpapi.Admin, op("listStock", http.MethodGet, "", httpapi.Op{Summary: "List what there is of each variant, by SKU"}), s.handleListStock)
	httpapi.Handle(r, httpapi.Admin, op("getStock", http.MethodGet, "/{id}", httpapi.Op{Summary: "Read what there is of a variant"}), s.handleGetStock)
	httpapi.Handle(r, httpapi.Admin, op("countStock", http.MethodPut, "/{id}", httpapi.Op{
		Summary: "Set what is on the shelf to what was counted", Errors: []string{fault.InsufficientStock},
		Detail: "Never below what is reserved for orders.",
	}), s.handleCountStock)
	httpapi.Handle(r, httpapi.Admin, op("adjustStock", http.MethodPost, "/{id}/adjust", httpapi.Op{
		Summary: "Correct what is on the shelf", Errors: []string{fault.InsufficientStock}, Detail: "Never below what is reserved for orders.",
	}), s.handleAdjustStock)
	httpapi.Handle(r, httpapi.Admin, op("listStockLedger", http.MethodGet, "/{id}/ledger", httpapi.Op{
		Summary: "List every change of a variant's stock, newest first",
	}), s.handleStockLedger)
}

func (s *service) shippingMethodRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary string) httpapi.Op {
		return httpapi.Op{ID: id, Method: method, Path: "/v1/admin/shipping-methods" + path, Tag: tagConditions, Summary: summary}
	}
	create := op("createShippingMethod", http.MethodPost, "", "Make a shipping method")
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listShippingMethods", http.MethodGet, "", "List all shipping methods, by name"), s.handleListShippingMethods)
	httpapi.Handle(r, httpapi.Admin, create, s.handleCreateShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("getShippingMethod", http.MethodGet, "/{id}", "Read a shipping method"), s.handleGetShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("updateShippingMethod", http.MethodPatch, "/{id}", "Change a shipping method"), s.handleChangeShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("deleteShippingMethod", http.MethodDelete, "/{id}", "Delete a shipping method; orders keep its name"), s.handleDeleteShippingMethod)
}

func (s *service) promotionRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary string, errors ...string) httpapi.Op {
		return httpapi.Op{ID: id, Method: method, Path: "/v1/admin/promotions" + path, Tag: tagConditions, Summary: summary, Errors: errors}
	}
	create := op("createPromotion", http.MethodPost, "", "Make a promotion", fault.InUse)
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listPromotions", http.MethodGet, "", "List all promotions, by code"), s.handleListPromotions)
	httpapi.Handle(r, httpapi.Admin, create, s.handleCreatePromotion)
	httpapi.Handle(r, httpapi.Admin, op("getPromotion", http.MethodGet, "/{id}", "Read a promotion"), s.handleGetPromotion)
	httpapi.Handle(r, httpapi.Admin, op("updatePromotion", http.MethodPatch, "/{id}", "Change a promotion", fault.InUse), s.handleChangePromotion)
	httpapi.Handle(r, httpapi.Admin, op("deletePromotion", http.MethodDelete, "/{id}", "Delete a promotion; orders keep what it took off"), s.handleDeletePromotion)
}
