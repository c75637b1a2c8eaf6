package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

func each(t *testing.T, fn func(t *testing.T, b *bundle)) {
	t.Helper()
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) { fn(t, setup(t, db)) }, migrations...)
}

// same fails unless the answer is the first one again, byte by byte, and says so.
func same(t *testing.T, first, again kit.Answer) {
	t.Helper()
	if again.Status != first.Status || string(again.Body) != string(first.Body) ||
		again.Header.Get("Location") != first.Header.Get("Location") {
		t.Errorf("%d %s, want %d %s", again.Status, again.Body, first.Status, first.Body)
	}
	if first.Header.Get("Idempotency-Replayed") != "" || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed: %q, then %q", first.Header.Get("Idempotency-Replayed"), again.Header.Get("Idempotency-Replayed"))
	}
}

func TestReplay(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		api := b.customer(t).With("Idempotency-Key", "k1")
		first := api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 201)
		if first.Header.Get("Location") != "/v1/things/"+first.Text("id") {
			t.Error(first.Header)
		}
		same(t, first, api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`))
		same(t, first, api.With("Idempotency-Key", `"k1"`).Do(t, "POST", "/v1/things", `{"name":"Moka"}`))
		same(t, first, api.With("Idempotency-Key", ` k1 `).Do(t, "POST", "/v1/things", `{"name":"Moka"}`))
		same(t, first, api.With("Content-Type", "text/plain").Do(t, "POST", "/v1/things", `{"name":"Moka"}`))
		if b.made.Load() != 1 {
			t.Errorf("%d effects", b.made.Load())
		}
		deleted := api.Do(t, "DELETE", "/v1/things/x", nil).Require(t, 204)
		same(t, deleted, api.Do(t, "DELETE", "/v1/things/x", nil))
		if again := api.Do(t, "DELETE", "/v1/things/x", nil); len(again.Body) != 0 {
			t.Errorf("%q", again.Body)
		}
		if b.made.Load() != 2 {
			t.Errorf("%d effects", b.made.Load())
		}
	})
}

func TestWhatWasThereAlready(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		api := b.customer(t).With("Idempotency-Key", "k1")
		first := api.Do(t, "POST", "/v1/things", `{"name":"known"}`).Require(t, 200)
		if first.Header.Get("Location") != "" {
			t.Error(first.Header)
		}
		same(t, first, api.Do(t, "POST", "/v1/things", `{"name":"known"}`))
	})
}

// TestReplayComesBeforeTheBody: the same key with whatever other content is a reuse, even where
// that content is bad.
func TestReplayComesBeforeTheBody(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		api := b.customer(t).With("Idempotency-Key", "k1")
		api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 201)
		for _, other := range []struct{ path, body string }{
			{"/v1/things", `{"name":"Cup"}`}, {"/v1/things", `{"name": "Moka"}`}, {"/v1/things", `{`}, {"/v1/things", ``},
			{"/v1/things", `{"nick":1}`},
			{"/v1/things", strings.Repeat(" ", 300<<10)}, {"/v1/things?a=2", `{"name":"Moka"}`},
		} {
			a := api.Do(t, "POST", other.path, other.body).Require(t, 422, "idempotency_key_reused")
			if a.At("errors") == nil || len(a.Pointers()) != 0 {
				t.Errorf("%s", a.Body)
			}
		}
		api.As("").Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 401)
	})
}

func TestScopes(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		one, two, nobody := b.customer(t), b.customer(t), b.api(t)
		answers := map[string]string{}
		for name, call := range map[string]func() kit.Answer{
			"a user":       func() kit.Answer { return one.With("Idempotency-Key", "k").Do(t, "PUT", "/v1/cart", nil) },
			"another user": func() kit.Answer { return two.With("Idempotency-Key", "k").Do(t, "PUT", "/v1/cart", nil) },
			"another key":  func() kit.Answer { return one.With("Idempotency-Key", "K").Do(t, "PUT", "/v1/cart", nil) },
			"a cart": func() kit.Answer {
				return nobody.With("X-Cart-Token", "c1").With("Idempotency-Key", "k").Do(t, "PUT", "/v1/cart", nil)
			},
			"another cart": func() kit.Answer {
				return nobody.With("X-Cart-Token", "c2").With("Idempotency-Key", "k").Do(t, "PUT", "/v1/cart", nil)
			},
			"an address":   func() kit.Answer { return nobody.With("Idempotency-Key", "k").Do(t, "POST", "/v1/suggestions", nil) },
			"another path": func() kit.Answer { return one.With("Idempotency-Key", "k").Do(t, "POST", "/v1/redeem", nil) },
			"no key":       func() kit.Answer { return one.Do(t, "PUT", "/v1/cart", nil) },
		} {
			first := call().Require(t, 200)
			if other, ok := answers[first.Text("hello")]; ok {
				t.Errorf("%s got the answer of %s", name, other)
			}
			answers[first.Text("hello")] = name
			if name != "no key" {
				same(t, first, call())
			}
		}
		// A public operation ignores the bearer token; a user's cart belongs to the user.
		address := nobody.With("Idempotency-Key", "k").Do(t, "POST", "/v1/suggestions", nil)
		if again := one.With("Idempotency-Key", "k").Do(t, "POST", "/v1/suggestions", nil); string(again.Body) != string(address.Body) {
			t.Errorf("%s, want %s", again.Body, address.Body)
		}
		user := one.With("Idempotency-Key", "k").Do(t, "PUT", "/v1/cart", nil)
		if again := one.With("X-Cart-Token", "c1").With("Idempotency-Key", "k").
			Do(t, "PUT", "/v1/cart", nil); string(again.Body) != string(user.Body) {
			t.Errorf("%s, want %s", again.Body, user.Body)
		}
	})
}

// Two callers without a login behind one address may use the same key: neither gets the other's
// answer, or a 409 or 422 for the key.
func TestScopeOfAnonymousCallers(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		apply := func(name, email string) kit.Answer {
			return b.api(t).With("Idempotency-Key", "k").Do(t, "POST", "/v1/applications", map[string]any{"name": name, "email": email})
		}
		ada := apply("Ada", "ada@example.com").Require(t, 201)
		bob := apply("Bob", "bob@example.com").Require(t, 201)
		same(t, ada, apply("Ada", "ada@example.com"))
		same(t, bob, apply("Bob", "bob@example.com"))
		apply("Eve", "ada@example.com").Require(t, 422, "idempotency_key_reused")
		apply("Eve", " ADA@example.com").Require(t, 422, "idempotency_key_reused")
		b.stored(t, 2)
	})
}

// The responses of an operation with a time of its own are deleted before the others'.
func TestAnswersThatExpireSooner(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		guest := b.api(t).With("Idempotency-Key", "k").With("X-Cart-Token", "c")
		empty := func() kit.Answer { return guest.Do(t, "PUT", "/v1/cart", nil).Require(t, 200) }
		first := empty()
		b.customer(t).With("Idempotency-Key", "k").Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 201)
		b.clock.Advance(59 * time.Minute)
		same(t, first, empty())
		b.clock.Advance(2 * time.Minute)
		if again := empty(); again.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s", again.Body)
		}
		b.stored(t, 2)
		b.clock.Advance(2 * time.Hour)
		b.run(t)
		kit.Eventually(t, "the answer of the cart is gone, the other one is not", func() error {
			var n int64
			if err := b.db.Table("http_answers").Count(&n).Error; err != nil || n != 1 {
				return fmt.Errorf("%d left: %w", n, err)
			}
			return nil
		})
	})
}

// The responses kept for a caller exceed the quota by at most a quarter for each concurrent
// request; the oldest are deleted first.
func TestQuotaOfAnswers(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		b.SetQuota(8, 1<<20)
		const writers = 4
		most := int64(8 + writers*(8/4+1)) // each of them may be about to trim
		count := func(caller string) (n int64) {
			if err := b.db.Table("http_answers").Where("caller LIKE ?", caller).Count(&n).Error; err != nil {
				t.Error(err)
			}
			return n
		}
		put := func(api *kit.API, key string) kit.Answer {
			return api.With("Idempotency-Key", key).Do(t, "PUT", "/v1/cart", nil).Require(t, 200)
		}
		customer, userID := b.as(t, "customer")
		kept := put(customer, "k")
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				guest := b.api(t).With("X-Cart-Token", fmt.Sprint("c", w))
				for i := range 25 {
					if _, err := guest.With("Idempotency-Key", fmt.Sprint(i)).Try("PUT", "/v1/cart", nil); err != nil {
						t.Error(err)
					}
					if n := count("network:%"); n > most {
						t.Errorf("%d answers are kept", n)
					}
				}
			})
		}
		all.Wait()
		same(t, kept, put(customer, "k"))
		guest := b.api(t).With("X-Cart-Token", "c")
		for i := range 20 {
			b.clock.Advance(time.Millisecond)
			put(guest, fmt.Sprint(i))
		}
		if put(guest, "19").Header.Get("Idempotency-Replayed") == "" || put(guest, "0").Header.Get("Idempotency-Replayed") != "" {
			t.Error("not the oldest went first")
		}

		b.SetQuota(1000, 4*1024)
		for i := range 100 {
			put(customer, fmt.Sprint(i))
		}
		if n := count(userID); n < 5 || n > 20 {
			t.Errorf("%d answers in 4 KiB", n)
		}
	})
}

func TestKeySyntax(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.customer(t)
	for key, good := range map[string]bool{
		"a": true, strings.Repeat("k", 255): true, `"` + strings.Repeat("k", 255) + `"`: true, "a b": true, `a"b`: true, "~!@#": true,
		"": false, `""`: false, strings.Repeat("k", 256): false, "ä": false, "a\tb": false,
	} {
		a := api.With("Idempotency-Key", key).Do(t, "POST", "/v1/things", `{"name":"x"}`)
		if good {
			a.Require(t, 201)
		} else if a.Require(t, 422, "validation_failed"); !slices.Equal(a.Pointers(), []string{"Idempotency-Key bad_format"}) {
			t.Errorf("%q: %s", key, a.Body)
		}
	}
	a := api.With("Idempotency-Key", "").Do(t, "POST", "/v1/things", `{"nick":1}`).Require(t, 422, "validation_failed")
	if want := []string{"Idempotency-Key bad_format", "/name required", "/nick unexpected_field"}; !slices.Equal(a.Pointers(), want) {
		t.Errorf("all at once: %s", a.Body)
	}
}

func TestSecretsAreNotStored(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		api := b.api(t).With("Idempotency-Key", "k1")
		first, again := api.Do(t, "POST", "/v1/login", nil).Require(t, 200), api.Do(t, "POST", "/v1/login", nil).Require(t, 200)
		if first.Text("hello") == again.Text("hello") || again.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s %s", first.Body, again.Body)
		}
		b.stored(t, 0)
	})
}

// stored fails unless that many answers are stored.
func (b *bundle) stored(t *testing.T, want int64) {
	t.Helper()
	var n int64
	if err := b.db.Table("http_answers").Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	if n != want {
		t.Errorf("%d answers are stored, want %d", n, want)
	}
}

func TestFailuresLeaveNoTrace(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		api := b.customer(t).With("Idempotency-Key", "k1")
		for _, body := range []string{`{"name":""}`, `{`, `{"name":"taken"}`} {
			if a := api.Do(t, "POST", "/v1/things", body); a.Status < 400 {
				t.Fatal(a.Status)
			}
		}
		b.stored(t, 0)
		if a := b.api(t).Do(t, "GET", "/v1/things", nil); a.Number("meta.total") != 0 {
			t.Errorf("a failure left a row: %s", a.Body)
		}
		api.Do(t, "POST", "/v1/things", `{"name":"taken"}`).Require(t, 409, "slug_taken")
		api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 201)
		b.stored(t, 1)
	})
}

// TestOneKeyAtOnce: 20 equal requests have one effect. Each gets the answer, or a 409 and the
// answer when it is sent again.
func TestOneKeyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		race(t, b, b)
	})
}

// TestOneKeyAtTwoReplicas is the same with a second process on the database.
func TestOneKeyAtTwoReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, migrations...)
	b := setup(t, kit.Open(t, url))
	race(t, b, setup(t, kit.Open(t, url), func(o *httpapi.Options) { o.Authority = b.auth }))
}

// race stops the first of 20 equal requests in the middle of its use case until all others were
// refused, and then lets it continue.
func race(t *testing.T, one, two *bundle) {
	t.Helper()
	entered, leave := make(chan struct{}, 20), make(chan struct{})
	one.entered, one.leave, two.entered, two.leave = entered, leave, entered, leave
	first := one.customer(t).With("Idempotency-Key", "k1")
	second := *first
	second.Base = two.base
	answers := make([]kit.Answer, 20)
	var turnedAway atomic.Int64
	var twins sync.WaitGroup
	send := func(i int, api *kit.API) {
		away := false
		kit.Within(t, time.Minute, "the twins have an answer", func() error {
			a, err := api.Try(http.MethodPost, "/v1/things", `{"name":"Moka"}`)
			if err == nil && a.Text("code") == "idempotency_in_progress" && a.Header.Get("Retry-After") == "1" {
				if !away {
					away = true
					turnedAway.Add(1)
				}
				return errors.New("in progress")
			}
			answers[i] = a
			return err
		})
	}
	twins.Go(func() { send(0, first) })
	<-entered
	for i := 1; i < len(answers); i++ {
		twins.Go(func() { send(i, []*kit.API{first, &second}[i%2]) })
	}
	letGo := sync.OnceFunc(func() { close(leave) })
	defer twins.Wait()
	defer letGo()
	kit.Eventually(t, "the twins of a request in progress are turned away", func() error {
		if n := turnedAway.Load(); n != 19 {
			return fmt.Errorf("%d of 19", n)
		}
		return nil
	})
	letGo()
	twins.Wait()
	for _, a := range answers {
		if a.Status != http.StatusCreated || string(a.Body) != string(answers[0].Body) {
			t.Errorf("%d %s, want %s", a.Status, a.Body, answers[0].Body)
		}
	}
	if a := one.api(t).Do(t, "GET", "/v1/things", nil); a.Number("meta.total") != 1 {
		t.Errorf("%v effects", a.Number("meta.total"))
	}
	one.stored(t, 1)
}

// TestInProgress: while a request runs, an equal one is refused at once, and one with another key
// is not.
func TestInProgress(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		b.entered, b.leave = make(chan struct{}), make(chan struct{})
		api := b.customer(t).With("Idempotency-Key", "k1")
		first := make(chan kit.Answer)
		go func() {
			a, err := api.Try(http.MethodPost, "/v1/things", `{"name":"Moka"}`)
			if err != nil {
				t.Error(err)
			}
			first <- a
		}()
		<-b.entered
		if a := api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`).
			Require(t, 409, "idempotency_in_progress"); a.Header.Get("Retry-After") != "1" {
			t.Error(a.Header)
		}
		api.Do(t, "POST", "/v1/things", `{"name":""}`).Require(t, 422, "validation_failed")
		close(b.leave)
		same(t, (<-first).Require(t, 201), api.Do(t, "POST", "/v1/things", `{"name":"Moka"}`))
	})
}

func TestAnswersAreKeptForSevenDays(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		userID := id.New()
		create := func(name string) kit.Answer {
			return b.login(t, userID, "customer").With("Idempotency-Key", "k1").Do(t, "POST", "/v1/things", map[string]any{"name": name}).
				Require(t, 201)
		}
		first := create("Moka")
		b.clock.Advance(7*24*time.Hour - time.Minute)
		same(t, first, create("Moka"))
		b.clock.Advance(2 * time.Minute)
		if fresh := create("Cup"); fresh.Text("id") == first.Text("id") {
			t.Errorf("%s", fresh.Body)
		}
		b.stored(t, 1)
		b.clock.Advance(8 * 24 * time.Hour)
		b.run(t)
		kit.Eventually(t, "old answers are gone", func() error {
			var n int64
			if err := b.db.Table("http_answers").Count(&n).Error; err != nil || n > 0 {
				return fmt.Errorf("%d left: %w", n, err)
			}
			return nil
		})
	})
}

// run runs the router's retention jobs until the end of the test.
func (b *bundle) run(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestEraseAnswers(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		caller, userID := b.as(t, "customer")
		other, _ := b.as(t, "customer")
		add := func(api *kit.API, key, name, email string) {
			api.With("Idempotency-Key", key).Do(t, "POST", "/v1/things", map[string]any{"name": name, "email": email}).Require(t, 201)
		}
		add(caller, "k1", "a caller's", "eve@example.com")
		add(other, "k1", "a subject's", "ada@example.com")
		add(other, "k2", "another's", "bob@example.com")
		add(other, "k3", "nobody's", "bob@example.com")
		b.stored(t, 4)
		erase := func(subjects ...string) {
			for _, subject := range subjects {
				if err := database.InTx(t.Context(), b.db, func(tx *gorm.DB) error {
					return httpapi.EraseStoredResponses(t.Context(), tx, subject)
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
		erase(id.New(), "")
		b.stored(t, 4)
		erase(userID)
		b.stored(t, 3)
		erase(id.New(), kit.AddressID("ada@example.com"))
		b.stored(t, 2)
	})
}

// Whoever erases a subject from the log erases the stored responses with it.
func TestAnErasureOfASubjectReachesStoredResponses(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if _, err := eventbus.New(db, eventbus.Options{}); err != nil {
			t.Fatal(err)
		}
		b := setup(t, db)
		caller, userID := b.as(t, "customer")
		other, _ := b.as(t, "customer")
		for name, api := range map[string]*kit.API{"one": caller, "two": other} {
			api.With("Idempotency-Key", "k1").Do(t, "POST", "/v1/things", map[string]any{"name": name, "email": "bob@example.com"}).Require(t, 201)
		}
		b.stored(t, 2)
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return eventbus.EraseSubject(t.Context(), tx, userID) }); err != nil {
			t.Fatal(err)
		}
		b.stored(t, 1)
		caller.With("Idempotency-Key", "k1").Do(t, "POST", "/v1/things", map[string]any{"name": "three", "email": "bob@example.com"}).
			Require(t, 201)
	}, append(slices.Clone(migrations), eventbus.Migrations())...)
}

// An erasure must not read the answers of a week: each of its statements finds its rows by an
// index.
func TestEraseAnswersByIndex(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		var statements []string
		err := b.db.Callback().Raw().Before("gorm:raw").Register("note", func(tx *gorm.DB) {
			statements = append(statements, tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...))
		})
		if err != nil {
			t.Fatal(err)
		}
		erase := func(tx *gorm.DB) error { return httpapi.EraseStoredResponses(t.Context(), tx, id.New()) }
		if err := database.InTx(t.Context(), b.db, erase); err != nil || len(statements) == 0 {
			t.Fatal(statements, err)
		}
		for _, statement := range slices.Clone(statements) {
			if plan := b.plan(t, statement); strings.Count(plan, "USING INDEX")+strings.Count(plan, "Index Cond") != 1 {
				t.Errorf("%s\n%s", statement, plan)
			}
		}
	})
}

// plan is the database's plan for a statement when reading a whole table is expensive.
func (b *bundle) plan(t *testing.T, statement string) (plan string) {
	t.Helper()
	err := database.InTx(t.Context(), b.db, func(tx *gorm.DB) error {
		if database.Dialect(tx) == database.SQLite {
			var steps []struct{ Detail string }
			defer func() { plan = fmt.Sprint(steps) }()
			return tx.Raw("EXPLAIN QUERY PLAN " + statement).Scan(&steps).Error
		}
		if err := tx.Exec("SET LOCAL enable_seqscan = off").Error; err != nil {
			return err
		}
		var lines []string
		defer func() { plan = strings.Join(lines, "\n") }()
		return tx.Raw("EXPLAIN " + statement).Scan(&lines).Error
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
