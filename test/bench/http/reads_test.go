package http

import (
	"net/http"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
)

const (
	productPage  = "/v1/products/filter-mug-workshop"
	productList  = "/v1/products?limit=20"
	filteredList = "/v1/products?category=coffee&inStock=true&sort=price&limit=20"
)

// read is a GET of the path, with a token or without one, and what its rate must reach beside the
// floor's.
type read struct {
	what, path, token string
	bar               float64
}

// shopReads are the caller's profile, a product page and two lists of products, as everybody and as
// a customer reads them.
func (s *shop) shopReads(b testing.TB) []read {
	customer := s.issuer(b)(auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "retail"})
	return []read{
		{"profile", "/v1/users/me", s.token, 0.7},
		{"product page", productPage, "", 0.6},
		{"product page, with a token", productPage, customer, 0.6},
		{"product list", productList, "", 0.6},
		{"product list, filtered", filteredList, "", 0.6},
		{"product list, filtered, with a token", filteredList, customer, 0.6},
	}
}

// buyerReads are what a customer reads who has ordered before and is about to order again.
func (s *shop) buyerReads(b testing.TB) []read {
	buyer := s.newBuyer(b)
	return []read{
		{"20 orders", "/v1/orders?limit=20", buyer, 0.6},
		{"cart of 3 lines", "/v1/cart", buyer, 0.6},
		{"20 notifications", "/v1/notifications?limit=20", buyer, 0.6},
	}
}

// BenchmarkReads compares what a shop's visitors read.
func BenchmarkReads(b *testing.B) {
	s := openShop(b)
	s.compareReads(b, s.shopReads(b))
	for _, path := range []string{productPage, productList} {
		known, err := http.Get(s.Base + path)
		if err != nil {
			b.Fatal(err)
		}
		_ = known.Body.Close()
		compare(b, "not modified: "+path, 0, side{addr: s.floor, next: again(get(path))},
			side{addr: s.addr(), next: again(get(path, "If-None-Match: "+known.Header.Get("ETag")))})
	}
}

// BenchmarkBuyer compares what its buyers read.
func BenchmarkBuyer(b *testing.B) {
	s := openShop(b)
	s.compareReads(b, s.buyerReads(b))
}

func (s *shop) compareReads(b *testing.B, reads []read) {
	b.Helper()
	for _, r := range reads {
		var headers []string
		if r.token != "" {
			headers = append(headers, bearer(r.token))
		}
		s.sameAnswer(b, r.path, r.token)
		request := again(get(r.path, headers...))
		compare(b, r.what, r.bar, side{addr: s.floor, next: request}, side{addr: s.addr(), next: request})
	}
}

// The floor answers what the service answers, so that their rates can be compared.
func TestFloor(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	// Orders change the stock that the shop shows.
	for _, reads := range []func(testing.TB) []read{s.shopReads, s.buyerReads} {
		for _, r := range reads(t) {
			s.sameAnswer(t, r.path, r.token)
		}
	}
}
