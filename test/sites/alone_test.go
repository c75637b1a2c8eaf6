package sites

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"orderd/test/kit"
)

// Each site answers all that its modules own while NATS or the other site is away: reads, writes,
// logins and orders. What was written meanwhile reaches the other site when it is back.
func TestSitesAnswerAlone(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.newBuyer()
	for n, one := range []struct {
		what        string
		leave, back func()
		answering   []int // the sites
	}{
		{"NATS away", s.NATS.Stop, func() { s.require(s.NATS.Start()) }, []int{0, 1}},
		{"the other site's process away", s.Sites[1].Process.Kill, s.Sites[1].Process.Start, []int{0}},
		{"the other site's process away, seen from the catalogue", s.Sites[0].Process.Kill, s.Sites[0].Process.Start, []int{1}},
		{"the other site's database away", func() { s.require(s.servers[1].Halt()) }, func() { s.require(s.servers[1].Resume()) }, []int{0}},
	} {
		one.leave()
		for _, site := range one.answering {
			s.requireAnswers(one.what, site, s.calls(site, b, n))
		}
		one.back()
	}
	// All writes of the loop have reached the other site: orders the mailer, a product the stock.
	s.awaitRest()
	s.requireOrders(3)
	kit.Eventually(t, "products of the catalogue are in the stock", func() error {
		stocked := int(s.must(s.admin, "GET", "/v1/admin/stock?limit=1", nil, 200).Number("meta.total"))
		return atLeast(stocked, len(s.products)+2)
	})
}

func (s *shop) require(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// request is one that must be answered with the status.
type request struct {
	token, method, path string
	body                any
	status              int
}

// calls are one of each kind of operation of a site. n makes their names unique.
func (s *shop) calls(site int, b *buyer, n int) []request {
	if site == 1 {
		product := "/v1/products/" + s.products[0]
		return []request{
			{"", "GET", "/v1/products", nil, 200}, {"", "GET", product, nil, 200},
			{"", "GET", "/v1/products/facets", nil, 200}, {"", "GET", "/v1/brands", nil, 200}, {"", "GET", "/v1/categories", nil, 200},
			{b.token, "GET", "/v1/notifications", nil, 200},
			{s.admin, "GET", "/v1/admin/mails", nil, 200}, {s.admin, "GET", "/v1/admin/products", nil, 200},
			{s.admin, "GET", "/v1/admin/payments/tasks", nil, 200},
			{s.admin, "POST", "/v1/admin/products", object{
				"name": fmt.Sprintf("Grinder %d", n), "status": "active", "variants": []object{{"sku": fmt.Sprintf("GRIND-%d", n), "price": 9.99}},
			}, 201},
		}
	}
	address := object{"fullName": "Ada", "line1": "Torstr. 12", "city": "Berlin", "postalCode": "10119", "country": "DE"}
	return []request{
		{"", "POST", "/v1/auth/register", object{"email": fmt.Sprintf("alone.%d@example.com", n), "password": password, "fullName": "Ada"}, 202},
		{"", "POST", "/v1/auth/login", object{"email": b.email, "password": password}, 200},
		{b.token, "PATCH", "/v1/users/me", object{"fullName": fmt.Sprintf("Ada %d", n)}, 200}, {b.token, "GET", "/v1/users/me", nil, 200},
		{b.token, "POST", "/v1/users/me/addresses", address, 201},
		{b.token, "POST", "/v1/cart/items", object{"productId": s.products[0], "quantity": 1}, 201}, {b.token, "GET", "/v1/cart", nil, 200},
		{b.token, "POST", checkout, s.checkout(), 201},
		{b.token, "GET", "/v1/orders", nil, 200}, {b.token, "GET", "/v1/shipping-methods", nil, 200}, {b.token, "GET", "/v1/customers", nil, 200},
		{b.token, "GET", "/v1/loyalty/summary", nil, 200},
		{"", "GET", "/v1/products/" + s.products[0] + "/reviews", nil, 200},
		{s.admin, "GET", "/v1/admin/orders", nil, 200}, {s.admin, "GET", "/v1/admin/users", nil, 200},
		{s.admin, "GET", "/v1/admin/audit", nil, 200},
		{s.admin, "GET", "/v1/admin/events", nil, 200}, {s.admin, "GET", "/v1/admin/wholesale/applications", nil, 200},
		{s.admin, "PUT", "/v1/admin/stock/" + s.variants[1], object{"onHand": 1_000_000}, 200},
	}
}

// answerTime is within what the service answers, whatever happens, and what a busy machine adds.
const answerTime = 12 * time.Second

// requireAnswers makes each request once: the site answers it in time, and is ready.
func (s *shop) requireAnswers(what string, site int, requests []request) {
	s.Helper()
	process := s.Sites[site].Process
	for _, r := range requests {
		if owner := s.Of(r.path); owner != s.Sites[site] {
			s.Fatalf("%s %s is answered by %s", r.method, r.path, owner.Name)
		}
		ctx, cancel := context.WithTimeout(s.Context(), answerTime)
		if _, err := s.call(ctx, r.token, r.method, r.path, r.body, r.status); err != nil {
			s.Errorf("%s: site %d: %v", what, site+1, err)
		}
		cancel()
	}
	ready, err := http.Get(process.Base + "/readyz")
	if err != nil {
		s.Fatal(err)
	}
	_ = ready.Body.Close()
	if ready.StatusCode != 200 {
		s.Errorf("%s: site %d is not ready: %s", what, site+1, ready.Status)
	}
}
