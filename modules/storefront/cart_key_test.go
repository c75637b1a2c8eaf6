package storefront

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// A form that is sent again with its key, after an answer that was lost, adds nothing twice. One
// that was changed since is another one.
func TestAddingToTheCartOnce(t *testing.T) {
	t.Parallel()
	var keys []string
	v := newVisitors(t, ownURL, script{"POST /v1/cart/items": {serve: func(r *http.Request) scripted {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		if keys[0] == "changed" && len(keys) == 1 {
			return refuses(http.StatusUnprocessableEntity, codeKeyReused)
		}
		header := http.Header{"X-Cart-Token": {"of the cart"}}
		return scripted{status: http.StatusCreated, header: header, body: object{"itemCount": 2}}
	}}})
	add := func(key string, cookies ...*http.Cookie) *http.Response {
		fields := url.Values{"product": {"p1"}, "quantity": {"2"}, "back": {"/p/cup"}, "key": {key}}
		r := v.post("/cart/items", fields, cookies...)
		mustLead(t, r, "/p/cup?said=added")
		return r
	}
	first := add("sent")
	if len(keys) != 1 || keys[0] != "sent" {
		t.Fatalf("it is sent with the keys %q", keys)
	}
	// The interface knows a form by its cart, which the first one had not.
	cart := v.cookie(*v.kept(first))
	if add("sent", cart); len(keys) != 1 {
		t.Errorf("what has made the cart is sent again: %q", keys)
	}
	if add("another", cart); len(keys) != 2 || keys[1] != "another" {
		t.Errorf("another form is sent with the keys %q", keys)
	}
	if add(strings.Repeat("x", 5000), cart); len(keys) != 3 {
		t.Errorf("a long key is sent with the keys %q", keys)
	}
	keys = nil
	add("changed")
	if len(keys) != 2 || keys[1] == "" || keys[1] == "changed" {
		t.Errorf("what was changed is sent with the keys %q", keys)
	}
}

// The page of a product has a key where it is the visitor's own, and none where strangers share it:
// theirs would be one for all.
func TestKeyOfAProductsPage(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	key := regexp.MustCompile(`<input type="hidden" name="key" value="([^"]+)" form="buy">`)
	keyOf := func(s session) string {
		found := key.FindStringSubmatch(f.get("/p/cup", s).require(t, http.StatusOK, `id="buy"`).text)
		return strings.Join(found[min(len(found), 1):], "")
	}
	if stranger, guest := keyOf(session{}), keyOf(f.guest(1)); stranger+guest != "" {
		t.Errorf("strangers have the key %q, guests %q", stranger, guest)
	}
	if first, second := keyOf(f.wholesaler()), keyOf(f.wholesaler()); first == "" || first == second {
		t.Errorf("two pages have the keys %q and %q", first, second)
	}
}

// Why something was not added is said rightly: a variant may be withdrawn while its page is open.
func TestWhyItWasNotAdded(t *testing.T) {
	t.Parallel()
	for pointer, said := range map[string]string{"/variantId": "gone", "/quantity": "notAdded"} {
		v := newVisitors(t, ownURL, script{"POST /v1/cart/items": {status: http.StatusUnprocessableEntity, body: object{
			"status": 422, "code": "validation_failed", "errors": []object{{"pointer": pointer, "code": "not_allowed"}},
		}}})
		fields := url.Values{"product": {"p1"}, "variant": {"v1"}, "back": {"/p/cup"}}
		mustLead(t, v.post("/cart/items", fields), "/p/cup?said="+said)
	}
}

// A code that takes nothing off beside others is named in the cart, where it can be taken out, and
// stops no checkout; a voucher waits in an empty cart. A code that is refused there is named, too.
func TestCodesThatTakeNothingOff(t *testing.T) {
	t.Parallel()
	items := []object{{"id": "i1", "name": "Cup", "slug": "cup", "quantity": 1, "unitPrice": 10, "lineTotal": 10}}
	for _, row := range []struct {
		items    []object
		discount object
		want     string
	}{
		{items, object{"code": "V-1", "kind": "voucher", "amount": 0}, "Voucher V-1 is not needed for this cart"},
		{items, object{"code": "V-1", "kind": "voucher", "amount": 10}, ""},
		{items, object{"code": "V-1", "kind": "percent", "amount": 0}, "Code V-1 takes nothing off beside the one that came before it."},
		{nil, object{"code": "V-1", "kind": "voucher", "amount": 0}, "Voucher V-1 waits for your next cart."},
	} {
		v := newVisitors(t, ownURL, script{
			"GET /v1/cart": gives(object{
				"id": "c", "items": row.items, "discounts": []object{row.discount},
				"issues": []object{{"code": "other_code", "name": "V-1", "itemId": nil}},
			}),
			"POST /v1/cart/discounts": refuses(http.StatusUnprocessableEntity, "code_not_applicable"),
		})
		cookie := v.cookie(v.signedIn("Ada"))
		page := mustShow(t, v.get("/cart", cookie), http.StatusOK, row.want)
		if stops := strings.Contains(page, "/cart/mend"); stops {
			t.Errorf("%v stops the checkout", row.discount)
		}
		if has := strings.Contains(page, `name="code" value="V-1"`); has != (row.want != "" || len(row.items) > 0) {
			t.Errorf("%v can be taken out: %t", row.discount, has)
		}
		mustShow(t, v.post("/cart/codes", url.Values{"code": {"NO"}}, cookie), http.StatusUnprocessableEntity, "of the interface")
	}
}
