package http

import (
	"net/http"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
)

// BenchmarkReads compares the caller's profile, a product page and two lists of products, as
// everybody and as a customer reads them.
func BenchmarkReads(b *testing.B) {
	const (
		page     = "/v1/products/filter-mug-workshop"
		list     = "/v1/products?limit=20"
		filtered = "/v1/products?category=coffee&inStock=true&sort=price&limit=20"
	)
	s := openShop(b)
	customer := s.issuer(b)(auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "retail"})
	for _, r := range []struct {
		what, path, token string
		bar               float64
	}{
		{"profile", "/v1/users/me", s.token, 0.7},
		{"product page", page, "", 0.6},
		{"product page, with a token", page, customer, 0.6},
		{"product list", list, "", 0.6},
		{"product list, filtered", filtered, "", 0.6},
		{"product list, filtered, with a token", filtered, customer, 0.6},
	} {
		var headers []string
		if r.token != "" {
			headers = append(headers, bearer(r.token))
		}
		s.sameAnswer(b, r.path, r.token)
		request := again(get(r.path, headers...))
		compare(b, r.what, r.bar, side{addr: s.floor, next: request}, side{addr: s.addr(), next: request})
	}
	for _, path := range []string{page, list} {
		known, err := http.Get(s.Base + path)
		if err != nil {
			b.Fatal(err)
		}
		_ = known.Body.Close()
		compare(b, "not modified: "+path, 0, side{addr: s.floor, next: again(get(path))},
			side{addr: s.addr(), next: again(get(path, "If-None-Match: "+known.Header.Get("ETag")))})
	}
}
