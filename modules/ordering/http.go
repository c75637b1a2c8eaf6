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
	s.stockRoutes(r)
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
