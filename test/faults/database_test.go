package faults

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// outage is a way for the database to be away.
type outage struct {
	name       string
	begin, end func(t *testing.T, p *proxy)
	slow       bool // the database still answers
}

// SQLite is a file inside the process: of these faults it has none.
var outages = []outage{
	{name: "refused", begin: func(_ *testing.T, p *proxy) { p.Stop() }, end: func(_ *testing.T, p *proxy) { p.start() }},
	{name: "reset", begin: poisoned(`{"type":"reset_peer","stream":"downstream"}`), end: healed},
	{name: "silent", begin: poisoned(`{"type":"timeout","stream":"downstream"}`, `{"type":"timeout","stream":"upstream"}`), end: healed},
	{name: "slow", begin: poisoned(`{"type":"latency","attributes":{"latency":1000}}`), end: healed, slow: true},
}

func poisoned(toxics ...string) func(*testing.T, *proxy) {
	return func(_ *testing.T, p *proxy) {
		for _, toxic := range toxics {
			p.poison(toxic)
		}
	}
}

func healed(_ *testing.T, p *proxy) { p.heal() }

// The database goes away and comes back: meanwhile there are answers, all within 10 s, none but
// successes and 503; the process lives, says that it is not ready, and works again within 5 s.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	for _, one := range outages {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			address := kit.PostgresURL(t)
			p := newProxy(t, host(t, address))
			w := prepare(t, address, 1, "ORDERD_DATABASE_URL="+p.through(address))
			w.launch()
			outlive(t, w, one.slow, func() { one.begin(t, p) }, func() { one.end(t, p) })
		})
	}
}

// The same with a PostgreSQL that stops (or crashes, all its processes killed) and starts again.
func TestDatabaseRestarts(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*postgres.Server) error{"halted": (*postgres.Server).Halt, "killed": (*postgres.Server).Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := postgres.Start()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Stop() })
			w := prepare(t, server.URL("postgres"), 1)
			w.launch()
			try := func(act func() error) func() {
				return func() {
					if err := act(); err != nil {
						t.Fatal(err)
					}
				}
			}
			outlive(t, w, false, try(func() error { return end(server) }), try(server.Resume))
		})
	}
}

// answerTime is within what the service answers, whatever happens, and what a busy machine adds.
const answerTime = 10*time.Second + busy

// busy is what a busy machine may add to a promise.
const busy = 8 * time.Second

// outlive puts load on the service, breaks the database, looks at every answer, and mends it again.
func outlive(t *testing.T, w *world, slow bool, begin, end func()) {
	t.Helper()
	email, access := w.customer("steady")
	goods := w.openShop(t)
	before := w.goroutines(t)

	api := w.api()
	begin()
	load := callUntilStopped(t, w.callsOfEachKind(api, email, access, goods))
	if !slow {
		kit.Eventually(t, "readiness tells that the database is away", func() error { return w.readiness(503) })
	}
	if health, err := http.Get(w.replicas[0].Base + "/healthz"); err != nil || health.StatusCode != 200 {
		t.Errorf("health: %v %v", health, err)
	}
	<-time.After(3 * time.Second) // the outage lasts
	load.stop.Store(true)
	if !slow {
		load.callers.Wait()
		if load.refused.Load() == 0 {
			t.Error("nothing was refused: the database was not away")
		}
	}

	end()
	kit.Within(t, 5*time.Second+busy, "the first success after the database is back", func() error {
		answer, err := w.api().As(access).Try("PATCH", "/v1/users/me", object{"fullName": "Ada King"})
		if err == nil && answer.Status != 200 {
			err = fmt.Errorf("%d %s", answer.Status, answer.Body)
		}
		return err
	})
	load.callers.Wait()
	api.Close() // an open connection is a goroutine
	kit.Eventually(t, "readiness tells that the database is back", func() error { return w.readiness(200) })
	if !w.replicas[0].Alive() {
		t.Fatal("the process has ended")
	}
	kit.Within(t, 30*time.Second, "the goroutines come back", func() error {
		if now := w.goroutines(t); now > before+20 {
			return fmt.Errorf("%d, before %d", now, before)
		}
		return nil
	})
	w.ledger.remove(email) // who kept no count of the orders
	checkEverything(t, w)
}

// outageLoad is calls that are repeated until stop.
type outageLoad struct {
	stop    atomic.Bool
	refused atomic.Int64 // answers 503
	callers sync.WaitGroup
}

// callUntilStopped repeats each call by two callers, and checks every answer and how long it took.
func callUntilStopped(t *testing.T, calls []func() (kit.Answer, error)) *outageLoad {
	t.Helper()
	l := &outageLoad{}
	repeat := func(call func() (kit.Answer, error)) {
		for first := true; first || !l.stop.Load(); first = false {
			began := time.Now()
			answer, err := call()
			if took := time.Since(began); took > answerTime {
				t.Errorf("an answer took %v: %d %s", took, answer.Status, answer.Body)
			}
			if err := acceptable(answer, err); err != nil {
				t.Error(err)
				return
			}
			if answer.Status == 503 {
				l.refused.Add(1)
			}
		}
	}
	for range 2 {
		for _, call := range calls {
			l.callers.Go(func() { repeat(call) })
		}
	}
	return l
}

// callsOfEachKind is one call of each kind of operation: reads and writes, with and without a
// password to hash, by every kind of caller.
func (w *world) callsOfEachKind(anonymous *kit.API, email, access string, goods goods) []func() (kit.Answer, error) {
	customer, admin := anonymous.As(access), anonymous.As(w.adminToken())
	call := func(caller *kit.API, method, path string, body any) func() (kit.Answer, error) {
		return func() (kit.Answer, error) { return caller.Try(method, path, body) }
	}
	address := object{"fullName": "Ada", "line1": "Street 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
	return []func() (kit.Answer, error){
		call(anonymous, "GET", "/.well-known/jwks.json", nil),
		call(customer, "GET", "/v1/users/me", nil),
		call(customer, "GET", "/v1/notifications", nil),
		call(customer.With("Idempotency-Key", "once"), "POST", "/v1/users/me/addresses", address),
		call(anonymous, "GET", "/v1/products/"+goods.products[0], nil),
		call(customer, "POST", "/v1/cart/items", object{"productId": goods.products[0], "quantity": 1}),
		call(customer, "POST", "/v1/checkout", goods.checkout()),
		call(customer, "GET", "/v1/orders", nil),
		call(admin, "GET", "/v1/admin/events", nil),
		call(anonymous, "POST", "/v1/auth/login", object{"email": email, "password": password}),
		call(anonymous, "POST", "/v1/auth/forgot-password", object{"email": someone("nobody")}),
		call(anonymous, "POST", "/v1/auth/verify-email", object{"email": email, "code": "123456"}),
	}
}

// acceptable reports what is wrong with an answer while the database is away: it must be what it
// always is, or a 503.
func acceptable(answer kit.Answer, err error) error {
	switch {
	case err != nil:
		return err
	case answer.Status == 503 && (answer.Header.Get("Retry-After") == "" || answer.Text("code") != "unavailable"):
		return fmt.Errorf("a 503 without Retry-After or code: %v %s", answer.Header, answer.Body)
	case answer.Status >= 500 && answer.Status != 503, answer.Status == 401, answer.Status == 404:
		return fmt.Errorf("status %d while the database is away: %s", answer.Status, answer.Body)
	}
	return nil
}

func (w *world) readiness(want int) error {
	answer, err := http.Get(w.replicas[0].Base + "/readyz")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != want {
		return fmt.Errorf("readyz: %s", answer.Status)
	}
	return nil
}

// goroutines is how many the first process has.
func (w *world) goroutines(t *testing.T) (n int) {
	t.Helper()
	answer, err := http.Get(w.replicas[0].Ops + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	head := make([]byte, 64)
	if _, err := io.ReadFull(answer.Body, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(string(head), "goroutine profile: total %d", &n); err != nil {
		t.Fatalf("%s: %v", head, err)
	}
	return n
}
