package faults

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/test/kit"
)

// fuzzer sends one generated request after the other.
type fuzzer struct {
	*world
	t          *testing.T
	api        *kit.API // checks the answers
	operations []operation
	ids        []string            // of resources that exist, and some that don't
	learned    map[string][]string // the newest ids, by the path that answered them
	goods      goods
	generator

	customer, admin string // access tokens
}

func (f *fuzzer) request() {
	f.wild = pick(f.generator, []float64{0, 0.05, 0.3})
	o := pick(f.generator, f.operations)
	token := new(string)
	switch n := f.IntN(10); {
	case n < 4:
		token = f.loggedIn(&f.customer, f.newCustomer)
	case n < 8:
		token = f.loggedIn(&f.admin, func() (string, string) { return adminEmail, adminPassword })
	case n < 9:
		*token = pick(f.generator, []string{"x", "a.b.c", strings.Repeat("A", 5000), "eyJhbGciOiJub25lIn0.e30."})
	}
	caller := f.headers(f.api.As(*token))
	path, body := f.path(o), f.body(o)
	answer, err := caller.Try(o.method, path, body)
	// The machine is busy: the answer is a 503 with Retry-After.
	if answer.Status == 503 && answer.Header.Get("Retry-After") != "" {
		<-time.After(time.Second)
		answer, err = caller.Try(o.method, path, body)
	}
	switch {
	case err != nil && strings.Contains(err.Error(), "invalid header"), err != nil && strings.Contains(err.Error(), "invalid URL"):
		return // the client's own library refuses to send it
	case answer.Status == http.StatusRequestHeaderFieldsTooLarge:
		return // above 32 KiB net/http refuses, before the service sees anything
	case err != nil:
		f.t.Errorf("%s %.300s %.500q: %v", o.method, path, body, err)
	case answer.Status >= 500:
		f.t.Errorf("%s %.300s %.1000q → %d %s", o.method, path, body, answer.Status, answer.Body)
	case answer.Status >= 400 && leak.Match(withoutCurrent(answer)):
		f.t.Errorf("%s %.300s %.500q leaks: %s", o.method, path, body, answer.Body)
	case answer.Status == 401:
		*token = "" // it has logged out, or was disabled
	}
	// Never the ids of the accounts that call.
	if answer.Status < 300 && o.path != "/v1/admin/users" {
		f.keepIDs(o.path, answer)
	}
}

// withoutCurrent is the body of a refusal without the stored state that some show: what a request
// wrote before may stand in that.
func withoutCurrent(a kit.Answer) []byte {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(a.Body, &members); err != nil || members["current"] == nil {
		return a.Body
	}
	delete(members, "current")
	rest, err := json.Marshal(members)
	if err != nil {
		return a.Body
	}
	return rest
}

// keepIDs keeps the ids of an answer for the paths and bodies that may name them, so that the flows
// are walked and not only their first steps.
func (f *fuzzer) keepIDs(path string, answer kit.Answer) {
	var seen struct {
		ID               string
		Data             []struct{ ID, VariantID string }
		Items, Shipments []struct{ ID string }
	}
	if json.Unmarshal(answer.Body, &seen) != nil {
		return
	}
	keep := func(at, id string) {
		if id != "" {
			f.learned[at] = append(f.learned[at][max(0, len(f.learned[at])-19):], id)
		}
	}
	keep(path, seen.ID)
	for _, row := range seen.Data {
		keep(path, cmp.Or(row.ID, row.VariantID))
	}
	for _, line := range seen.Items {
		if strings.HasPrefix(path, "/v1/cart") {
			keep("/v1/cart/items", line.ID)
		} else {
			keep("orderItemId", line.ID)
		}
	}
	for _, sent := range seen.Shipments {
		keep("shipmentId", sent.ID)
	}
	maps.Copy(f.known, map[string][]string{"orderItemId": f.learned["orderItemId"], "shipmentId": f.learned["shipmentId"]})
}

// leak is what no problem may hold: the database's or Go's words, paths, and what was sent.
var leak = regexp.MustCompile(`SQLSTATE|(?i)sqlite|gorm|panic|goroutine|runtime error|\.go:\d|json: cannot|strconv\.|` + canary)

// loggedIn is the token in place, or a new one of the account that owner gives.
func (f *fuzzer) loggedIn(place *string, owner func() (email, password string)) *string {
	for range 5 {
		if *place != "" {
			break
		}
		email, password := owner()
		a, err := f.api.Try("POST", "/v1/auth/login", object{"email": email, "password": password})
		if err != nil {
			f.t.Error(err)
		}
		*place = a.Text("accessToken")
	}
	return place
}

// newCustomer is a customer with two orders and something in the cart.
func (f *fuzzer) newCustomer() (string, string) {
	email := someone("fuzzer")
	if err := f.register(f.t.Context(), f.world.api(), email); err != nil {
		f.t.Error(err)
	} else if err := f.verify(f.t.Context(), f.world.api(), email); err != nil {
		f.t.Error(err)
	}
	caller := f.world.api().As(f.ledger.all()[email].access)
	for _, method := range []string{"bank_transfer", "cash_on_delivery"} {
		f.put(caller)
		body := f.goods.checkout()
		body["paymentMethod"] = method
		if placed, err := caller.Try("POST", "/v1/checkout", body); err == nil && placed.Status == 201 {
			f.keepIDs("/v1/orders", placed)
			f.keepIDs("/v1/admin/orders", placed)
		}
	}
	f.put(caller)
	return email, password
}

// put fills the cart, as long as no step has archived the products.
func (f *fuzzer) put(caller *kit.API) {
	for _, productID := range f.goods.products {
		if cart, err := caller.Try("POST", "/v1/cart/items", object{"productId": productID, "quantity": 3}); err == nil && cart.Status == 201 {
			f.keepIDs("/v1/cart", cart)
		}
	}
}

func (f *fuzzer) headers(caller *kit.API) *kit.API {
	words := []string{"", "k", "a.b-c_d", strings.Repeat("k", 300), "\"quoted\"", "ä", "a,b", "de;q=0.5, en", "*", "-1", "../x"}
	for _, name := range []string{"Idempotency-Key", "X-Request-Id", "Accept-Language", "If-None-Match", "X-Forwarded-For", "User-Agent",
		"Accept"} {
		if f.chance(f.wild / 2) {
			caller = caller.With(name, pick(f.generator, words))
		}
	}
	if f.chance(f.wild / 4) {
		caller = caller.With("Content-Type", pick(f.generator, []string{"text/plain", "application/json; charset=latin1", "application/xml", "x",
			"multipart/form-data"}))
	}
	return caller
}

func (f *fuzzer) path(o operation) string {
	path := o.with(pick(f.generator, f.ids))
	if collection, _, named := strings.Cut(o.path, "/{"); named && len(f.learned[collection]) > 0 && f.chance(0.8) {
		path = o.with(pick(f.generator, f.learned[collection]))
	}
	query := url.Values{}
	for _, p := range o.params {
		if p.In == "query" && f.chance(0.5) {
			query.Add(p.Name, f.parameter(p.Schema.Value))
		}
		if p.In == "query" && f.chance(f.wild/4) {
			query.Add(p.Name, f.parameter(p.Schema.Value))
		}
	}
	if f.chance(f.wild) {
		query.Add(pick(f.generator, []string{"bogus", "page", "limit", "q", "sort"}),
			pick(f.generator, []string{"", "-1", "0", "1e9", "99999999999999999999", "\x00", "\xff", "%"}))
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// parameter is a value of a parameter.
func (f *fuzzer) parameter(s *openapi3.Schema) string {
	value := f.value(s, 0)
	if text, ok := value.(string); ok {
		return text
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(raw[:min(len(raw), 5000)])
}

// body is that of a request: nil, or JSON, perhaps damaged.
func (f *fuzzer) body(o operation) any {
	if o.schema() == nil && !f.chance(f.wild) {
		return nil
	}
	raw, err := json.Marshal(f.value(o.schema(), 0))
	if err != nil {
		return nil
	}
	if f.chance(f.wild / 3) {
		raw = f.damage(raw)
	}
	return raw
}
