package ordering

import (
	"net/http"
	"time"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// keepCarts is how long the answers of a cart's writes are kept: each holds the whole cart, and who lost one asks again soon.
const keepCarts = time.Hour

func (s *service) cartRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag, op.Summary = id, method, path, tagCart, summary
		op.KeepAnswer = keepCarts
		return op
	}
	httpapi.Handle(r, httpapi.Public, op("createCart", http.MethodPost, "/v1/carts", "Make a cart for a guest", httpapi.Op{
		Status: http.StatusCreated, Secret: true, Limits: []string{"writes_anonymous"},
		Detail: "Send the `cartToken`, its only key, as `X-Cart-Token`. It is kept for 30 days without a change. The first " +
			"request about cart or checkout with a bearer token too merges it into the user's cart, which is there by itself.",
	}), s.handleCreateCart)
	httpapi.Handle(r, httpapi.UserOrCart, op("getCart", http.MethodGet, "/v1/cart", "Read the cart", httpapi.Op{
		Errors: []string{fault.NotFound},
		Detail: "Prices, stock and discounts are those of now: a line that can't be ordered as it is, or costs something else " +
			"than before, has one of the `issues`. With a bearer token and `X-Cart-Token` the guest's cart is merged first.",
	}), s.handleGetCart)
	httpapi.Handle(r, httpapi.UserOrCart, op("addCartItem", http.MethodPost, "/v1/cart/items", "Put something into the cart", httpapi.Op{
		Status: http.StatusCreated, Errors: []string{fault.NotFound, fault.ProductNotFound},
		Detail: "The same variant again adds up, to at most 999; a cart has at most 100 lines. More than is available is an " +
			"issue of the cart, no failure. The checkout alone reserves stock.",
	}), s.handleAddItem)
	httpapi.Handle(r, httpapi.UserOrCart, op("updateCartItem", http.MethodPatch, "/v1/cart/items/{id}", "Change the quantity of a line", httpapi.Op{
		Detail: "Answers with the whole recalculated cart.",
	}), s.handleChangeItem)
	httpapi.Handle(r, httpapi.UserOrCart, op("removeCartItem", http.MethodDelete, "/v1/cart/items/{id}", "Remove a line", httpapi.Op{
		Detail: "Answers with the whole recalculated cart.",
	}), s.handleRemoveItem)
	httpapi.Handle(r, httpapi.UserOrCart, op("emptyCart", http.MethodDelete, "/v1/cart", "Empty the cart, codes included", httpapi.Op{
		Detail: "The cart and a guest's token stay.",
		Errors: []string{fault.NotFound},
	}), s.handleEmptyCart)
	httpapi.Handle(r, httpapi.UserOrCart, op("addCartCode", http.MethodPost, "/v1/cart/discounts", "Use a code", httpapi.Op{
		Errors: []string{fault.NotFound, fault.CodeNotApplicable},
		Detail: "At most one promotion counts, then the vouchers, together never above the subtotal. After too many wrong codes " +
			"every code is 429 for a while.",
	}), s.handleAddCode)
	httpapi.Handle(r, httpapi.UserOrCart, op("removeCartCode", http.MethodDelete, "/v1/cart/discounts/{code}", "Leave a code out", httpapi.Op{
		Detail: "The code is free to be used again.",
	}), s.handleRemoveCode)
	httpapi.Handle(r, httpapi.UserOrCart, op("listShippingOptions", http.MethodGet, "/v1/shipping-methods", "List how the cart can be sent", httpapi.Op{
		Errors: []string{fault.NotFound},
		Detail: "The cheapest first; the price depends on the cart.",
	}), s.handleShippingOptions)
}

// checkoutCarries are examples of what the conflicts of a checkout carry.
var checkoutCarries = map[string]any{
	fault.InsufficientStock: shortages{[]shortage{{
		ItemID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", VariantID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163", SKU: "MOKA-6", Quantity: 3, Available: 1,
	}}},
	fault.CartChanged: shortages{[]shortage{{
		ItemID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", VariantID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163", SKU: "MOKA-6", Quantity: 3,
	}}},
	fault.TotalChanged:      changedTotal{5887},
	fault.TooManyOpenOrders: openScope{"buyer"},
}

func (s *service) checkoutRoutes(r *httpapi.Router) {
	conflicts := []string{
		fault.CartEmpty, fault.CartChanged, fault.InsufficientStock, fault.CodeNotApplicable, fault.TotalChanged, fault.TooManyOpenOrders,
	}
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "quoteCheckout", Method: http.MethodPost, Path: "/v1/checkout/quote", Tag: tagCheckout, Summary: "Ask what a checkout would come to",
		Detail: "Nothing is ordered or reserved; `requirements` says what a checkout would be refused for. Send its `total` as the " +
			"`expectedTotal` of the checkout.",
	}, s.handleQuote)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "checkout", Method: http.MethodPost, Path: "/v1/checkout", Tag: tagCheckout, Summary: "Order what is in the cart", Status: http.StatusCreated,
		Limits: []string{"checkout"}, Errors: conflicts, Carries: checkoutCarries,
		Detail: "All at the prices and stock of now, or nothing. With `cartId` a repeat answers 200 with the same order. " +
			"`insufficient_stock` and `cart_changed` name the lines in `items`, `total_changed` the `currentTotal`. " +
			"`too_many_open_orders` counts, by `scope`, orders that are neither paid nor shipped nor cancelled.",
	}, s.handleCheckout)
}
