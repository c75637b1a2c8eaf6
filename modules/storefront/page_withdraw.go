package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// withdrawView is the page on which a consumer withdraws from a contract (Directive 2011/83,
// article 11a), in two steps: what is declared, and its confirmation. Then it shows the receipt.
type withdrawView struct {
	frame
	Form   form
	Order  *order // that the visitor may open; nil: any, named by its number
	Step   withdrawStep
	Action string // the path that the forms go to
	Goods  []withdrawnGoods
	At     string // when it was received, to the second
	Late   bool   // the order does not allow it any more
}

// withdrawStep is how far the visitor has come.
type withdrawStep string

const (
	withdrawDeclares withdrawStep = "declare"
	withdrawConfirms withdrawStep = "confirm"
	withdrawReceived withdrawStep = "received"
)

// withdrawnGoods are goods of the declaration. Quantity is 0 where it is not said.
type withdrawnGoods struct {
	Name     string
	Quantity int
}

// The bounds of the goods that the interface takes in words.
const (
	mostGoods    = 20
	longestGoods = 120
)

// withdrawFields are the fields by the interface's names, in the order of the page.
var withdrawFields = [][2]string{
	{"/orderNumber", "number"}, {"/fullName", "fullName"}, {"/email", "email"}, {"/items", "goods"},
}

func (v *visit) withdraw() error {
	f := form{Key: newKey(), Values: map[string]string{"number": v.r.URL.Query().Get("number")}}
	return v.showWithdraw(http.StatusOK, withdrawView{Form: f, Step: withdrawDeclares})
}

// showWithdraw shows the step, for an order that is named by its number.
func (v *visit) showWithdraw(status int, view withdrawView) error {
	view.frame, view.Action = v.frame(""), "/withdraw"
	view.Private, v.private = true, true
	return v.show(status, "withdraw", view)
}

// declareWithdrawal takes what was declared: at first to have it confirmed, then for good.
func (v *visit) declareWithdrawal() error {
	v.page = "/withdraw"
	f := v.readForm("number", "fullName", "email", "goods")
	view := withdrawView{Form: f, Step: withdrawDeclares}
	if v.r.PostFormValue("change") != "" {
		return v.showWithdraw(http.StatusOK, view)
	}
	for _, name := range []string{"number", "fullName", "email"} {
		if f.Value(name) == "" {
			view.Form.Faults = append(view.Form.Faults, formFault{Field: name, Code: "required"})
		}
	}
	lines := goodsOf(f.Value("goods"))
	if len(lines) > mostGoods || slices.ContainsFunc(lines, func(l string) bool {
		return utf8.RuneCountInString(l) > longestGoods
	}) {
		view.Form.Faults = append(view.Form.Faults, formFault{Field: "goods", Code: "too_long"})
	}
	if len(view.Form.Faults) > 0 {
		return v.showWithdraw(http.StatusUnprocessableEntity, view)
	}
	items, fields := []map[string]string{}, withdrawFields
	for n, line := range lines {
		view.Goods = append(view.Goods, withdrawnGoods{Name: line})
		items = append(items, map[string]string{"text": line})
		fields = append(slices.Clip(fields), [2]string{"/items/" + strconv.Itoa(n) + "/text", "goods"})
	}
	if v.r.PostFormValue("confirmed") == "" {
		view.Step = withdrawConfirms
		return v.showWithdraw(http.StatusOK, view)
	}
	body := map[string]any{
		"orderNumber": f.Value("number"), "fullName": f.Value("fullName"), "email": f.Value("email"),
		"locale": v.language,
	}
	if len(items) > 0 {
		body["items"] = items
	}
	var answer struct {
		ReceivedAt time.Time `json:"receivedAt"`
	}
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/withdrawals", body: body, key: v.r.PostFormValue("key"), answer: &answer,
	})
	if view.Form.failed(err, fields...) {
		return v.showWithdraw(v.refusal(view.Form), view)
	}
	if err != nil {
		return err
	}
	view.Step, view.At = withdrawReceived, formatMoment(v.language, answer.ReceivedAt)
	return v.showWithdraw(http.StatusOK, view)
}

// goodsOf are the lines of a text that are not blank.
func goodsOf(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func (v *visit) withdrawFromOrder() error {
	o, err := v.loadOrder(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	f := form{Key: newKey(), Values: map[string]string{}}
	for _, i := range o.Items {
		f.Values["quantity-"+i.ID] = strconv.Itoa(i.Withdrawable)
	}
	return v.showWithdrawFrom(http.StatusOK, o, withdrawView{Form: v.again(f), Step: withdrawDeclares})
}

// showWithdrawFrom shows the step, for an order that the visitor may open.
func (v *visit) showWithdrawFrom(status int, o order, view withdrawView) error {
	view.frame, view.Order, view.Action = v.frame(""), &o, "/orders/"+url.PathEscape(o.ID)+"/withdraw"
	view.Late = view.Step != withdrawReceived && !slices.Contains(o.AllowedActions, "withdraw")
	view.Private, v.private = true, true
	return v.show(status, "withdraw", view)
}

// Withdrawable are the lines of which the visitor may withdraw.
func (w withdrawView) Withdrawable() []orderItem {
	return slices.DeleteFunc(slices.Clone(w.Order.Items), func(i orderItem) bool { return i.Withdrawable <= 0 })
}

// withdrawFromOwn takes the quantities of the form: at first to have them confirmed, then for good.
func (v *visit) withdrawFromOwn() error {
	id := v.r.PathValue("id")
	v.page = "/orders/" + url.PathEscape(id) + "/withdraw"
	o, err := v.loadOrder(id)
	if err != nil {
		return err
	}
	view := withdrawView{Form: v.readForm(), Step: withdrawDeclares}
	lines, fields := []lineQuantity{}, [][2]string{{"/items", "items"}}
	for _, i := range o.Items {
		name := "quantity-" + i.ID
		view.Form.Values[name] = v.r.PostFormValue(name)
		quantity, err := strconv.Atoi(view.Form.Value(name))
		if err != nil || quantity <= 0 {
			continue
		}
		pointer := "/items/" + strconv.Itoa(len(lines))
		fields = append(fields, [2]string{pointer + "/quantity", name}, [2]string{pointer + "/orderItemId", name})
		lines = append(lines, lineQuantity{i.ID, quantity})
		view.Goods = append(view.Goods, withdrawnGoods{i.Name, quantity})
	}
	switch {
	case v.r.PostFormValue("change") != "":
		return v.showWithdrawFrom(http.StatusOK, o, view)
	case len(lines) == 0:
		view.Form.Faults = []formFault{{Field: "items", Code: "required"}}
		return v.showWithdrawFrom(http.StatusUnprocessableEntity, o, view)
	case v.r.PostFormValue("confirmed") == "":
		view.Step = withdrawConfirms
		return v.showWithdrawFrom(http.StatusOK, o, view)
	}
	return v.confirmWithdrawal(o, view, lines, fields)
}

// confirmWithdrawal withdraws from the lines of the order, and shows the receipt.
func (v *visit) confirmWithdrawal(o order, view withdrawView, lines []lineQuantity, fields [][2]string) error {
	var answer struct {
		ReceivedAt time.Time `json:"receivedAt"`
	}
	_, err := v.do(v.withGrant(call{
		method: http.MethodPost, path: "/v1/orders/" + url.PathEscape(o.ID) + "/withdraw",
		body: map[string]any{"items": lines}, key: v.r.PostFormValue("key"), answer: &answer,
	}, o.ID))
	switch {
	case isProblem(err, http.StatusConflict):
		return v.redirect("/orders/" + url.PathEscape(o.ID) + "?said=tooLate")
	case err == nil:
		view.Step, view.At = withdrawReceived, formatMoment(v.language, answer.ReceivedAt)
		return v.showWithdrawFrom(http.StatusOK, o, view)
	case !view.Form.failed(err, fields...):
		return err
	}
	return v.showWithdrawFrom(v.refusal(view.Form), o, view)
}

// withdrawal is the right to withdraw from the contract.
type withdrawal struct {
	Until *time.Time `json:"until"`
	State *string    `json:"state"` // received, matched, contested, settled
}

// Known is the state as the pages have words for it, or "". The interface may come to know others.
func (w withdrawal) Known() string {
	if w.State == nil || !slices.Contains([]string{"received", "matched", "contested", "settled"}, *w.State) {
		return ""
	}
	return *w.State
}

// WithdrawUntil is the last day on which the visitor may withdraw; nil before the delivery, and
// once it is over.
func (o orderView) WithdrawUntil() *time.Time {
	if o.Order.Withdrawal == nil || o.Order.Withdrawal.Until == nil || !o.May("withdraw") {
		return nil
	}
	return o.Order.Withdrawal.Until
}
