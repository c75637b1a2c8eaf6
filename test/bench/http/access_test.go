package http

import (
	"fmt"
	"sync/atomic"
	"testing"

	"orderd/test/kit"
)

// BenchmarkAccess compares what an admin reads with a key to the same with a token, and checkouts
// of guests to those of users, whose events no consumer handles.
func BenchmarkAccess(b *testing.B) {
	s := openShop(b)
	c := s.newCrowd(b, customers)
	method := c.standardMethod(b)
	unsubscribe(b, c)
	guests := &guestCrowd{crowd: c, method: method}
	compare(b, "guests' checkout; the floor is users'", 0.9,
		side{addr: s.addr(), next: c.orders(method, false), ready: func() { c.must(b, c.fill(b.Context())) }},
		side{addr: s.addr(), next: guests.orders(), ready: func() { guests.fill(b) }})

	admin := s.asAdmin(b)
	key := admin.Do(b, "POST", "/v1/admin/api-keys", map[string]any{"name": "Bench", "scopes": []string{"orders:read"}}).Require(b, 201).
		Text("key")
	const path = "/v1/admin/orders?limit=20"
	compare(b, "GET "+path+" with a key; the floor is a token", 0.91,
		side{addr: s.addr(), next: again(get(path, bearer(s.adminToken(b))))}, side{addr: s.addr(), next: again(get(path, bearer(key)))})
}

// adminToken is a new access token of the admin: one lives 10 minutes.
func (s *shop) adminToken(b testing.TB) string {
	b.Helper()
	return kit.NewAPI(s.Base, nil).Do(b, "POST", "/v1/auth/login", map[string]string{"email": adminEmail, "password": adminPassword}).
		Require(b, 200).Text("accessToken")
}

func (s *shop) asAdmin(b testing.TB) *kit.API {
	b.Helper()
	return kit.NewAPI(s.Base, nil).As(s.adminToken(b))
}

// guestCrowd is guests with full carts. A guest's cart becomes one order.
type guestCrowd struct {
	*crowd
	method string
	made   int64 // carts
	taken  atomic.Int64
}

// guestToken is the token of the n-th cart.
func guestToken(n int64) string { return fmt.Sprintf("guest-%037d", n) }

// fill gives so many guests a cart with 3 lines that there are as many as users have.
func (g *guestCrowd) fill(b *testing.B) {
	b.Helper()
	more := g.taken.Load() + customers - g.made
	g.must(b, g.db.Exec(`WITH fresh AS (
			INSERT INTO ordering_carts (id, token_hash, codes, created_at, updated_at)
			SELECT gen_random_uuid(), encode(sha256(convert_to('guest-' || lpad(n::text, 37, '0'), 'UTF8')), 'hex'), '[]', now(), now()
			FROM generate_series(?::bigint, ?::bigint) n
			RETURNING id, ('x' || left(md5(id::text), 7))::bit(28)::int AS dice
		), shelf AS (
			SELECT id, price_cents, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM ordering_variants WHERE sold
		)
		INSERT INTO ordering_cart_items (id, cart_id, variant_id, quantity, unit_price_cents)
		SELECT gen_random_uuid(), f.id, s.id, 1 + f.dice % 3, s.price_cents FROM fresh f JOIN shelf s
			ON s.place IN (f.dice % s.places, (f.dice + s.places / 3) % s.places, (f.dice + 2 * s.places / 3) % s.places)`,
		g.made+1, g.made+more).Error)
	g.made += more
}

// orders is checkouts of the guests, one after the other.
func (g *guestCrowd) orders() requests {
	return func() []byte {
		n := g.taken.Add(1)
		body :=
			fmt.Sprintf(`{"shippingMethodId":%q,"paymentMethod":"bank_transfer","contact":{"email":"guest%d@example.com","fullName":"Ada Lovelace"},`+
				`"shipTo":{"fullName":"Ada Lovelace","line1":"Unter den Linden 1","city":"Berlin","postalCode":"10117","country":"DE"}}`, g.method, n)
		return post("/v1/checkout", body, "X-Cart-Token: "+guestToken(n))
	}
}
