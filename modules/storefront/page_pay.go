package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"orderd/platform/money"
)

// payView is the page on which an order is paid online. Its form is Stripe's, which takes a script;
// everything around it does not.
type payView struct {
	frame
	Order   order
	Payment payment
	State   payState
	Failed  bool            // an attempt before this one
	Others  []paymentMethod // by which the order may be paid instead
	Next    string          // the page that looks again by itself; "" when it has done so often
}

// payState is what the page of a payment shows.
type payState string

const (
	payReady      payState = "ready"
	payUnprepared payState = "unprepared" // the provider has not answered yet
	payImpossible payState = "impossible" // the shop's pages have no key of the provider
	payAwaited    payState = "awaited"    // the buyer has come back, and nobody knows of what
)

// payment is how an order is paid, as the provider knows it.
type payment struct {
	Method         string      `json:"method"`
	Status         string      `json:"status"`
	PublishableKey *string     `json:"publishableKey"`
	ClientSecret   *string     `json:"clientSecret"`
	Processing     bool        `json:"processing"`
	Due            money.Cents `json:"due"`
}

// paymentPolicy lets the page of a payment, and no other, load Stripe's script and frames
// (docs.stripe.com/security/guide, Content Security Policy).
const paymentPolicy = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
	"frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
	"connect-src 'self' https://api.stripe.com; style-src 'self'; font-src 'self'; img-src 'self' https:; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (v *visit) pay() error {
	o, err := v.loadOrder(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	if !o.Payable() {
		return v.redirect("/orders/" + url.PathEscape(o.ID))
	}
	p, err := v.loadPayment(o.ID)
	if err != nil {
		return err
	}
	page := "/orders/" + url.PathEscape(o.ID)
	view := payView{Order: o, Payment: p, Failed: v.r.URL.Query().Has("failed")}
	switch {
	case p.Processing, p.Due == 0:
		return v.redirect(page)
	case p.PublishableKey == nil:
		view.State = payImpossible
	case p.ClientSecret == nil:
		view.State, view.Next = payUnprepared, v.nextLook(page+"/pay")
	default:
		view.State = payReady
	}
	return v.showPay(view)
}

func (v *visit) showPay(view payView) error {
	var err error
	if view.Others, err = v.otherMethods(view.Order); err != nil {
		return err
	}
	view.frame = v.frame("")
	view.Private, v.private, v.policy = true, true, paymentPolicy
	return v.show(http.StatusOK, "pay", view)
}

// loadPayment asks how the order is paid; the interface asks the provider when that may be news.
func (v *visit) loadPayment(orderID string) (p payment, err error) {
	k := call{method: http.MethodGet, path: "/v1/orders/" + url.PathEscape(orderID) + "/payment", answer: &p}
	_, err = v.do(v.withGrant(k, orderID))
	return p, err
}

// fewMinutes is from how many minutes on a deadline is said by its day.
const fewMinutes = 180

// MinutesLeft are those until the order's payment is not waited for any more; 0 when it is over, or
// far off.
func (f frame) MinutesLeft(o order) int {
	if o.Payment.DueAt == nil {
		return 0
	}
	left := int(o.Payment.DueAt.Sub(f.v.site.clock.Now()).Minutes())
	if left >= fewMinutes {
		return 0
	}
	return max(left, 0)
}

// mostLooks is how often a page looks again by itself.
const mostLooks = 15

// nextLook is the address of the page that looks again, or "" after mostLooks.
func (v *visit) nextLook(page string) string {
	looks, _ := strconv.Atoi(v.r.URL.Query().Get("looks")) // what is no number is the first time
	if looks >= mostLooks {
		return ""
	}
	return v.to(page + "?looks=" + strconv.Itoa(looks+1))
}

// paid is where the provider sends the buyer back to. Only what the interface knows counts. The
// address that the provider makes has the payment's secret in it: it is left at once.
func (v *visit) paid() error {
	id, query := v.r.PathValue("id"), v.r.URL.Query()
	page := "/orders/" + url.PathEscape(id)
	if query.Has("payment_intent_client_secret") {
		if query.Get("redirect_status") == "failed" {
			return v.redirect(page + "/pay?failed=1")
		}
		return v.redirect(page + "/paid")
	}
	o, err := v.loadOrder(id)
	if err != nil {
		return err
	}
	p, err := v.loadPayment(id)
	if err != nil {
		return err
	}
	next := v.nextLook(page + "/paid")
	switch {
	case p.Status == "paid" && !o.Payable(): // else the order hears of it in a moment
		return v.redirect(page + "?said=paid")
	case p.Processing && !o.Payable():
		return v.redirect(page + "?said=processing")
	case !o.Payable():
		return v.redirect(page)
	case next == "": // that an earlier attempt has failed says nothing of this one
		return v.redirect(page + "?said=paymentAwaited")
	}
	return v.showPay(payView{Order: o, Payment: p, State: payAwaited, Next: next})
}

// otherMethods are the ways in which the order may be paid instead of its own; none while that may
// not be changed.
func (v *visit) otherMethods(o order) ([]paymentMethod, error) {
	if !slices.Contains(o.AllowedActions, "change-payment") {
		return nil, nil
	}
	offered := slices.Clone(v.shop().PaymentMethods)
	if v.session.Wholesale { // who may pay by invoice, which everybody's data of the shop does not say
		var own shop
		if err := v.get("/v1/shop", nil, &own); err != nil {
			return nil, err
		}
		offered = own.PaymentMethods
	}
	return slices.DeleteFunc(offered, func(m paymentMethod) bool {
		return m.Method == o.Payment.Method || !m.takes(o.ShipTo.Country, o.Payment.Due)
	}), nil
}

// takes reports whether the amount of an order to the country may be paid this way.
func (m paymentMethod) takes(country string, amount money.Cents) bool {
	return (len(m.Countries) == 0 || slices.Contains(m.Countries, country)) &&
		(m.Minimum == nil || amount >= *m.Minimum) && (m.Maximum == nil || amount <= *m.Maximum)
}

// changePayment changes how the order is paid, and goes on to where that is done.
func (v *visit) changePayment() error {
	id, method := v.r.PathValue("id"), v.r.PostFormValue("method")
	page := "/orders/" + url.PathEscape(id)
	v.page = page
	k := call{
		method: http.MethodPost, path: "/v1/orders/" + url.PathEscape(id) + "/payment",
		body: map[string]string{"method": method},
	}
	_, err := v.do(v.withGrant(k, id))
	switch {
	case isProblem(err, http.StatusConflict):
		return v.redirect(page + "?said=tooLate")
	case isProblem(err, http.StatusUnprocessableEntity):
		return v.redirect(page + "?said=methodRefused")
	case err != nil:
		return err
	case method == methodCard:
		return v.redirect(page + "/pay")
	}
	return v.redirect(page + "?said=paymentChanged")
}
