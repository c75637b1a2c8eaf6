package storefront

import (
	"net/http"
	"net/url"
)

// findView is the page on which a guest finds an order again: by its number and email, then by the
// code that is mailed to that.
type findView struct {
	frame
	Form form
	Sent bool // the code was sent, and is asked for
	// OrderID is the order that the visitor has come for. A mail's link has its token behind the
	// "#", where a script alone sees it, and sends it.
	OrderID string
	Over    bool // the token of a link is not good any more
}

var findFields = [][2]string{{"/number", "number"}, {"/email", "email"}, {"/code", "code"}}

func (v *visit) findOrder() error {
	query := v.r.URL.Query()
	return v.showFind(http.StatusOK, findView{
		Form: form{Values: map[string]string{"number": query.Get("number")}}, OrderID: query.Get("order"),
		Over: query.Has("over"),
	})
}

func (v *visit) showFind(status int, view findView) error {
	view.frame = v.frame("")
	view.Private, v.private = true, true
	return v.show(status, "find", view)
}

// openMailedOrder opens the order of a mail's link with the link's token.
func (v *visit) openMailedOrder() error {
	v.page = "/orders/find"
	id, token := v.r.PostFormValue("order"), v.r.PostFormValue("token")
	page := "/orders/" + url.PathEscape(id)
	_, err := v.do(call{
		method: http.MethodGet, path: "/v1/orders/" + url.PathEscape(id), header: http.Header{"X-Order-Token": {token}},
	})
	if isProblem(err, http.StatusUnauthorized) || isProblem(err, http.StatusNotFound) {
		query := url.Values{"over": {"1"}}
		if number := v.r.PostFormValue("number"); number != "" {
			query.Set("number", number)
		}
		return v.redirect("/orders/find?" + query.Encode())
	}
	if err != nil {
		return err
	}
	v.session.grant(id, token)
	v.sessionChanged = true
	return v.redirect(page)
}

// sendOrderCode has a code mailed. The answer is the same whether or not there is such an order.
func (v *visit) sendOrderCode() error {
	v.page = "/orders/find"
	f := v.readForm("number", "email")
	var answer struct {
		LookupID string `json:"lookupId"`
	}
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/orders/lookup",
		body: map[string]string{"number": f.Value("number"), "email": f.Value("email")}, answer: &answer,
	})
	if f.failed(err, findFields...) {
		return v.showFind(v.refusal(f), findView{Form: f})
	}
	if err != nil {
		return err
	}
	v.ask(pending{Kind: pendingOrder, ID: answer.LookupID, Email: f.Value("email"), Number: f.Value("number")})
	return v.redirect("/orders/find/code")
}

// orderCode asks for the code that was mailed. The page can be loaded again without another one.
func (v *visit) orderCode() error {
	asked := v.asked(pendingOrder)
	if asked == nil {
		return v.redirect("/orders/find")
	}
	f := form{Values: map[string]string{"number": asked.Number, "email": asked.Email, "lookup": asked.ID}}
	return v.showFind(http.StatusOK, findView{Form: f, Sent: true})
}

// openFoundOrder opens the order with the code.
func (v *visit) openFoundOrder() error {
	v.page = "/orders/find"
	f := v.readForm("number", "email", "lookup", "code")
	body := map[string]string{"number": f.Value("number"), "email": f.Value("email"), "code": f.Value("code")}
	if id := f.Value("lookup"); id != "" {
		body["lookupId"] = id
	}
	var answer struct {
		OrderToken string `json:"orderToken"`
		Order      struct {
			ID string `json:"id"`
		} `json:"order"`
	}
	_, err := v.do(call{method: http.MethodPost, path: "/v1/orders/lookup/verify", body: body, answer: &answer})
	if f.failed(err, findFields...) {
		f.at("invalid_code", "code")
		return v.showFind(v.refusal(f), findView{Form: f, Sent: true})
	}
	if err != nil {
		return err
	}
	v.answered()
	v.session.grant(answer.Order.ID, answer.OrderToken)
	v.sessionChanged = true
	return v.redirect("/orders/" + answer.Order.ID)
}
