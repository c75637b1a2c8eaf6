package storefront

import (
	"cmp"
	"net/http"
	"net/url"
	"testing"
)

// A wrong code for an order is a fault of its field.
func TestWrongCodeOfAnOrder(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{"POST /v1/orders/lookup/verify": refuses(http.StatusBadRequest, "invalid_code")})
	mustShow(t, v.post("/orders/find/code", url.Values{"number": {"ORD-1"}, "code": {"1"}}), http.StatusUnprocessableEntity,
		`href="#code"`, `id="code-e"`)
}

// The code for an order is asked for on a page of its own: one that is loaded anew mails no other.
func TestCodeOfAnOrderIsMailedOnce(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/orders/lookup":        gives(map[string]any{"lookupId": "L1"}),
		"POST /v1/orders/lookup/verify": gives(map[string]any{"orderToken": "token", "order": map[string]any{"id": "o1"}}),
	})
	named := url.Values{"number": {"ORD-1"}, "email": {"ada@example.com"}}
	r := v.post("/de/orders/find", named)
	mustLead(t, r, "/de/orders/find/code")
	kept := v.kept(r)
	for range 2 {
		mustShow(t, v.get("/orders/find/code", v.cookie(*kept)), http.StatusOK, "ORD-1", "ada@example.com", `name="code"`)
	}
	if n := v.api.count("POST /v1/orders/lookup"); n != 1 {
		t.Errorf("%d codes were mailed, want 1", n)
	}
	mustLead(t, v.get("/orders/find/code"), "/orders/find")
	done := v.post("/orders/find/code", url.Values{"number": {"ORD-1"}, "lookup": {"L1"}, "code": {"123456"}}, v.cookie(*kept))
	mustLead(t, done, "/orders/o1")
	if kept := cmp.Or(v.kept(done), &session{}); kept.grantOf("o1") != "token" || kept.Pending != nil {
		t.Errorf("the browser keeps %+v", kept)
	}
}
