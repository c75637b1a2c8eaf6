package ordering

import (
	"cmp"
	"context"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) shippingOptionRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listShippingOptions", Method: http.MethodGet, Path: "/v1/shipping-methods", Tag: tagCart,
		Summary: "List how the cart can be sent", Errors: []fault.Code{fault.NotFound},
		Detail: "The cheapest first. The price is for the caller's cart, to the country and the postal code; without a " +
			"cart it is for a parcel without goods, and `rates` say what others cost. Without a `postalCode`, rows with " +
			"prefixes do not count. A method without a row that fits is left out.",
	}, a.listShippingOptions)
}

type shippingOptionsInput struct {
	CartToken  string          `header:"X-Cart-Token" doc:"A guest's cart. With a bearer token it is merged into the caller's first; an unknown one is ignored."`
	Country    httpapi.Country `query:"country" doc:"Default: the shop's country." example:"DE"`
	PostalCode string          `query:"postalCode" maxLength:"20" doc:"Of the destination." example:"10117"`
}

func (a *api) listShippingOptions(
	ctx context.Context, in *shippingOptionsInput,
) (*httpapi.Reply[[]shippingOption], error) {
	c, err := a.cartIfAny(ctx, in.CartToken)
	if err != nil {
		return nil, err
	}
	priced, err := a.pricingOf(ctx, c)
	if err != nil {
		return nil, err
	}
	methods, err := loadActiveShippingMethods(a.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	terms := a.terms()
	priced.Country, priced.PostalCode = cmp.Or(string(in.Country), terms.profile.Country), in.PostalCode
	sums := calculateTotals(terms, priced)
	options := terms.shippingOptions(methods, priced, sums, terms.language(ctx))
	if c == nil {
		withRates(options, methods, priced.Country)
	}
	return httpapi.OK(options)
}

// cartIfAny is the caller's cart, or nil when there is none: the caller shows no token, or has put
// nothing into a cart. It returns fault.Missing for a guest's token without a cart.
func (a *api) cartIfAny(ctx context.Context, cartToken string) (*pricedCart, error) {
	owner, now := a.ownerOf(ctx, cartToken), a.Clock.Now()
	switch {
	case owner.UserID == "" && owner.TokenHash == "":
		return nil, nil
	case owner.TokenHash == "":
		return loadPricedCart(a.DB.WithContext(ctx), owner, now)
	}
	return readCart(ctx, a.DB, owner, now)
}

// pricingOf is what the prices of the cart depend on; without a cart, on who the caller is alone.
func (a *api) pricingOf(ctx context.Context, c *pricedCart) (*pricingInput, error) {
	if c != nil {
		return c.pricingInput, nil
	}
	in := &pricingInput{Now: a.Clock.Now()}
	b, err := findBuyer(a.DB.WithContext(ctx), a.ownerOf(ctx, "").UserID)
	in.setBuyer(&b)
	return in, err
}

// language is the one of the shop's in which the caller reads its texts.
func (t *saleTerms) language(ctx context.Context) string {
	return httpapi.LocaleAmong(ctx, "", t.profile.Locales, t.profile.Locale)
}
