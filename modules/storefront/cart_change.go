package storefront

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
)

// addToCart puts a variant into the cart, and shows its product again. One of the buttons beside
// the quantity only changes that.
//
// The same form again, with its key, adds nothing more. The interface knows it by the cart, or by
// the visitor's address as long as there is none: the one that has made the cart is known here.
func (v *visit) addToCart() error {
	quantity := v.formQuantity()
	back := localPath(v.r.PostFormValue("back"), "/cart")
	if step, err := strconv.Atoi(v.r.PostFormValue("step")); err == nil {
		return v.redirect(withQuery(back, "quantity", strconv.Itoa(min(max(quantity+step, 1), mostUnits))))
	}
	key := v.r.PostFormValue("key")
	if key != "" && key == v.session.Added {
		return v.redirect(withQuery(back, "said", saidAdded))
	}
	body := map[string]any{"productId": v.r.PostFormValue("product"), "quantity": quantity}
	if chosen := v.r.PostFormValue("variant"); chosen != "" {
		body["variantId"] = chosen
	}
	var c cart
	k := call{
		method: http.MethodPost, path: "/v1/cart/items", body: body, key: key, answer: &c,
	}
	h, err := v.do(k)
	if hasCode(err, codeKeyReused) { // the form was changed since it was sent
		k.key = newKey()
		h, err = v.do(k)
	}
	if isProblem(err, http.StatusNotFound) && v.session.CartToken != "" { // its 30 days are over
		v.session.CartToken = ""
		h, err = v.do(k)
	}
	switch {
	case isProblem(err, http.StatusNotFound), isRefusedAt(err, "/variantId"): // it was withdrawn since
		return v.redirect(withQuery(back, "said", "gone"))
	case isRefusal(err):
		return v.redirect(withQuery(back, "said", "notAdded"))
	case err != nil:
		return err
	}
	if token := h.Get("X-Cart-Token"); token != "" {
		v.session.CartToken = token
	}
	v.session.Items, v.sessionChanged = c.ItemCount, true
	if len(key) <= longestKey {
		v.session.Added = key
	}
	return v.redirect(withQuery(back, "said", saidAdded))
}

// longestKey bounds what a session keeps of a form, in bytes.
const longestKey = 64

// formQuantity is the quantity of a form; what is no number is one.
func (v *visit) formQuantity() int {
	quantity, err := strconv.Atoi(v.r.PostFormValue("quantity"))
	if err != nil {
		return 1
	}
	return min(max(quantity, 1), mostUnits)
}

// withQuery is a path with one parameter more.
func withQuery(path, name, value string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	query := u.Query()
	query.Set(name, value)
	u.RawQuery = query.Encode()
	return u.String()
}

// changeCartItem sets the quantity of a line: by what was typed, or one more, or one less, or none.
func (v *visit) changeCartItem() error {
	v.page = "/cart"
	quantity, err := strconv.Atoi(v.r.PostFormValue("quantity"))
	if err != nil {
		return v.redirect("/cart") // nothing was asked for
	}
	if step, err := strconv.Atoi(v.r.PostFormValue("step")); err == nil {
		quantity += step
	}
	if v.r.PostForm.Has("remove") {
		quantity = 0
	}
	id := v.r.PathValue("id")
	err = v.setQuantity(id, min(max(quantity, 0), mostUnits))
	if isRefusal(err) {
		return v.refuseInCart(cartRefusal{Item: id})
	}
	if err != nil {
		return err
	}
	return v.redirect("/cart")
}

// setQuantity sets the quantity of a line of the cart. One that another tab has removed stays so.
func (v *visit) setQuantity(itemID string, quantity int) error {
	var c cart
	_, err := v.do(call{
		method: http.MethodPatch, path: "/v1/cart/items/" + url.PathEscape(itemID),
		body: map[string]int{"quantity": quantity}, answer: &c,
	})
	if isProblem(err, http.StatusNotFound) {
		return nil
	}
	if err == nil {
		v.countItems(c)
	}
	return err
}

// refuseInCart shows the cart with what was refused.
func (v *visit) refuseInCart(r cartRefusal) error {
	c, err := v.loadCart()
	if err != nil {
		return err
	}
	return v.showCart(http.StatusUnprocessableEntity, c, r, nil)
}

// mendCart takes what is to be had, leaves out what is not and the codes that are not good any
// more, and goes on to the checkout.
func (v *visit) mendCart() error {
	v.page = "/cart"
	if err := v.takeAvailable(); err != nil {
		return err
	}
	return v.redirect("/checkout")
}

func (v *visit) takeAvailable() error {
	c, err := v.loadCart()
	if err != nil {
		return err
	}
	for _, l := range c.lines() {
		if !l.Stuck() {
			continue
		}
		quantity := 0
		if l.Short() {
			quantity = int(l.Available)
		}
		if err := v.setQuantity(l.ID, quantity); err != nil {
			return err
		}
	}
	for _, code := range c.badCodes() {
		if err := v.dropCode(code); err != nil {
			return err
		}
	}
	return nil
}

// addCode uses a promotion's code or a voucher. The page of the cart says why it was not taken.
func (v *visit) addCode() error {
	v.page = "/cart"
	code := v.r.PostFormValue("code")
	if code == "" {
		return v.redirect("/cart")
	}
	refused, err := v.useCode(code)
	switch {
	case err != nil:
		return err
	case refused != nil:
		return v.refuseInCart(*refused)
	}
	return v.redirect("/cart")
}

// useCode adds a code to the cart. refused says why it can't be used, and is nil when it can.
func (v *visit) useCode(code string) (refused *cartRefusal, err error) {
	_, err = v.do(call{method: http.MethodPost, path: "/v1/cart/discounts", body: map[string]string{"code": code}})
	p, ok := asProblem(err)
	switch {
	case !ok:
		return nil, err
	case p.Status == http.StatusNotFound: // the cart is gone, and its page shows that
		return nil, nil
	case p.Status == http.StatusTooManyRequests, isRefusal(err):
		detail := p.Detail
		if len(p.Errors) > 0 {
			detail = cmp.Or(p.Errors[0].Detail, detail)
		}
		return &cartRefusal{Code: code, Detail: detail, Minimum: p.Minimum}, nil
	}
	return nil, err
}

func (v *visit) removeCode() error {
	v.page = "/cart"
	if err := v.dropCode(v.r.PostFormValue("code")); err != nil {
		return err
	}
	return v.redirect("/cart")
}

// dropCode leaves a code out. One that another tab has left out stays so.
func (v *visit) dropCode(code string) error {
	_, err := v.do(call{method: http.MethodDelete, path: "/v1/cart/discounts/" + url.PathEscape(code)})
	if isProblem(err, http.StatusNotFound) {
		return nil
	}
	return err
}

// reorder puts what is still sold into the cart.
func (v *visit) reorder() error {
	id := v.r.PathValue("id")
	var c cart
	k := call{
		method: http.MethodPost, path: "/v1/orders/" + url.PathEscape(id) + "/reorder", body: struct{}{},
		key: v.r.PostFormValue("key"), answer: &c,
	}
	if _, err := v.do(k); err != nil {
		return err
	}
	v.countItems(c)
	return v.redirect("/cart?" + url.Values{"reordered": {id}}.Encode())
}
