package http

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
)

// crowd is customers of the shop, of whom every module has heard, with the database that their
// carts are in.
type crowd struct {
	db     *gorm.DB
	tokens []string
}

// newCrowd announces n customers with an address each, as identity would, and puts more into the
// stock than they can buy.
func (s *shop) newCrowd(b testing.TB, n int) *crowd {
	b.Helper()
	c := &crowd{db: kit.Open(b, s.url)}
	if _, err := eventbus.New(c.db, eventbus.Options{}); err != nil {
		b.Fatal(err)
	}
	issue := s.issuer(b)
	const batch = 256
	for len(c.tokens) < n {
		var news []eventbus.Event
		for range min(batch, n-len(c.tokens)) {
			p := auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "retail", Name: "Ada Lovelace"}
			p.Email = p.UserID + "@example.com"
			c.tokens = append(c.tokens, issue(p))
			news = append(news,
				identity.AccountCreated{
					UserID: p.UserID, Origin: identity.OriginRegistration, Role: identity.Role(p.Role), AccountType: identity.AccountType(p.AccountType),
					Locale: "en", CreatedAt: clock.System().Now(), Email: p.Email, FullName: p.Name,
				},
				identity.AddressSaved{
					UserID: p.UserID, AddressID: id.New(), IsDefault: true, FullName: p.Name, Line1: "Unter den Linden 1", City: "Berlin",
					PostalCode: "10117", Country: "DE",
				})
		}
		c.must(b, database.InTx(b.Context(), c.db, func(tx *gorm.DB) error { return eventbus.Publish(b.Context(), tx, news...) }))
	}
	c.must(b, c.db.Exec(`UPDATE ordering_stock SET on_hand = 1000000000, announced = 1000000000 - reserved`).Error)
	c.quiet(b)
	return c
}

// issuer signs access tokens as the service does.
func (s *shop) issuer(b testing.TB) func(auth.Principal) string {
	b.Helper()
	keys, err := auth.LoadKeys(s.keys)
	if err != nil {
		b.Fatal(err)
	}
	authority := auth.New(nil, auth.Options{Keys: keys, Issuer: s.Base, Audience: "orderd", Clock: clock.System()})
	return func(p auth.Principal) string {
		token, _, err := authority.Issue(p)
		if err != nil {
			b.Fatal(err)
		}
		return token
	}
}

func (c *crowd) must(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// quiet waits until every event is handled, and returns how long that took.
func (c *crowd) quiet(b testing.TB) time.Duration {
	b.Helper()
	began := time.Now()
	for {
		var left int64
		c.must(b, c.db.Raw(`SELECT count(*) FROM deliveries WHERE dead_id IS NULL`).Scan(&left).Error)
		if left == 0 {
			return time.Since(began)
		}
		if time.Since(began) > 2*time.Minute {
			b.Fatalf("%d deliveries are left", left)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// fill gives a cart with 3 lines to each customer who has none, as they would by 3 calls.
func (c *crowd) fill(ctx context.Context) error {
	return c.db.WithContext(ctx).Exec(`WITH fresh AS (
			INSERT INTO ordering_carts (id, user_id, codes, created_at, updated_at) SELECT gen_random_uuid(), b.user_id, '[]', now(), now()
			FROM ordering_buyers b WHERE b.full_name = 'Ada Lovelace' AND NOT EXISTS (SELECT 1 FROM ordering_carts c WHERE c.user_id = b.user_id)
			RETURNING id, ('x' || left(md5(id::text), 7))::bit(28)::int AS dice
		), shelf AS (
			SELECT id, price_cents, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM ordering_variants WHERE sold
		)
		INSERT INTO ordering_cart_items (id, cart_id, variant_id, quantity, unit_price_cents)
		SELECT gen_random_uuid(), f.id, s.id, 1 + f.dice % 3, s.price_cents FROM fresh f JOIN shelf s
			ON s.place IN (f.dice % s.places, (f.dice + s.places / 3) % s.places, (f.dice + 2 * s.places / 3) % s.places)`).Error
}

// post is a POST of the body.
func post(path, body string, headers ...string) []byte {
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", path, len(body))
	for _, h := range headers {
		head += h + "\r\n"
	}
	return []byte(head + "\r\n" + body)
}
