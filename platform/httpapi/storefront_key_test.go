package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/secret"
	"orderd/test/kit"
)

// A storefront's calls count by the visitor for whom it asks, as if the visitor called, whatever
// token the visitor has; those for no visitor are reads, and count by the key.
func TestStorefrontKey(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{
		"reads_anonymous": "1/1m", "writes_anonymous": "1/1m", "reads": "1/1m", "storefront": "3/1m", "bad_tokens": "2/1m",
	}))
	text, _ := b.newKey(t, auth.ScopeRender)
	shop := b.api(t).With("X-Storefront-Key", text)
	ada, eve := shop.With("X-Visitor-Address", "203.0.113.9"), shop.With("X-Visitor-Address", "2001:db8:1:2::7")
	customer := b.customer(t).With("X-Storefront-Key", text)       // counts as ever, by user
	neighbour := shop.With("X-Visitor-Address", "2001:db8:1:2::8") // of the same /64
	for i, call := range []struct {
		who          *kit.API
		method, path string
		status       int
	}{
		{ada, "GET", "/v1/things", 200}, {ada, "GET", "/v1/things", 429}, {eve, "GET", "/v1/things", 200},
		{neighbour, "GET", "/v1/things", 429}, {b.api(t), "GET", "/v1/things", 200}, {b.api(t), "GET", "/v1/things", 429},
		// Without the key it is ignored.
		{b.api(t).With("X-Visitor-Address", "198.51.100.1"), "GET", "/v1/things", 429},
		{shop, "GET", "/v1/things", 200}, {shop, "GET", "/v1/things", 200}, {shop, "GET", "/v1/things", 200},
		{shop, "GET", "/v1/things", 429},
		{customer, "GET", "/v1/greeting", 200}, {customer, "GET", "/v1/greeting", 429},
		{ada.With("X-Cart-Token", "c"), "PUT", "/v1/cart", 200}, {ada.With("X-Cart-Token", "d"), "PUT", "/v1/cart", 429},
		{eve.With("X-Cart-Token", "e"), "PUT", "/v1/cart", 200},
		{ada.As("nonsense"), "GET", "/v1/greeting", 401}, {ada.As("nonsense"), "GET", "/v1/greeting", 401},
		{ada.As("nonsense"), "GET", "/v1/greeting", 429}, {eve.As("nonsense"), "GET", "/v1/greeting", 401},
	} {
		if a := call.who.Do(t, call.method, call.path, nil); a.Status != call.status {
			t.Fatalf("call %d, %s %s: %d, want %d: %s", i, call.method, call.path, a.Status, call.status, a.Body)
		}
	}
}

// All machines of a storefront share what its key may read for no visitor; another key has its own.
func TestReadsOfAStorefrontKey(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"reads_anonymous": "1/1m", "storefront": "3/1m"}), trusting)
	mine, _ := b.newKey(t, auth.ScopeRender)
	theirs, _ := b.newKey(t, auth.ScopeRender)
	read := func(key, from string) int {
		return b.api(t).With("X-Storefront-Key", key).With("X-Forwarded-For", from).Do(t, "GET", "/v1/things", nil).Status
	}
	for _, from := range []string{"198.51.100.1", "198.51.100.2", "198.51.100.3"} {
		if status := read(mine, from); status != 200 {
			t.Errorf("%s: %d", from, status)
		}
	}
	if status := read(mine, "198.51.100.4"); status != 429 {
		t.Errorf("the fourth machine: %d", status)
	}
	if status := read(theirs, "198.51.100.1"); status != 200 {
		t.Errorf("another key: %d", status)
	}
}

// What is kept by address is kept by the visitor's, though all come from one machine: the limits of
// an operation, idempotency keys, and the network that codes, passwords and orders count by.
func TestVisitorsOfAStorefront(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"login": "1/1m"}), func(o *httpapi.Options) {
		o.Secret = secret.New("a secret of thirty-two characters or more")
	})
	var networks []string
	b.take = func(ctx context.Context, _, _ string) error {
		networks = append(networks, httpapi.NetworkDigest(ctx))
		return nil
	}
	text, _ := b.newKey(t, auth.ScopeRender)
	shop := b.api(t).With("X-Storefront-Key", text)
	ada, eve := shop.With("X-Visitor-Address", "203.0.113.9"), shop.With("X-Visitor-Address", "198.51.100.7")
	for _, visitor := range []*kit.API{ada, eve} {
		visitor.Do(t, "POST", "/v1/login", nil).Require(t, 200)
		visitor.Do(t, "POST", "/v1/login", nil).Require(t, 429, "rate_limited")
	}
	if len(networks) != 2 || networks[0] == networks[1] {
		t.Errorf("two visitors come from %q", networks)
	}
	suggest := func(visitor *kit.API) kit.Answer {
		return visitor.With("Idempotency-Key", "k").Do(t, "POST", "/v1/suggestions", nil).Require(t, 200)
	}
	one, two := suggest(ada), suggest(eve)
	if one.Text("hello") == two.Text("hello") {
		t.Errorf("a visitor got the answer of another: %s", two.Body)
	}
	same(t, one, suggest(ada))
	same(t, two, suggest(eve))
}

func TestWrongStorefrontKeys(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		text, _ := b.newKey(t, auth.ScopeRender)
		other, _ := b.newKey(t, "things:approve")
		shop := b.api(t).With("X-Storefront-Key", text)
		past := time.Now().Add(-time.Hour) // by the stopped clock, too
		revoked, _ := b.saveKey(t, auth.APIKey{Scopes: auth.ScopesOf(auth.ScopeRender), Revoked: true})
		expired, _ := b.saveKey(t, auth.APIKey{Scopes: auth.ScopesOf(auth.ScopeRender), ExpiresAt: &past})
		for _, key := range []string{"x", auth.NewKey(), revoked, expired} {
			b.api(t).With("X-Storefront-Key", key).Do(t, "GET", "/v1/things", nil).Require(t, 401, "unauthenticated")
		}
		b.api(t).With("X-Storefront-Key", other).Do(t, "GET", "/v1/things", nil).Require(t, 403, "forbidden").
			RequireFields(t, kit.Fields{"requiredScope": "storefront:render"})
		for header, want := range map[string]string{"": "required", "there": "bad_format", "10.0.0.1:80": "bad_format", "10.0.0": "bad_format"} {
			api := shop
			if header != "" {
				api = shop.With("X-Visitor-Address", header)
			}
			for method, path := range map[string]string{"POST": "/v1/login", "GET": "/v1/things"} {
				if method == "GET" && header == "" {
					continue // a read needs none
				}
				got := api.Do(t, method, path, nil).Require(t, 422, "validation_failed")
				if pointers := strings.Join(got.Pointers(), " "); pointers != "X-Visitor-Address "+want {
					t.Errorf("%s, %q: %s", method, header, pointers)
				}
			}
		}
		// The key opens nothing.
		b.api(t).As(text).Do(t, "POST", "/v1/admin/things/x/approve", nil).Require(t, 403, "forbidden")
		shop.Do(t, "GET", "/v1/greeting", nil).Require(t, 200).RequireFields(t, kit.Fields{"hello": "anonymous "})
		shop.With("X-Visitor-Address", "203.0.113.9").Do(t, "DELETE", "/v1/things/x", nil).Require(t, 401, "unauthenticated")
		// Browsers may not send it.
		allowed := b.api(t).With("Origin", "https://shop.example").With("Access-Control-Request-Method", "GET").
			Do(t, http.MethodOptions, "/v1/things", nil).Header.Get("Access-Control-Allow-Headers")
		if strings.Contains(strings.ToLower(allowed), "storefront") || strings.Contains(strings.ToLower(allowed), "visitor") {
			t.Error(allowed)
		}
	})
}

// The staff's calls are judged by the key that they show too, but are no visitor's: they need no
// address, and count as without the key.
func TestStorefrontKeysOfStaff(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		const find, approve = "/v1/admin/things", "/v1/admin/things/x/approve"
		staff := b.admin(t)
		good, _ := b.newKey(t, auth.ScopeRender)
		other, _ := b.newKey(t, "things:read")
		revoked, _ := b.saveKey(t, auth.APIKey{Scopes: auth.ScopesOf(auth.ScopeRender), Revoked: true})
		for _, key := range []string{"x", auth.NewKey(), revoked} {
			staff.With("X-Storefront-Key", key).Do(t, "GET", find, nil).Require(t, 401, "unauthenticated")
			staff.With("X-Storefront-Key", key).Do(t, "POST", approve, nil).Require(t, 401, "unauthenticated")
		}
		staff.With("X-Storefront-Key", other).Do(t, "GET", find, nil).Require(t, 403, "forbidden").
			RequireFields(t, kit.Fields{"requiredScope": "storefront:render"})
		for _, call := range [][2]string{{"GET", find}, {"POST", approve}} {
			want := staff.Do(t, call[0], call[1], nil).Status
			for _, visitor := range []string{"", "there", "203.0.113.9"} {
				api := staff.With("X-Storefront-Key", good)
				if visitor != "" {
					api = api.With("X-Visitor-Address", visitor)
				}
				api.Do(t, call[0], call[1], nil).Require(t, want)
			}
		}
	})
}

// A read that ends in 304 counts against no limit.
func TestUnchangedReadsCostNothing(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"reads_anonymous": "3/1m"}))
	const path = "/v1/price"
	got := b.api(t).Do(t, "GET", path, nil).Require(t, 200)
	again := b.api(t).With("If-None-Match", got.Header.Get("ETag"))
	for range 5 {
		if quota := again.Do(t, "GET", path, nil).Require(t, 304).Header.Get("RateLimit"); quota != `"reads_anonymous";r=2;t=20` {
			t.Fatal(quota)
		}
	}
	b.api(t).Do(t, "GET", path, nil).Require(t, 200)
	b.api(t).Do(t, "GET", path, nil).Require(t, 200)
	again.Do(t, "GET", path, nil).Require(t, 429, "rate_limited")
}

// So does a stream that says itself that nothing has changed.
func TestUnchangedStreamsCostNothing(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(w *httpapi.Stream) bool{
		"a list": func(w *httpapi.Stream) bool { return w.NotModified(`"1"`) },
		"a file": func(w *httpapi.Stream) bool { return w.Attach("names.txt", `"1"`, len("Ada")) },
	} {
		b := plain(t, limited(map[string]string{"reads_anonymous": "3/1m"}))
		httpapi.HandleStream(b.Router, httpapi.OptionalUser, httpapi.Op{
			ID: "streamNames", Method: "GET", Path: "/v1/names", Summary: "List names", Produces: "text/plain", Cached: true,
		}, func(_ context.Context, _ *struct{}, w *httpapi.Stream) error {
			if begin(w) {
				return nil
			}
			_, err := w.Write([]byte("Ada"))
			return err
		})
		got := b.api(t).Do(t, "GET", "/v1/names", nil).Require(t, 200)
		again := b.api(t).With("If-None-Match", got.Header.Get("ETag"))
		for range 5 {
			if quota := again.Do(t, "GET", "/v1/names", nil).Require(t, 304).Header.Get("RateLimit"); quota != `"reads_anonymous";r=2;t=20` {
				t.Fatalf("%s: %s", name, quota)
			}
		}
	}
}
