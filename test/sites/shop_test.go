package sites

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
	orderd "orderd/test/kit/sites"
)

type object map[string]any

// split is the modules of the two sites of a shop: the shop, and what it shows and writes to
// customers. Events go both ways.
var split = []string{"identity,ordering,recipients,wholesale,backoffice,loyalty,reviews", "payments,mailer,notifications,catalog"}

// shop is the service as two sites, each a process with a PostgreSQL server of its own.
type shop struct {
	*testing.T
	*orderd.World
	servers   []*postgres.Server
	databases []*gorm.DB
	admin     string // token

	products, variants []string
	method             string // of shipping

	random *rand.Rand

	mu     sync.Mutex
	orders []string // the ids of those that were acknowledged
}

// openShop starts the sites and puts two products on sale, of which there are always enough.
func openShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{T: t, random: kit.Rand(t)}
	var urls []string
	for range split {
		server := kit.PostgresServer(t)
		s.servers, urls = append(s.servers, server), append(urls, server.URL("postgres"))
	}
	s.World = orderd.StartOn(t, urls, split)
	for _, address := range urls {
		s.databases = append(s.databases, kit.Open(t, address+"&statement_timeout=2min"))
	}
	s.admin = s.must("", "POST", "/v1/auth/login", object{"email": orderd.Admin, "password": orderd.Password}, 200).Text("accessToken")
	for n := range 2 {
		s.addProduct(fmt.Sprintf("MOKA-%d", n))
	}
	s.method = s.must(s.admin, "POST", "/v1/admin/shipping-methods", object{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4},
		201).Text("id")
	return s
}

// addProduct puts a product on sale: at the site of the catalogue, and when the other one has heard
// of it, into the stock.
func (s *shop) addProduct(sku string) {
	s.Helper()
	made := s.must(s.admin, "POST", "/v1/admin/products", object{
		"name": "Moka pot " + sku, "status": "active", "variants": []object{{"sku": sku, "price": 19.99}},
	}, 201)
	variant := made.Text("variants.0.id")
	kit.Within(s, patience, "the stock of a new product can be counted", func() error {
		_, err := s.call(s.Context(), s.admin, "PUT", "/v1/admin/stock/"+variant, object{"onHand": 1_000_000}, 200)
		return err
	})
	s.products, s.variants = append(s.products, made.Text("id")), append(s.variants, variant)
}

// call calls the site of the path as a good client does: with one key, again while the service is
// away or busy with the first attempt, until the matter is settled. What it is settled with is an
// error unless it has the status.
func (s *shop) call(ctx context.Context, token, method, path string, body any, status int) (kit.Answer, error) {
	caller := kit.NewAPI(s.Of(path).Process.Base, nil).As(token).With("Idempotency-Key", id.New())
	defer caller.Close()
	for {
		answer, err := caller.Try(method, path, body)
		if err == nil && answer.Status != 503 && answer.Text("code") != "idempotency_in_progress" {
			if answer.Status != status {
				return answer, fmt.Errorf("%s %s: status %d, want %d: %s", method, path, answer.Status, status, answer.Body)
			}
			if path == checkout {
				s.acknowledged(answer.Text("id"))
			}
			return answer, nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return answer, fmt.Errorf("%s %s is still open: %w: %d %w", method, path, ctx.Err(), answer.Status, err)
		}
	}
}

// must is call for one that must end with the status.
func (s *shop) must(token, method, path string, body any, status int) kit.Answer {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	answer, err := s.call(ctx, token, method, path, body, status)
	if err != nil {
		s.Fatal(err)
	}
	return answer
}

const password = "correct horse battery"

var (
	people atomic.Int64
	digits = regexp.MustCompile(`\b\d{6}\b`)
)

// buyer is a customer with a session.
type buyer struct {
	email, token string
	since        time.Time
}

// newBuyer registers a customer with the code that the other site has mailed.
func (s *shop) newBuyer() *buyer {
	s.Helper()
	b := &buyer{email: fmt.Sprintf("buyer.%d@example.com", people.Add(1))}
	s.must("", "POST", "/v1/auth/register", object{"email": b.email, "password": password, "fullName": "Ada Lovelace"}, 202)
	var code string
	kit.Within(s, patience, "a code is mailed", func() error {
		var mails []struct{ Text string }
		s.must("", "GET", "/dev/mail.json?to="+url.QueryEscape(b.email), nil, 200).Decode(s, &mails)
		if len(mails) > 0 {
			code = digits.FindString(mails[0].Text)
		}
		if code == "" {
			return fmt.Errorf("not in %v", mails)
		}
		return nil
	})
	b.token = s.must("", "POST", "/v1/auth/verify-email", object{"email": b.email, "code": code}, 200).Text("accessToken")
	b.since = time.Now()
	return b
}

// tokenTime is how long an access token is used; it lives 10 minutes.
const tokenTime = 5 * time.Minute

// access returns a token, a new one when the last is old.
func (s *shop) access(ctx context.Context, b *buyer) (string, error) {
	if time.Since(b.since) > tokenTime {
		answer, err := s.call(ctx, "", "POST", "/v1/auth/login", object{"email": b.email, "password": password}, 200)
		if err != nil {
			return "", err
		}
		b.token, b.since = answer.Text("accessToken"), time.Now()
	}
	return b.token, nil
}

// grace is whom customers order for.
var grace = object{"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin"}

// buy is an order of one of the n-th product.
func (s *shop) buy(ctx context.Context, b *buyer, n int) error {
	token, err := s.access(ctx, b)
	if err != nil {
		return err
	}
	item := object{"productId": s.products[n%len(s.products)], "quantity": 1}
	if _, err := s.call(ctx, token, "POST", "/v1/cart/items", item, 201); err != nil {
		return err
	}
	_, err = s.call(ctx, token, "POST", checkout, s.checkout(), 201)
	return err
}

const checkout = "/v1/checkout"

func (s *shop) checkout() object {
	return object{"shippingMethodId": s.method, "paymentMethod": "cash_on_delivery", "recipient": grace}
}

func (s *shop) acknowledged(orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders = append(s.orders, orderID)
}
