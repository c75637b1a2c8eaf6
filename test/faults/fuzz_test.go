package faults

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Requests generated from the document, fitting and not, as everybody: no 5xx, every answer inside the document, nothing
// leaked, and afterwards all invariants hold.
func TestGeneratedRequests(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		contract := kit.LoadContract(t, w.replicas[0].Base)
		operations := w.operations(t)
		ids := append(w.fill(t), "x", "%00", "%ff", "..%2f..", id.New(), "00000000-0000-0000-0000-000000000000", strings.Repeat("9", 500), "%F0%9F%98%80", "'")
		seed := rand.Uint64()
		t.Logf("seed %d", seed)

		var workers sync.WaitGroup
		for i := range 4 {
			workers.Go(func() {
				f := &fuzzer{
					world: w, t: t, contract: contract, operations: operations, ids: ids,
					generator: generator{rand.New(rand.NewPCG(seed, uint64(i))), 0},
				}
				for range often(800, 25_000) {
					if f.request(); t.Failed() {
						return
					}
				}
			})
		}
		workers.Wait()
		if !w.replicas[0].Alive() {
			t.Fatal("the process has ended")
		}
		for _, one := range invariants {
			if broken := query[string](w, one.broken); len(broken) > 0 {
				t.Errorf("broken: %s: %v", one.rule, broken)
			}
		}
		kit.Eventually(t, "the deliveries are made", func() error {
			if n := w.number("SELECT count(*) FROM deliveries"); n > 0 {
				return fmt.Errorf("%d are left: %v", n, query[string](w, "SELECT name || ' ' || coalesce(last_error, '') FROM deliveries"))
			}
			return nil
		})
		if dead := w.number("SELECT count(*) FROM deliveries WHERE dead_id IS NOT NULL"); dead > 0 {
			t.Errorf("%d deliveries are dead", dead)
		}
	})
}

// fill makes one resource of each kind, of somebody whom no generated request speaks for, and returns their ids.
func (w *world) fill(t *testing.T) (ids []string) {
	t.Helper()
	email, access := w.customer("filled")
	customer := w.api().As(access)
	ids = append(ids, customer.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id"))
	address := object{"fullName": "Ada", "line1": "Filled 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
	ids = append(ids, customer.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201).Text("id"))
	ids = append(ids, customer.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Text("data.0.id"))
	ids = append(ids, customer.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Text("data.0.id"))
	for range 2 {
		business := someone("filled")
		if err := w.apply(t.Context(), w.api(), business); err != nil {
			t.Fatal(err)
		}
		application, err := w.find(t.Context(), w.asAdmin(), business)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, application, w.ledger.all()[business].tracking)
	}
	mails := w.asAdmin().Do(t, "GET", "/v1/admin/mails?limit=100", nil).Require(t, 200)
	for i := range int(mails.Number("meta.total")) {
		if row := fmt.Sprintf("data.%d.", i); mails.Text(row+"to") == email {
			ids = append(ids, mails.Text(row+"id"))
		}
	}
	for i, one := range ids {
		if one == "" {
			t.Fatalf("id %d of %q is empty", i, ids)
		}
	}
	return ids
}

// fuzzer sends one generated request after the other.
type fuzzer struct {
	*world
	t          *testing.T
	contract   *kit.Contract
	operations []operation
	ids        []string
	generator

	customer, administrator string // access tokens
}

func (f *fuzzer) request() {
	f.wild = pick(f.generator, []float64{0, 0.05, 0.3})
	o := pick(f.generator, f.operations)
	caller := &kit.API{}
	*caller = *kit.NewAPI(f.replicas[0].Base, f.contract)
	who := f.IntN(4)
	switch who {
	case 1:
		caller = caller.As(f.token(&f.customer, f.newcomer))
	case 2:
		caller = caller.As(f.token(&f.administrator, func() (string, string) { return adminEmail, adminPassword }))
	case 3:
		caller = caller.As(pick(f.generator, []string{"x", "a.b.c", strings.Repeat("A", 5000), "eyJhbGciOiJub25lIn0.e30."}))
	}
	caller = f.headers(caller)
	path := f.path(o)
	body := f.body(o)
	answer, err := caller.Try(o.method, path, body)
	switch {
	case err != nil && strings.Contains(err.Error(), "invalid header"), err != nil && strings.Contains(err.Error(), "invalid URL"):
		return // the client's own library refuses to send it
	case err != nil:
		f.t.Errorf("%s %.300s %.500q: %v", o.method, path, body, err)
	case answer.Status >= 500:
		f.t.Errorf("%s %.300s %.1000q → %d %s", o.method, path, body, answer.Status, answer.Body)
	case answer.Status >= 400 && leak.Match(answer.Body):
		f.t.Errorf("%s %.300s %.500q leaks: %s", o.method, path, body, answer.Body)
	case answer.Status == 401 && who == 1:
		f.customer = "" // it has logged out, or was disabled
	case answer.Status == 401 && who == 2:
		f.administrator = ""
	}
}

// leak is what no problem may hold: the database's or Go's words, paths, and what was sent.
var leak = regexp.MustCompile(`SQLSTATE|(?i)sqlite|gorm|panic|goroutine|runtime error|\.go:\d|json: |strconv|` + canary)

// token is the access token in place, or a new one of the account that owner gives.
func (f *fuzzer) token(place *string, owner func() (email, password string)) string {
	for range 5 {
		if *place != "" {
			break
		}
		email, password := owner()
		a, err := kit.NewAPI(f.replicas[0].Base, nil).Try("POST", "/v1/auth/login", object{"email": email, "password": password})
		if err != nil {
			f.t.Error(err)
		}
		*place = a.Text("accessToken")
	}
	return *place
}

func (f *fuzzer) newcomer() (string, string) {
	email := someone("fuzzer")
	if err := f.register(f.t.Context(), f.api(), email); err != nil {
		f.t.Error(err)
	} else if err := f.verify(f.t.Context(), f.api(), email); err != nil {
		f.t.Error(err)
	}
	return email, password
}

func (f *fuzzer) headers(caller *kit.API) *kit.API {
	words := []string{"", "k", canary, strings.Repeat("k", 300), "\"quoted\"", "ä", "a,b", "de;q=0.5, en", "*", "-1", "../x"}
	for _, name := range []string{"Idempotency-Key", "X-Request-Id", "Accept-Language", "If-None-Match", "X-Forwarded-For", "User-Agent", "Accept"} {
		if f.chance(f.wild / 2) {
			caller = caller.With(name, pick(f.generator, words))
		}
	}
	if f.chance(f.wild / 4) {
		caller = caller.With("Content-Type", pick(f.generator, []string{"text/plain", "application/json; charset=latin1", "application/xml", "x", "multipart/form-data"}))
	}
	return caller
}

func (f *fuzzer) path(o operation) string {
	path := o.with(pick(f.generator, f.ids))
	query := url.Values{}
	for _, p := range o.params {
		if p.In == "query" && f.chance(0.5) {
			query.Add(p.Name, f.word(p.Schema.Value))
		}
		if p.In == "query" && f.chance(f.wild/4) {
			query.Add(p.Name, f.word(p.Schema.Value))
		}
	}
	if f.chance(f.wild) {
		query.Add(pick(f.generator, []string{"bogus", "page", "limit", "q", "sort"}), pick(f.generator, []string{"", "-1", "0", "1e9", "99999999999999999999", "\x00", "\xff", "%"}))
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// word is a value of a parameter.
func (f *fuzzer) word(s *openapi3.Schema) string {
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
		raw = f.broken(raw)
	}
	return raw
}
