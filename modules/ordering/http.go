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

func (s *service) stockRoutes(r *httpapi.Router) {
	op := func(id, method, path string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag = id, method, "/v1/admin/stock"+path, tagStock
		return op
	}
	httpapi.Handle(r, httpapi.Admin, op("listStock", http.MethodGet, "", httpapi.Op{
		Summary: "List what there is of each variant, by SKU",
		Detail:  "`available` is `onHand` less what is `reserved` for orders that have not been shipped.",
	}), s.handleListStock)
	httpapi.Handle(r, httpapi.Admin, op("getStock", http.MethodGet, "/{id}", httpapi.Op{
		Summary: "Read what there is of a variant",
		Detail:  "`available` is `onHand` less what is `reserved` for orders that have not been shipped.",
	}), s.handleGetStock)
	httpapi.Handle(r, httpapi.Admin, op("countStock", http.MethodPut, "/{id}", httpapi.Op{
		Summary: "Set what is on the shelf to what was counted", Errors: []string{fault.InsufficientStock},
		Detail: "Never below what is `reserved`. The difference is an entry of the ledger; the catalogue follows within a second.",
	}), s.handleCountStock)
	httpapi.Handle(r, httpapi.Admin, op("adjustStock", http.MethodPost, "/{id}/adjust", httpapi.Op{
		Summary: "Correct what is on the shelf", Errors: []string{fault.InsufficientStock},
		Detail: "Never below what is `reserved`. A `delta` below 0 is for what was lost or broken.",
	}), s.handleAdjustStock)
	httpapi.Handle(r, httpapi.Admin, op("listStockLedger", http.MethodGet, "/{id}/ledger", httpapi.Op{
		Summary: "List every change of a variant's stock, newest first",
		Detail:  "Counts, corrections and what orders reserved, released, took out and brought back: they add up to the stock.",
	}), s.handleStockLedger)
}

func (s *service) shippingMethodRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary, detail string) httpapi.Op {
		return httpapi.Op{
			ID: id, Method: method, Path: "/v1/admin/shipping-methods" + path, Tag: tagConditions, Summary: summary, Detail: detail,
		}
	}
	create := op("createShippingMethod", http.MethodPost, "", "Make a shipping method",
		"It can be chosen at once, unless `active` is `false`.")
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listShippingMethods", http.MethodGet, "", "List all shipping methods, by name",
		"Inactive ones too."), s.handleListShippingMethods)
	httpapi.Handle(r, httpapi.Admin, create, s.handleCreateShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("getShippingMethod", http.MethodGet, "/{id}", "Read a shipping method",
		"Deleted ones are 404."), s.handleGetShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("updateShippingMethod", http.MethodPatch, "/{id}", "Change a shipping method",
		"Absent fields stay, `null` clears. Quotes and checkouts change at once, orders never."), s.handleChangeShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("deleteShippingMethod", http.MethodDelete, "/{id}", "Delete a shipping method; orders keep its name",
		"To take it away for a while, set `active` to `false`."), s.handleDeleteShippingMethod)
}

func (s *service) promotionRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary, detail string, errors ...string) httpapi.Op {
		return httpapi.Op{
			ID: id, Method: method, Path: "/v1/admin/promotions" + path, Tag: tagConditions, Summary: summary, Detail: detail,
			Errors: errors,
		}
	}
	create := op("createPromotion", http.MethodPost, "", "Make a promotion",
		"Buyers enter its code in the cart. Loyalty vouchers are no promotions: points become them.", fault.InUse)
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listPromotions", http.MethodGet, "", "List all promotions, by code",
		"Past and inactive ones too. `used` counts the orders that are not cancelled."), s.handleListPromotions)
	httpapi.Handle(r, httpapi.Admin, create, s.handleCreatePromotion)
	httpapi.Handle(r, httpapi.Admin, op("getPromotion", http.MethodGet, "/{id}", "Read a promotion",
		"`used` counts the orders that are not cancelled."), s.handleGetPromotion)
	httpapi.Handle(r, httpapi.Admin, op("updatePromotion", http.MethodPatch, "/{id}", "Change a promotion",
		"Absent fields stay, `null` clears. Open carts change at once, orders never.", fault.InUse), s.handleChangePromotion)
	httpapi.Handle(r, httpapi.Admin, op("deletePromotion", http.MethodDelete, "/{id}", "Delete a promotion; orders keep what it took off",
		"Carts with its code lose the discount."), s.handleDeletePromotion)
}
