package storefront

import (
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
