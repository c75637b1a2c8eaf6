package storefront

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// formScript is an interface that answers what stands around the forms with a key, and none of the
// forms themselves.
func formScript() script {
	down := scripted{status: http.StatusServiceUnavailable}
	item := object{"id": "i1", "name": "Cup", "quantity": 1, "returnable": 1, "withdrawable": 1}
	return script{
		"POST /v1/checkout": down, "POST /v1/reviews": down, "POST /v1/users/me/addresses": down, "POST /v1/wholesale/apply": down,
		"POST /v1/loyalty/redeem": down, "POST /v1/orders/o1/returns": down, "POST /v1/orders/o1/withdraw": down,
		"POST /v1/withdrawals": down, "POST /v1/orders/lookup": down, "POST /v1/orders/lookup/verify": down,
		"POST /v1/checkout/quote": gives(object{"itemCount": 1, "total": 12.9, "included": object{
			"cart": object{"id": "c1", "items": []object{item}}}}),
		"GET /v1/products/cup": gives(object{"id": "p1", "slug": "cup", "name": "Cup"}),
		"GET /v1/orders/o1": gives(object{"id": "o1", "number": "ORD-1", "stage": "delivered", "paymentStatus": "paid",
			"items": []object{item}, "allowedActions": []string{"return", "withdraw"}}),
		"GET /v1/loyalty/summary":  gives(object{"availablePoints": 700}),
		"GET /v1/loyalty/vouchers": gives(object{}),
		"GET /v1/loyalty/history":  gives(object{}),
	}
}

// A form without an answer is shown again with all that was typed, and with the key that it was
// sent with: it may have been done.
func TestFormWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, formScript())
	for path, name := range map[string]string{
		"/checkout": "line1", "/p/cup/reviews": "message", "/account/addresses/new": "line1", "/wholesale": "businessName",
		"/account/points": "", "/orders/o1/return": "reason", "/orders/o1/withdraw": "", "/withdraw": "number",
		"/orders/find": "number", "/orders/find/code": "number",
	} {
		fields := url.Values{
			"key": {"the-key-of-the-form"}, "order": {"1"}, "confirmed": {"1"}, "quantity-i1": {"1"}, "rating": {"5"}, "points": {"600"},
			"address": {addressNew}, "number": {"ORD-1"}, "fullName": {"Ada Lovelace"}, "email": {"ada@example.com"},
		}
		wants := []string{"Send the form again in a moment"}
		if name != "" {
			fields.Set(name, "What was typed")
			wants = append(wants, "What was typed")
		}
		if !strings.HasPrefix(path, "/orders/find") {
			wants = append(wants, `name="key" value="the-key-of-the-form"`)
		}
		page := bodyOf(t, v.post(path, fields, v.cookie(v.signedIn("Ada"))))
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
	}
}

// A form that was changed after the interface had done it says so, and can be sent as another one.
func TestFormThatWasDoneBefore(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, formScript())
	v.api.answers["POST /v1/users/me/addresses"] = refuses(http.StatusUnprocessableEntity, "idempotency_key_reused")
	fields := url.Values{"key": {"the-key-of-the-form"}, "line1": {"What was typed"}}
	page := mustShow(t, v.post("/de/account/addresses/new", fields, v.cookie(v.signedIn("Ada"))), http.StatusUnprocessableEntity,
		"What was typed", "Das Formular ist schon angekommen")
	if strings.Contains(page, "the-key-of-the-form") {
		t.Error("it has the key of the one before")
	}
}
