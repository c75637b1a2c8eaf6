package storefront

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"orderd/platform/money"
)

// checkoutView is the page on which an order is placed.
type checkoutView struct {
	frame
	Form     form
	Quote    quote // with what is chosen
	Cart     cart
	Lines    []cartLine
	BadCodes []string
	// Shipping are the methods to the destination, Chosen is one of them or nil.
	Shipping []shippingMethod
	Chosen   *shippingMethod
	// Addresses, Recipients and Vouchers are the visitor's own.
	Addresses  []savedAddress
	Recipients []savedRecipient
	Vouchers   []spendable
	Blocked    string       // what else keeps the visitor from ordering, in words
	OldTotal   *money.Cents // what the visitor has agreed to, and the total is not any more
	Refused    cartRefusal  // of a code
	ForGuest   bool
}

// Orderable reports whether nothing has to be mended first.
func (c checkoutView) Orderable() bool { return c.Cart.orderable() }

// linesShown is how many lines of a cart the summary shows without being opened.
const linesShown = 5

// FirstLines are the lines that the summary shows at once, those with an issue first.
func (c checkoutView) FirstLines() []cartLine { return c.Lines[:min(len(c.Lines), linesShown)] }

// MoreLines are the others.
func (c checkoutView) MoreLines() []cartLine { return c.Lines[len(c.FirstLines()):] }

// Others reports whether the order goes to somebody else, whom the form names.
func (c checkoutView) Others() bool { return c.Form.Value("address") == addressOther }

// BillCountries are those that an invoice may go to: all, where no parcel goes too.
func (c checkoutView) BillCountries() []string { return c.everyCountry() }

// foldedFields are those that few people need.
var foldedFields = []string{"company", "line2", "state", "phone", "note"}

// Folded reports whether nothing is in the folded fields.
func (c checkoutView) Folded() bool {
	return !c.Others() && !slices.ContainsFunc(foldedFields, func(name string) bool {
		return c.Form.Value(name) != "" || c.Form.Fault(name) != nil
	})
}

func (v *visit) checkout() error {
	f := v.again(form{Key: newKey(), Values: map[string]string{"country": v.shop().Country}})
	return v.showCheckout(http.StatusOK, checkoutView{Form: f})
}

// logInFirst has the visitor log in, and keeps what the form holds until they are back.
func (v *visit) logInFirst(f form) error {
	typed := map[string]string{}
	for _, name := range checkoutNames {
		if value := f.Value(name); value != "" {
			typed[name] = value
		}
	}
	if f.Value("line1") == "" { // a saved address goes before one that was not typed
		delete(typed, "address")
	}
	v.keepTyped("/checkout", v.endedAccountID, typed)
	return errSignIn
}

// showCheckout asks what the order comes to, and shows it with what the view says beside.
func (v *visit) showCheckout(status int, view checkoutView) error {
	if v.wasEnded { // the cart is the account's
		v.page = "/checkout"
		return errSignIn
	}
	if v.session.CartToken == "" && !v.session.signedIn() {
		return v.redirect("/cart")
	}
	view.ForGuest = !v.session.signedIn()
	if view.ForGuest && !v.shop().GuestCheckout {
		v.page = "/checkout"
		return errSignIn
	}
	err := v.quoteInto(&view)
	if isProblem(err, http.StatusNotFound) { // the cart's 30 days are over, or it was ordered
		v.forgetCart()
		return v.redirect("/cart")
	}
	if err != nil {
		return err
	}
	if len(view.Cart.Items) == 0 {
		return v.redirect("/cart")
	}
	v.countItems(view.Cart)
	view.frame = v.frame("")
	view.Private, view.Slim, view.FormID, v.private = true, true, "checkout", true
	return v.show(status, "checkout", view)
}

// quoteInto asks how the order may be sent, then what it comes to with what is chosen of that.
func (v *visit) quoteInto(view *checkoutView) error {
	f := view.Form
	q, err := v.quote(f, "", "cart,addresses,recipients,vouchers")
	if err != nil || q.Included.Cart == nil {
		return err
	}
	view.Cart, view.Addresses, view.Recipients = *q.Included.Cart, q.Included.Addresses, q.Included.Recipients
	view.Lines, view.BadCodes = view.Cart.lines(), view.Cart.badCodes()
	slices.SortStableFunc(view.Lines, func(a, b cartLine) int { return cmp.Compare(len(b.Issues), len(a.Issues)) })
	view.Vouchers = slices.DeleteFunc(q.Included.Vouchers, func(u spendable) bool {
		return slices.ContainsFunc(view.Cart.Discounts, func(d discount) bool { return d.Code == u.Code })
	})
	if f.Value("address") == "" {
		f.Values["address"] = firstAddress(view.Addresses)
	}
	view.Shipping = q.ShippingMethods
	view.Chosen = chosenShipping(q.ShippingMethods, f.Value("shipping"))
	f.Values["shipping"] = ""
	if view.Chosen != nil {
		f.Values["shipping"] = view.Chosen.Value()
	}
	if view.Quote, err = v.quote(f, f.Value("shipping"), ""); err != nil {
		return err
	}
	view.Quote.priceLines(view.Lines)
	f.Values["payment"] = chosenPayment(view.Quote.PaymentMethods, f.Value("payment"))
	f.Values["cart"], f.Values["total"] = view.Cart.ID, view.Quote.Total.String()
	for _, r := range view.Quote.Requirements {
		if r.Code == "too_many_open_orders" {
			view.Blocked = r.Detail
		}
	}
	return nil
}

// quote asks what the order of the form comes to, sent by the method. What can't be read of the
// form is left out: the sum is shown all the same.
func (v *visit) quote(f form, shipping, include string) (q quote, err error) {
	k := call{method: http.MethodPost, path: "/v1/checkout/quote", body: v.quoteBody(f, shipping), answer: &q}
	if include != "" {
		k.query = url.Values{"include": {include}}
	}
	_, err = v.do(k)
	if isProblem(err, http.StatusUnprocessableEntity) {
		k.body = v.quoteBody(form{Values: map[string]string{"country": v.shop().Country}}, shipping)
		_, err = v.do(k)
	}
	return q, err
}

// placeOrder orders, or does what another button of the form asks for and shows it again, with all
// that was typed.
func (v *visit) placeOrder() error {
	v.page = "/checkout"
	view := checkoutView{Form: v.readForm(checkoutNames...)}
	posted := v.r.PostForm
	if v.wasEnded || posted.Has("login") {
		return v.logInFirst(view.Form)
	}
	switch code := cmp.Or(posted.Get("use"), posted.Get("code")); {
	case posted.Has("mend"):
		if err := v.takeAvailable(); err != nil {
			return err
		}
	case posted.Has("drop"):
		if err := v.dropCode(posted.Get("drop")); err != nil {
			return err
		}
	case code != "": // typed, and forgotten when the order was sent, too
		return v.useCodeAtCheckout(view, code)
	case posted.Has("order"):
		return v.sendOrder(view)
	}
	return v.showCheckout(http.StatusOK, view)
}

// useCodeAtCheckout adds a code to the cart, or says beside its field why not.
func (v *visit) useCodeAtCheckout(view checkoutView, code string) error {
	refused, err := v.useCode(code)
	if err != nil {
		return err
	}
	if refused != nil {
		view.Refused = *refused
		return v.showCheckout(http.StatusUnprocessableEntity, view)
	}
	return v.showCheckout(http.StatusOK, view)
}

// placedOrder is what is needed of an order that was just placed.
type placedOrder struct {
	ID      string `json:"id"`
	Payment struct {
		Method string      `json:"method"`
		Due    money.Cents `json:"due"`
	} `json:"payment"`
}

// sendOrder places the order of the form. The same form again, in whatever way it comes to that,
// finds the order that it has made.
func (v *visit) sendOrder(view checkoutView) error {
	if v.session.CartToken == "" && !v.session.signedIn() {
		return v.redirect("/cart")
	}
	var placed placedOrder
	k := call{
		method: http.MethodPost, path: "/v1/checkout", body: v.orderBody(view.Form), key: view.Form.Key, answer: &placed,
	}
	h, err := v.do(k)
	if hasCode(err, codeKeyReused) {
		view.Form.Key = newKey()
		k.key = view.Form.Key
		h, err = v.do(k)
	}
	if err != nil {
		return v.orderRefused(view, err)
	}
	if token := h.Get("X-Order-Token"); token != "" {
		v.session.grant(placed.ID, token)
	}
	v.session.Items, v.sessionChanged = 0, true
	if placed.Payment.Method == methodCard && placed.Payment.Due > 0 {
		return v.redirect("/orders/" + placed.ID + "/pay")
	}
	return v.redirect("/orders/" + placed.ID + "?placed=1")
}

// orderRefused shows what stands against the order: at its field, at its line of the cart, or above
// the new sum.
func (v *visit) orderRefused(view checkoutView, err error) error {
	p, refused := asProblem(err)
	switch {
	case !refused && view.Form.failed(err):
		return v.showCheckout(v.refusal(view.Form), view)
	case !refused:
		return err
	}
	switch p.Code {
	case "cart_empty", "not_found":
		return v.redirect("/cart")
	case "unauthenticated":
		return v.logInFirst(view.Form)
	case "insufficient_stock", "cart_changed", "code_not_applicable":
		return v.cartRefused(view, p)
	case "total_changed":
		if agreed, ok := plainCents(view.Form.Value("total")); ok {
			view.OldTotal = &agreed
		}
		return v.showCheckout(http.StatusConflict, view)
	}
	view.Form.refuse(err, checkoutFields(view.Form)...)
	for _, name := range []string{"shipping", "payment"} { // what may not be had is chosen anew
		if view.Form.Fault(name) != nil {
			view.Form.Values[name] = ""
		}
	}
	return v.showCheckout(p.Status, view)
}

// cartRefused shows at which lines and codes of the cart the order has failed.
func (v *visit) cartRefused(view checkoutView, p *problem) error {
	c, err := v.loadCart()
	if err != nil {
		return err
	}
	for _, l := range c.lines() {
		code := issueShort
		if l.Gone() {
			code = issueUnavailable
		}
		if l.Stuck() {
			view.Form.Faults = append(view.Form.Faults, formFault{Field: "line-" + l.ID, Code: code, Name: l.Name})
		}
	}
	for _, bad := range c.badCodes() {
		view.Form.Faults = append(view.Form.Faults, formFault{Field: "codes", Code: issueCode, Name: bad})
	}
	if len(view.Form.Faults) == 0 { // it is the sum, or there again already
		view.Form.Faults = []formFault{{Detail: p.Detail}}
	}
	return v.showCheckout(http.StatusConflict, view)
}
