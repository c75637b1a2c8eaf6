package ordering

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/money"
)

// guestToken opens the cart of a caller without an account.
var guestToken = httpapi.GuestToken{
	Name: "cart", Header: "X-Cart-Token", Description: "The cartToken of a guest's cart.",
}

func (a *api) cartRoutes(r *httpapi.Router) {
	r.AcceptGuestToken(guestToken)
	op := func(id, method, path, summary string, op httpapi.Op) httpapi.Op {
		op.ID, op.Method, op.Path, op.Tag, op.Summary = id, method, path, tagCart, summary
		op.KeepResponse = keepCarts
		return op
	}
	httpapi.Handle(r, httpapi.Public, op("createCart", http.MethodPost, "/v1/carts", "Make a cart for a guest", httpapi.Op{
		Status: http.StatusCreated, Secret: true, Limits: []string{"writes_anonymous"},
		Detail: "Send the `cartToken`, its only key, as `X-Cart-Token`. It is kept for 30 days without a change. The first " +
			"request about cart or checkout with a bearer token too merges it into the user's cart, which is there by itself.",
	}), a.createCart)
	httpapi.Handle(r, httpapi.UserOrGuest, op("getCart", http.MethodGet, "/v1/cart", "Read the cart", httpapi.Op{
		Errors: []fault.Code{fault.NotFound},
		Detail: "Prices, stock and discounts are those of now: a line that can't be ordered as it is, or costs something " +
			"else than before, has one of the `issues`. With a bearer token and `X-Cart-Token` the guest's cart is merged " +
			"first.",
	}), a.getCart)
	httpapi.Handle(r, httpapi.UserOrGuest, op("addCartItem", http.MethodPost, "/v1/cart/items",
		"Put something into the cart", httpapi.Op{
			Status: http.StatusCreated, Errors: []fault.Code{fault.NotFound, codeProductNotFound},
			NewGuest: true, DeriveHeaders: a.deriveCartToken,
			Headers: map[string]string{guestToken.Header: "For a caller without a token: opens the cart that was made."},
			Detail: "The same variant again adds up, to at most 999; a cart has at most 100 lines. More than is available is " +
				"an issue of the cart, no failure. The checkout alone reserves stock. Without a bearer token and " +
				"`X-Cart-Token` it makes the cart of a guest, whose token is `X-Cart-Token` of the answer, as that of " +
				"`POST /v1/carts`; a repeat with the same `Idempotency-Key` answers the same cart and token.",
		}), a.addCartItem)
	httpapi.Handle(r, httpapi.UserOrGuest, op("updateCartItem", http.MethodPatch, "/v1/cart/items/{id}",
		"Change the quantity of a line", httpapi.Op{
			Detail: "Answers with the whole recalculated cart.",
		}), a.updateCartItem)
	httpapi.Handle(r, httpapi.UserOrGuest, op("removeCartItem", http.MethodDelete, "/v1/cart/items/{id}", "Remove a line",
		httpapi.Op{
			Detail: "Answers with the whole recalculated cart.",
		}), a.removeCartItem)
	httpapi.Handle(r, httpapi.UserOrGuest, op("emptyCart", http.MethodDelete, "/v1/cart", "Empty the cart, codes included",
		httpapi.Op{
			Detail: "The cart and a guest's token stay.",
			Errors: []fault.Code{fault.NotFound},
		}), a.emptyCart)
	httpapi.Handle(r, httpapi.UserOrGuest, op("addCartCode", http.MethodPost, "/v1/cart/discounts", "Use a code",
		httpapi.Op{
			Errors:         []fault.Code{fault.NotFound, codeDiscountNotApplicable},
			ProblemMembers: map[fault.Code]any{codeDiscountNotApplicable: requiredMinimum{new(money.Cents(2000))}},
			Detail: "At most one promotion counts, then the vouchers, together never above the subtotal. After too many " +
				"wrong codes every code is 429 for a while. A promotion that lacks nothing but a larger subtotal is refused " +
				"with its `minimum`.",
		}), a.addCartCode)
	httpapi.Handle(r, httpapi.UserOrGuest, op("removeCartCode", http.MethodDelete, "/v1/cart/discounts/{code}",
		"Leave a code out", httpapi.Op{
			Detail: "The code is free to be used again.",
		}), a.removeCartCode)
	a.shippingOptionRoutes(r)
}

type addItemInput struct {
	Body struct {
		ProductID string      `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		VariantID *string     `json:"variantId,omitempty" format:"uuid" doc:"Not needed for a product with one." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
		Quantity  httpapi.Int `json:"quantity" minimum:"1" maximum:"999" doc:"Added to what is in the cart." example:"3"`
	}
}

type changeItemInput struct {
	httpapi.PathID
	Body struct {
		Quantity httpapi.Int `json:"quantity" minimum:"0" maximum:"999" doc:"0 removes the line." example:"2"`
	}
}

type cartItemInput struct{ httpapi.PathID }

type addCodeInput struct {
	Body struct {
		Code httpapi.Text `json:"code" minLength:"1" maxLength:"60" doc:"Of a promotion or a voucher, in any case." example:"SPRING10"`
	}
}

type codeInput struct {
	Code string `path:"code" doc:"In any case."`
}

func (a *api) createCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[guestCartView], error) {
	token := newCartToken()
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (guestCartView, error) {
		now := a.Clock.Now()
		c, err := createGuestCart(tx, id.New(), hashToken(token), now)
		empty := pricedCart{cart: c, pricingInput: &pricingInput{Now: now}}
		return guestCartView{Cart: empty.view(ctx, a.terms()), CartToken: token}, err
	})
}

func (a *api) getCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[cartView], error) {
	c, err := readCart(ctx, a.DB, a.callerOf(ctx), a.Clock.Now())
	if err != nil {
		return nil, err
	}
	return httpapi.OK(c.view(ctx, a.terms()))
}

// writeCart locks the caller's cart, changes it and answers with the whole cart.
func (a *api) writeCart(
	ctx context.Context, change func(tx *gorm.DB, c *pricedCart) error,
) (*httpapi.Reply[cartView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (cartView, error) {
		c, err := lockPricedCart(tx, a.callerOf(ctx), a.Clock.Now())
		if err != nil {
			return cartView{}, err
		}
		if err := change(tx, c); err != nil {
			return cartView{}, err
		}
		return c.view(ctx, a.terms()), nil
	})
}

func (a *api) addCartItem(ctx context.Context, in *addItemInput) (*httpapi.Reply[cartView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (cartView, error) {
		var offers []cartLine
		c, err := a.cartToAddTo(ctx, tx, readOffersOf(tx, in.Body.ProductID, &offers)...)
		if err != nil {
			return cartView{}, err
		}
		if err := c.addItem(tx, offers, orEmpty(in.Body.VariantID), int(in.Body.Quantity)); err != nil {
			return cartView{}, err
		}
		return c.view(ctx, a.terms()), nil
	})
}

// cartToAddTo is the caller's cart, locked, or a new one for a caller without a token. It makes
// more reads besides.
func (a *api) cartToAddTo(ctx context.Context, tx *gorm.DB, more ...database.Read) (*pricedCart, error) {
	if httpapi.HasNoToken(ctx) {
		return newPricedCart(tx, a.Pseudonyms, a.Clock.Now(), more...)
	}
	return lockPricedCart(tx, a.callerOf(ctx), a.Clock.Now(), more...)
}

// deriveCartToken makes the header with the token of the cart that a caller without one has got.
func (a *api) deriveCartToken(ctx context.Context, body []byte) map[string]string {
	var c struct{ ID string }
	if !httpapi.HasNoToken(ctx) || json.Unmarshal(body, &c) != nil {
		return nil
	}
	return map[string]string{guestToken.Header: cartTokenOf(a.Pseudonyms, c.ID)}
}

func (a *api) updateCartItem(ctx context.Context, in *changeItemInput) (*httpapi.Reply[cartView], error) {
	return a.writeCart(ctx, func(tx *gorm.DB, c *pricedCart) error {
		return c.changeItem(tx, in.ID, int(in.Body.Quantity))
	})
}

func (a *api) removeCartItem(ctx context.Context, in *cartItemInput) (*httpapi.Reply[cartView], error) {
	return a.writeCart(ctx, func(tx *gorm.DB, c *pricedCart) error { return c.changeItem(tx, in.ID, 0) })
}

func (a *api) emptyCart(ctx context.Context, _ *struct{}) (*httpapi.Reply[cartView], error) {
	return a.writeCart(ctx, func(tx *gorm.DB, c *pricedCart) error { return c.clear(tx) })
}

func (a *api) addCartCode(ctx context.Context, in *addCodeInput) (*httpapi.Reply[cartView], error) {
	return a.limitCodeAttempts(ctx, func() (*httpapi.Reply[cartView], error) {
		return a.writeCart(ctx, func(tx *gorm.DB, c *pricedCart) error {
			return c.addCode(tx, a.terms(), string(in.Body.Code))
		})
	})
}

func (a *api) removeCartCode(ctx context.Context, in *codeInput) (*httpapi.Reply[cartView], error) {
	return a.writeCart(ctx, func(tx *gorm.DB, c *pricedCart) error { return c.removeCode(tx, in.Code) })
}

// keepCarts is how long the stored responses of a cart's writes are kept. It is short because each
// holds a whole cart, and a client that lost one asks again soon.
const keepCarts = time.Hour

func (a *api) reorder(ctx context.Context, in *orderInput) (*httpapi.Reply[cartView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (cartView, error) {
		c, issues, err := reorder(ctx, tx, a.ownerOf(ctx, ""), in.ID, a.Clock.Now())
		if err != nil {
			return cartView{}, err
		}
		v := c.view(ctx, a.terms())
		v.Issues = append(v.Issues, issues...)
		return v, nil
	})
}

// ownerOf is the caller of a request with the token of a guest's cart, which may be "".
func (a *api) ownerOf(ctx context.Context, cartToken string) cartOwner {
	var o cartOwner
	if p, ok := auth.From(ctx); ok {
		o.UserID = p.UserID
		if p.Email != "" {
			o.EmailID = a.Pseudonyms.OfEmail(p.Email)
		}
	}
	if cartToken != "" {
		o.TokenHash = hashToken(cartToken)
	}
	return o
}

// callerOf is the caller of an operation that users and guests may call.
func (a *api) callerOf(ctx context.Context) cartOwner {
	return a.ownerOf(ctx, httpapi.GuestTokenOf(ctx))
}
