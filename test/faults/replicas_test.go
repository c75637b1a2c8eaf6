package faults

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/pseudonym"
	ring "orderd/platform/secret"
	"orderd/test/kit"
)

// Two processes that start at once on an empty database, and everything that must happen once when
// both are asked at once.
func TestReplicas(t *testing.T) {
	t.Parallel()
	w := pair(t)
	w.adminToken()
	races := map[string]func(*testing.T, *world){
		"one code logs in once":                      oneCode,
		"one refresh token has one successor":        oneRefreshToken,
		"an application is approved once":            oneApproval,
		"wrong codes leave five attempts":            fiveAttempts,
		"one key has one effect":                     oneKey,
		"a logout counts everywhere":                 logout,
		"a role counts everywhere":                   role,
		"a disabled account is out everywhere":       disabled,
		"a notification reaches the other's streams": stream,
	}
	for name, race := range races { // one after the other: each brings its own crowd
		t.Run(name, func(t *testing.T) { race(t, w) })
	}
	checkEverything(t, w)
}

// concurrently runs fn n times at once, in turn for each replica, and counts what it returned.
func concurrently[T comparable](w *world, n int, fn func(caller *kit.API) T) map[T]int {
	var (
		mu      sync.Mutex
		results = map[T]int{}
		start   = make(chan struct{})
		callers sync.WaitGroup
	)
	for i := range n {
		callers.Go(func() {
			caller := w.at(i % len(w.replicas))
			<-start
			result := fn(caller)
			mu.Lock()
			defer mu.Unlock()
			results[result]++
		})
	}
	close(start)
	callers.Wait()
	return results
}

// postStatus is the status of a call and, when it is a problem, its code.
func postStatus(t *testing.T, caller *kit.API, path string, body any) string {
	a, err := kit.Patiently(func() (kit.Answer, error) { return caller.Try("POST", path, body) })
	if err != nil {
		t.Error(err)
		return err.Error()
	}
	return strings.TrimSpace(fmt.Sprint(a.Status, " ", a.Text("code")))
}

// registered is a new registration's address and code.
func (w *world) registered(t *testing.T, name string) (email, code string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	email = someone(name)
	if err := w.register(ctx, w.api(), email); err != nil {
		t.Fatal(err)
	}
	code, err := w.code(ctx, email, 1)
	if err != nil {
		t.Fatal(err)
	}
	return email, code
}

// wrongCode is a code that is not c.
func wrongCode(c string) string {
	return c[:len(c)-1] + string((c[len(c)-1]-'0'+1)%10+'0')
}

func oneCode(t *testing.T, w *world) {
	email, code := w.registered(t, "once")
	got := concurrently(w, 32, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/verify-email", object{"email": email, "code": code})
	})
	if got["200"] != 1 || got["400 invalid_code"] != 31 {
		t.Errorf("one code 32 times at once: %v", got)
	}
	if n := w.number("SELECT count(*) FROM identity_sessions s JOIN identity_users u ON u.id = s.user_id WHERE u.email = ?", email); n != 1 {
		t.Errorf("it opened %d sessions", n)
	}
	w.ledger.record(email, func(r *record) { r.access, r.since = w.token(t, email), time.Now() })
}

// token is an access token of a customer.
func (w *world) token(t *testing.T, email string) string {
	t.Helper()
	return w.login(w.api(), email, password).Require(t, 200).Text("accessToken")
}

func oneRefreshToken(t *testing.T, w *world) {
	email, _ := w.customer("refresh")
	token := w.login(w.api(), email, password).Require(t, 200).Text("refreshToken")
	successors := concurrently(w, 20, func(caller *kit.API) string {
		a, err := kit.Patiently(func() (kit.Answer, error) {
			return caller.Try("POST", "/v1/auth/refresh", object{"refreshToken": token})
		})
		if err != nil || a.Status != 200 {
			return fmt.Sprint(a.Status, err)
		}
		return a.Text("refreshToken")
	})
	if len(successors) != 1 {
		t.Fatalf("one refresh token 20 times at once: %d answers", len(successors))
	}
	if n := w.number(`SELECT max(number) FROM identity_sessions s JOIN identity_users u ON u.id = s.user_id WHERE u.email = ?`,
		email); n != 2 {
		t.Errorf("the token was exchanged %d times", n-1)
	}
	for successor := range successors {
		w.at(1).Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": successor}).Require(t, 200)
	}
}

func oneApproval(t *testing.T, w *world) {
	email := someone("approved")
	if err := w.apply(t.Context(), w.api(), email); err != nil {
		t.Fatal(err)
	}
	application, err := w.applicationID(t.Context(), w.asAdmin(), email)
	if err != nil {
		t.Fatal(err)
	}
	got := concurrently(w, 10, func(caller *kit.API) string {
		return postStatus(t, caller.As(w.adminToken()), "/v1/admin/wholesale/applications/"+application+"/approve", object{})
	})
	if got["200"] != 1 || got["409 already_decided"] != 9 {
		t.Errorf("approved 10 times at once: %v", got)
	}
	// Check counts the mails.
	w.ledger.record(email, func(r *record) { r.application = application })
}

func fiveAttempts(t *testing.T, w *world) {
	email, code := w.registered(t, "guessed")
	got := concurrently(w, 100, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/verify-email", object{"email": email, "code": wrongCode(code)})
	})
	if got["400 invalid_code"] != 100 {
		t.Errorf("100 wrong codes at once: %v", got)
	}
	attempts := "SELECT unnamed_attempts FROM identity_code_challenges WHERE address_id = ?"
	if n := w.number(attempts, pseudonym.Derived(ring.New(secret)).OfEmail(email)); n != 5 {
		t.Errorf("%d attempts are noted after 100 wrong codes, want 5", n)
	}
	w.api().Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": code}).Require(t, 400, "invalid_code")
	w.ledger.remove(email) // its code is spent

	// Four leave one.
	email, code = w.registered(t, "guessed")
	concurrently(w, 4, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/verify-email", object{"email": email, "code": wrongCode(code)})
	})
	if n := w.number(attempts, pseudonym.Derived(ring.New(secret)).OfEmail(email)); n != 4 {
		t.Errorf("%d attempts are noted after 4 wrong codes", n)
	}
	// check uses the code.
}

func oneKey(t *testing.T, w *world) {
	_, access := w.customer("key")
	address := object{"fullName": "Ada", "line1": "Only 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
	call := func(caller *kit.API) string {
		a, err := kit.Patiently(func() (kit.Answer, error) {
			return caller.As(access).With("Idempotency-Key", "k1").Try("POST", "/v1/users/me/addresses", address)
		})
		if err != nil {
			return err.Error()
		}
		if a.Text("code") == "idempotency_in_progress" {
			if a.Status != 409 || a.Header.Get("Retry-After") != "1" {
				t.Errorf("in progress: %d %v", a.Status, a.Header)
			}
			return "in progress"
		}
		return fmt.Sprint(a.Status, a.Header.Get("Location"), string(a.Body))
	}
	got := concurrently(w, 20, call)
	delete(got, "in progress")
	got[call(w.at(0))]++
	got[call(w.at(1))]++
	if len(got) != 1 {
		t.Errorf("one key 20 times at once: %v", got)
	}
	if n := w.number("SELECT count(*) FROM identity_addresses WHERE line1 = 'Only 1'"); n != 1 {
		t.Errorf("it made %d addresses", n)
	}
	// Anonymous callers' keys count too.
	email := someone("key")
	answers := concurrently(w, 20, func(caller *kit.API) string {
		a, _, err := mustSettle(t.Context(), caller.With("Idempotency-Key", email), "POST", "/v1/wholesale/apply", application(email), 201)
		if err != nil {
			return err.Error()
		}
		return string(a.Body)
	})
	if n := w.number("SELECT count(*) FROM wholesale_applications WHERE contact_email = ?", email); n != 1 || len(answers) != 1 {
		t.Errorf("one key 20 times at once made %d applications: %v", n, answers)
	}
}

// within a second, on the other replica too.
const revocationTime = time.Second + busy

func logout(t *testing.T, w *world) {
	email, _ := w.customer("logout")
	access := w.token(t, email)
	w.at(0).As(access).Do(t, "POST", "/v1/auth/logout", nil).Require(t, 204)
	for i := range w.replicas {
		w.awaitStatus(t, i, access, "/v1/users/me", 401)
	}
}

func role(t *testing.T, w *world) {
	email, access := w.customer("role")
	path := "/v1/admin/users/" + w.at(1).As(access).Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id")
	w.asAdmin().Do(t, "PATCH", path, object{"role": "admin"}).Require(t, 200)
	promoted := w.token(t, email)
	w.at(1).As(promoted).Do(t, "GET", path, nil).Require(t, 200)
	w.asAdmin().Do(t, "PATCH", path, object{"role": "customer"}).Require(t, 200)
	w.awaitStatus(t, 1, promoted, path, 403)
	w.ledger.record(email, func(r *record) { r.access, r.since = w.token(t, email), time.Now() })
}

func disabled(t *testing.T, w *world) {
	email, access := w.customer("disabled")
	path := "/v1/admin/users/" + w.at(1).As(access).Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id")
	w.asAdmin().Do(t, "PATCH", path, object{"disabled": true}).Require(t, 200)
	w.awaitStatus(t, 1, access, "/v1/users/me", 401)
	w.login(w.at(1), email, password).Require(t, 401, "invalid_credentials")
	w.asAdmin().Do(t, "PATCH", path, object{"disabled": false}).Require(t, 200)
	w.ledger.record(email, func(r *record) { r.access, r.since = w.token(t, email), time.Now() })
}

func (w *world) awaitStatus(t *testing.T, replica int, access, path string, want int) {
	t.Helper()
	caller := w.at(replica).As(access)
	kit.Within(t, revocationTime, fmt.Sprintf("%d for %s at replica %d", want, path, replica), func() error {
		if a := caller.Do(t, "GET", path, nil); a.Status != want {
			return fmt.Errorf("status %d", a.Status)
		}
		return nil
	})
}

func stream(t *testing.T, w *world) {
	email, access := w.customer("stream")
	answer := w.openStream(t.Context(), t, 1, access)
	if answer.StatusCode != 200 {
		t.Fatalf("stream: %s", answer.Status)
	}
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(answer.Body); s.Scan(); {
			lines <- s.Text()
		}
	}()
	if err := w.apply(t.Context(), w.at(0), email); err != nil {
		t.Fatal(err)
	}
	if err := w.approve(t.Context(), w.asAdmin(), email); err != nil {
		t.Fatal(err)
	}
	for patience := time.After(30 * time.Second); ; {
		select {
		case line, open := <-lines:
			if !open {
				t.Fatal("the stream ended")
			}
			if strings.Contains(line, "wholesale_approved") {
				return
			}
		case <-patience:
			t.Fatal("no notification within 30 s")
		}
	}
}
