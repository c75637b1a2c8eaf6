package storefront

import (
	"net/http"
	"net/url"
	"slices"

	"orderd/platform/money"
)

// cartView is the page of the cart.
type cartView struct {
	frame
	Cart     cart
	Lines    []cartLine
	BadCodes []string
	LeftOut  []string     // names of goods that an order can't be repeated with
	ToFree   *money.Cents // what is missing for free delivery
	Refused  cartRefusal
}

// cartRefusal is what was asked of the cart, and refused.
type cartRefusal struct {
	Item    string       // whose quantity is too large, or ""
	Code    string       // that was typed, or ""
	Detail  string       // why the code was refused
	Minimum *money.Cents // from which subtotal on it is good
}

// Orderable reports whether nothing has to be mended before the checkout.
func (c cartView) Orderable() bool { return c.Cart.orderable() }

// IdleCodes are those that take nothing off.
func (c cartView) IdleCodes() []idleCode { return c.Cart.idleCodes(c.Cart.Discounts) }

// FirstStuck is the id of the first line that has to be mended, or "".
func (c cartView) FirstStuck() string {
	if at := slices.IndexFunc(c.Lines, cartLine.Stuck); at >= 0 {
		return c.Lines[at].ID
	}
	return ""
}

func (v *visit) cart() error {
	c, err := v.loadCart()
	if err != nil {
		return err
	}
	leftOut, err := v.leftOut(c, v.r.URL.Query().Get("reordered"))
	if err != nil {
		return err
	}
	return v.showCart(http.StatusOK, c, cartRefusal{}, leftOut)
}

// loadCart is the visitor's cart: an empty one for a guest who has none.
func (v *visit) loadCart() (c cart, err error) {
	if v.session.CartToken == "" && !v.session.signedIn() {
		return cart{}, nil
	}
	err = v.get("/v1/cart", nil, &c)
	if isProblem(err, http.StatusNotFound) { // its 30 days are over, or it was ordered
		v.forgetCart()
		return cart{}, nil
	}
	if err == nil {
		v.countItems(c)
	}
	return c, err
}

func (v *visit) forgetCart() {
	v.session.CartToken, v.session.Items, v.sessionChanged = "", 0, true
}

// countItems keeps the number on the cart's sign.
func (v *visit) countItems(c cart) {
	if v.session.Items != c.ItemCount {
		v.session.Items, v.sessionChanged = c.ItemCount, true
	}
}

// leftOut are the names of what the order of the id has and the cart does not; none for an order
// that is not the visitor's.
func (v *visit) leftOut(c cart, orderID string) (names []string, err error) {
	if orderID == "" || !v.session.signedIn() {
		return nil, nil
	}
	var o order
	err = v.get("/v1/orders/"+url.PathEscape(orderID), nil, &o)
	if _, refused := asProblem(err); refused {
		return nil, nil
	}
	for _, i := range o.Items {
		if !slices.ContainsFunc(c.Items, func(l cartItem) bool { return l.VariantID == i.VariantID }) {
			names = append(names, i.Name)
		}
	}
	return names, err
}

func (v *visit) showCart(status int, c cart, refused cartRefusal, leftOut []string) error {
	view := cartView{
		frame: v.frame(""), Cart: c, Lines: c.lines(), BadCodes: c.badCodes(), LeftOut: leftOut, Refused: refused,
	}
	view.Private, view.Bar, v.private = true, len(c.Items) > 0, true
	view.ToFree = view.missingToFree()
	return v.show(status, "cart", view)
}

// missingToFree is for how much more goods delivery within the shop's country is free; nil when it
// is already, or never. Wholesale prices may be without VAT, which the threshold is not.
func (c cartView) missingToFree() *money.Cents {
	from := c.FreeFrom()
	frees := slices.ContainsFunc(c.Cart.Discounts, discount.FreesShipping)
	if from == nil || c.Wholesale() || frees {
		return nil
	}
	missing := *from - c.Cart.Subtotal
	for _, d := range c.Cart.Discounts {
		if d.Kind != "voucher" { // vouchers pay, and make nothing dearer
			missing += d.Amount
		}
	}
	if missing <= 0 {
		return nil
	}
	return &missing
}
