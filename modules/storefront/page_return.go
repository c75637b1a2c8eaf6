package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"orderd/platform/money"
)

// returnView is the form on which goods of an order are sent back.
type returnView struct {
	frame
	Order order
	Form  form
}

// returnRequest is what a buyer has asked to send back.
type returnRequest struct {
	OrderID         string         `json:"orderId"`
	OrderNumber     string         `json:"orderNumber"`
	Status          string         `json:"status"`
	RejectionReason *string        `json:"rejectionReason"`
	CreatedAt       time.Time      `json:"createdAt"`
	Items           []returnedItem `json:"items"`
	RefundAmount    money.Cents    `json:"refundAmount"`
	Deduction       *deduction     `json:"deduction"`
}

type returnedItem struct {
	Name     string `json:"name"`
	Quantity int    `json:"quantity"`
}

// deduction is what the shop keeps of what the goods cost.
type deduction struct {
	Amount money.Cents `json:"amount"`
	Reason string      `json:"reason"` // "" after an erasure
}

// returns are those of all orders of the account.
func (v *visit) returns() error { return showList[returnRequest](v, "/v1/returns", "returns") }

// lineQuantity is so much of a line of an order.
type lineQuantity struct {
	OrderItemID string `json:"orderItemId"`
	Quantity    int    `json:"quantity"`
}

func (v *visit) returnGoods() error {
	o, err := v.loadOrder(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	return v.showReturn(http.StatusOK, o, v.again(form{Key: newKey(), Values: map[string]string{}}))
}

// showReturn shows the form, or the order when nothing of it may be sent back any more.
func (v *visit) showReturn(status int, o order, f form) error {
	view := returnView{frame: v.frame(""), Order: o, Form: f}
	if len(view.Returnable()) == 0 {
		return v.redirect("/orders/" + url.PathEscape(o.ID) + "?said=tooLate")
	}
	view.Private, v.private = true, true
	return v.show(status, "return", view)
}

// Returnable are the lines of which something may be sent back.
func (r returnView) Returnable() []orderItem {
	return slices.DeleteFunc(slices.Clone(r.Order.Items), func(i orderItem) bool { return i.Returnable <= 0 })
}

// requestReturn asks for the return of the quantities of the form.
func (v *visit) requestReturn() error {
	id := v.r.PathValue("id")
	page := "/orders/" + url.PathEscape(id)
	v.page = page + "/return"
	f := v.readForm("reason")
	o, err := v.loadOrder(id)
	if err != nil {
		return err
	}
	lines, fields := []lineQuantity{}, [][2]string{{"/items", "items"}}
	for _, i := range o.Items {
		name := "quantity-" + i.ID
		f.Values[name] = v.r.PostFormValue(name)
		if quantity, err := strconv.Atoi(f.Value(name)); err == nil && quantity > 0 {
			pointer := "/items/" + strconv.Itoa(len(lines))
			fields = append(fields, [2]string{pointer + "/quantity", name}, [2]string{pointer + "/orderItemId", name})
			lines = append(lines, lineQuantity{i.ID, quantity})
		}
	}
	if len(lines) == 0 {
		f.Faults = []formFault{{Field: "items", Code: "required"}}
		if f.Value("reason") == "" {
			f.Faults = append(f.Faults, formFault{Field: "reason", Code: "required"})
		}
		return v.showReturn(http.StatusUnprocessableEntity, o, f)
	}
	k := call{
		method: http.MethodPost, path: "/v1/orders/" + url.PathEscape(id) + "/returns", key: v.r.PostFormValue("key"),
		body: map[string]any{"items": lines, "reason": f.Value("reason")},
	}
	_, err = v.do(v.withGrant(k, id))
	switch {
	case isProblem(err, http.StatusConflict):
		return v.redirect(page + "?said=tooLate")
	case err == nil:
		return v.redirect(page + "?said=returnRequested")
	case !f.failed(err, append(fields, [2]string{"/reason", "reason"})...):
		return err
	}
	return v.showReturn(v.refusal(f), o, f)
}
