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
