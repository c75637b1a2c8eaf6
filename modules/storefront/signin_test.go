package storefront

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const ownURL = "http://example.com"

// emptyAccount are the answers to the first page of an account.
func emptyAccount(more script) script {
	all := script{
		"GET /v1/orders":          gives(map[string]any{"data": []any{}, "meta": map[string]any{"total": 0, "page": 1}}),
		"GET /v1/loyalty/summary": gives(map[string]any{"availablePoints": 0}),
		"GET /v1/notifications":   gives(map[string]any{"data": []any{}, "unreadCount": 0}),
		"GET /v1/cart":            gives(map[string]any{"itemCount": 0}),
	}
	maps.Copy(all, more)
	return all
}

// Pages that a browser loads at once with an access token that has ended renew it once: the
// interface ends a session whose refresh token comes again.
func TestOneRenewalForManyRequests(t *testing.T) {
	t.Parallel()
	var refreshed atomic.Int64
	entered := make(chan struct{})
	v := newVisitors(t, ownURL, emptyAccount(script{
		"POST /v1/auth/refresh": {serve: func(*http.Request) scripted {
			if refreshed.Add(1) > 1 {
				return refuses(http.StatusUnauthorized, "invalid_refresh_token")
			}
			<-entered
			return gives(sessionAnswer("Ada new"))
		}},
	}))
	s := v.signedIn("Ada")
	s.AccessEnds = v.clock.Now().Add(-time.Second)
	cookie := v.cookie(s)
	const requests = 20
	results := make([]*http.Response, requests)
	var wait sync.WaitGroup
	for i := range requests {
		wait.Go(func() { results[i] = v.get("/account", cookie) })
	}
	close(entered)
	wait.Wait()
	for _, r := range results {
		mustShow(t, r, http.StatusOK, "Hello, Ada")
		if kept := v.kept(r); kept == nil || kept.Refresh != "refresh of Ada new" {
			t.Fatalf("the browser keeps %+v", kept)
		}
	}
	// The answer with the new token was lost, and the browser sends the old one again.
	mustShow(t, v.get("/account", cookie), http.StatusOK, "Hello, Ada")
	if n := refreshed.Load(); n != 1 {
		t.Errorf("%d renewals, want 1", n)
	}
	for _, r := range v.api.asked {
		if r.URL.Path == "/v1/orders" && r.Header.Get("Authorization") != "Bearer access of Ada new" {
			t.Errorf("a page was asked for with %q", r.Header.Get("Authorization"))
		}
	}
}

// A browser keeps no page of an account: after a log-out the way back leads to none.
func TestPagesOfAnAccountAreKeptByNobody(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, emptyAccount(script{
		"GET /v1/users/me":                  gives(map[string]any{"fullName": "Ada", "email": "ada@example.com", "accountType": "retail"}),
		"GET /v1/wholesale/applications/a1": gives(map[string]any{"id": "a1", "status": "under_review"}),
	}))
	s := v.signedIn("Ada")
	s.Application = &applicationGrant{ID: "a1", Email: "ada@example.com"}
	for _, path := range []string{"/account", "/account/orders", "/account/profile", "/account/data", "/wholesale", "/wholesale/a1"} {
		r := v.get(path, v.cookie(s))
		mustShow(t, r, http.StatusOK)
		if caching := r.Header.Get("Cache-Control"); caching != "private, no-store" {
			t.Errorf("%s: %s", path, caching)
		}
	}
}

// The end of a path says nothing of who asks: a link to a page that there is not ends no session.
func TestAPathThatEndsAsAListDoes(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/refresh": gives(sessionAnswer("Ada new")),
		"GET /v1/products/x.xml": {serve: func(r *http.Request) scripted {
			if r.Header.Get("Authorization") != "Bearer access of Ada new" {
				return refuses(http.StatusUnauthorized, "unauthenticated")
			}
			return refuses(http.StatusNotFound, "not_found")
		}},
	})
	s := v.signedIn("Ada")
	s.AccessEnds = v.clock.Now().Add(-time.Second)
	r := v.get("/p/x.xml", v.cookie(s))
	mustShow(t, r, http.StatusNotFound)
	if kept := v.kept(r); kept == nil || !kept.signedIn() {
		t.Errorf("the browser keeps %+v", kept)
	}
}

// A renewal that was not answered is tried again by the next request, and logs nobody out.
func TestRenewalThatFailedIsTriedAgain(t *testing.T) {
	t.Parallel()
	var tries atomic.Int64
	v := newVisitors(t, ownURL, emptyAccount(script{
		"POST /v1/auth/refresh": {serve: func(*http.Request) scripted {
			if tries.Add(1) == 1 {
				return scripted{status: http.StatusServiceUnavailable}
			}
			return gives(sessionAnswer("Ada"))
		}},
	}))
	s := v.signedIn("Ada")
	s.AccessEnds = v.clock.Now().Add(-time.Second)
	first := v.get("/account", v.cookie(s))
	mustShow(t, first, http.StatusServiceUnavailable)
	if kept := v.kept(first); kept != nil {
		t.Errorf("the cookie was changed to %+v", kept)
	}
	mustShow(t, v.get("/account", v.cookie(s)), http.StatusOK, "Hello, Ada")
}

// A refused renewal leaves a visitor without an account, whose page says what happened.
func TestEndOfASession(t *testing.T) {
	t.Parallel()
	ended := refuses(http.StatusUnauthorized, "unauthenticated")
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/refresh": refuses(http.StatusUnauthorized, "invalid_refresh_token"),
		"GET /v1/orders":        ended, "GET /v1/users/me": ended, "PATCH /v1/users/me": ended, "POST /v1/checkout/quote": ended,
		"GET /v1/cart": {serve: func(r *http.Request) scripted {
			if r.Header.Get("Authorization") != "" {
				return ended
			}
			return gives(map[string]any{"itemCount": 0})
		}},
	})
	s := v.signedIn("Ada")
	t.Run("of a page that needs it", func(t *testing.T) {
		r := v.get("/account/orders?page=2", v.cookie(s))
		mustLead(t, r, "/login?to=%2Faccount%2Forders%3Fpage%3D2")
		kept := v.kept(r)
		if kept == nil || kept.signedIn() || kept.Flash == nil || kept.Flash.Key != "signedOut" {
			t.Fatalf("the browser keeps %+v", kept)
		}
		mustShow(t, v.get("/login", v.cookie(*kept)), http.StatusOK, "You have been logged out.")
	})
	t.Run("of a page that everybody may see", func(t *testing.T) {
		guest := s
		guest.CartToken = "of a guest"
		r := v.get("/cart", v.cookie(guest))
		mustShow(t, r, http.StatusOK, "Your cart is empty.")
		if kept := v.kept(r); kept == nil || kept.signedIn() || kept.CartToken == "" {
			t.Errorf("the browser keeps %+v", kept)
		}
	})
	t.Run("of a form", func(t *testing.T) {
		request := httptest.NewRequest(http.MethodPost, "/de/account/profile", strings.NewReader("fullName=Ada"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Referer", ownURL+"/de/account/profile")
		mustLead(t, v.do(request, v.cookie(s)), "/de/login?to=%2Faccount%2Fprofile")
	})
	t.Run("by its age", func(t *testing.T) {
		old := s
		old.AccessEnds = v.clock.Now().Add(-time.Second)
		mustLead(t, v.get("/account", v.cookie(old)), "/login?to=%2Faccount")
	})
	t.Run("at the checkout", func(t *testing.T) {
		mustLead(t, v.get("/checkout", v.cookie(s)), "/login?to=%2Fcheckout")
		old := s
		old.AccessEnds = v.clock.Now().Add(-time.Second)
		mustLead(t, v.get("/checkout", v.cookie(old)), "/login?to=%2Fcheckout")
		for _, button := range []string{"order", "update", "use", "drop", "mend"} {
			sent := v.post("/checkout", url.Values{button: {"1"}, "line1": {"Torstraße 12"}}, v.cookie(old))
			mustLead(t, sent, "/login?to=%2Fcheckout")
			if kept := v.kept(sent); kept == nil || kept.signedIn() || kept.Flash == nil {
				t.Errorf("%s: the browser keeps %+v", button, kept)
			}
		}
	})
}

// A wrong password in a form of the account is a fault of the form, and ends no session.
func TestWrongPasswordEndsNoSession(t *testing.T) {
	t.Parallel()
	wrong := refuses(http.StatusUnauthorized, "invalid_credentials")
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/change-password": wrong, "POST /v1/users/me/email": wrong, "DELETE /v1/users/me": wrong,
	})
	for _, path := range []string{"/account/password", "/account/email", "/account/erase"} {
		r := v.post(path, url.Values{"email": {"new@example.com"}, "currentPassword": {"guess"}}, v.cookie(v.signedIn("Ada")))
		shown := mustShow(t, r, http.StatusUnprocessableEntity, `href="#currentPassword"`, "The password is wrong")
		if kept := v.kept(r); kept != nil && !kept.signedIn() {
			t.Errorf("%s logged the visitor out", path)
		}
		if strings.Contains(shown, "guess") {
			t.Errorf("%s shows the password that was typed", path)
		}
		if path == "/account/email" && !strings.Contains(shown, `value="new@example.com"`) {
			t.Errorf("%s lost what was typed", path)
		}
	}
}

// A cookie that somebody else has put into the browser does not become the session of whoever logs
// in there: nor does what it holds of an account.
func TestCookieOfAnotherIsNotKept(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/login": gives(sessionAnswer("Victoria")), "GET /v1/cart": gives(map[string]any{"itemCount": 0}),
	})
	mallory := v.signedIn("Mallory")
	mallory.CartToken, mallory.Orders = "cart of Mallory", []orderGrant{{ID: "1", Token: "order of Mallory"}}
	mallory.Application = &applicationGrant{ID: "WHS-1", Email: "mallory@example.com"}
	mallory.Pending = &pending{Kind: pendingEmail, Since: v.clock.Now(), ID: "change of Mallory", Email: "mallory@example.com"}
	planted := v.cookie(mallory)

	r := v.post("/login", url.Values{"email": {"victoria@example.com"}, "password": {"secret"}}, planted)
	mustLead(t, r, "/account")
	kept := v.kept(r)
	if kept == nil || kept.Access != "access of Victoria" || kept.Name != "Victoria" {
		t.Fatalf("the browser keeps %+v", kept)
	}
	if kept.CartToken != "" || len(kept.Orders) > 0 || kept.Application != nil || kept.Pending != nil {
		t.Errorf("of the planted cookie the browser keeps %+v", kept)
	}
	if planted := v.site.seal.open(planted.Value); planted.Access != "access of Mallory" {
		t.Errorf("the planted cookie has become %+v", planted)
	}
	// What a guest had without an account stays theirs.
	guest := v.cookie(session{Orders: []orderGrant{{ID: "1", Token: "mine"}}})
	if kept := v.kept(v.post("/login", url.Values{"email": {"victoria@example.com"}}, guest)); kept.grantOf("1") != "mine" {
		t.Errorf("the browser keeps %+v", kept)
	}
}

// A cookie that was not sealed here, or was changed, is none.
func TestForgedCookies(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	good := v.cookie(v.signedIn("Ada"))
	bytes, err := base64.RawURLEncoding.DecodeString(good.Value)
	if err != nil {
		t.Fatal(err)
	}
	bytes[len(bytes)/2] ^= 1
	for name, value := range map[string]string{
		"changed": base64.RawURLEncoding.EncodeToString(bytes), "plain": base64.RawURLEncoding.EncodeToString([]byte(`{"r":"x"}`)),
		"empty": "", "long": strings.Repeat("A", 100_000), "cut": good.Value[:40],
	} {
		r := v.get("/account", &http.Cookie{Name: good.Name, Value: value})
		if location := r.Header.Get("Location"); location != "/login?to=%2Faccount" {
			t.Errorf("%s: %d to %q", name, r.StatusCode, location)
		}
	}
}

// The cookie is for this host alone, no script reads it, and it says nothing to whoever has it.
func TestCookie(t *testing.T) {
	t.Parallel()
	for publicURL, name := range map[string]string{ownURL: "shop", "https://example.com": "__Host-shop"} {
		v := newVisitors(t, publicURL, script{
			"POST /v1/auth/login": gives(sessionAnswer("Ada Lovelace")), "GET /v1/cart": gives(map[string]any{"itemCount": 0}),
		})
		r := v.post("/login", url.Values{"email": {"ada@example.com"}, "password": {"secret"}})
		cookies := r.Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%d cookies", len(cookies))
		}
		c := cookies[0]
		if c.Name != name || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" ||
			c.Secure != strings.HasPrefix(publicURL, "https") {
			t.Errorf("cookie %+v", c)
		}
		plain, err := base64.RawURLEncoding.DecodeString(c.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Ada", "Lovelace", "access of", "refresh of", "example.com"} {
			if strings.Contains(string(plain)+c.Value, secret) {
				t.Errorf("the cookie tells %q", secret)
			}
		}
	}
}

// Browsers drop a cookie above 4 096 bytes without a word: what can best be missed is left out, and
// the account last.
func TestLongCookieIsShrunk(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	s := v.signedIn(strings.Repeat("é", 200))
	s.Access = strings.Repeat("a", 2000)
	s.Application = &applicationGrant{ID: "WHS-40718266519342", Email: strings.Repeat("e", 254)}
	for i := range 4 {
		s.grant(fmt.Sprintf("0199d5a1-93c4-7a50-8b1c-6d2e3f40516%d", i), strings.Repeat("t", 160))
	}
	w := httptest.NewRecorder()
	if err := v.site.writeSession(w, s); err != nil {
		t.Fatal(err)
	}
	if length := len(w.Header().Get("Set-Cookie")); length > 4096 {
		t.Errorf("%d bytes", length)
	}
	kept := v.kept(w.Result())
	if kept == nil || kept.Access != s.Access || kept.Refresh != s.Refresh {
		t.Fatalf("the browser keeps %+v", kept)
	}
	if len(kept.Orders) > 0 && kept.Orders[len(kept.Orders)-1].ID != s.Orders[3].ID {
		t.Errorf("the newest order was left out before %+v", kept.Orders)
	}
	if len(s.Orders) != 4 {
		t.Errorf("the session of the request has %d orders left", len(s.Orders))
	}
}

// Whoever only looks gets no cookie.
func TestNoCookieBeforeItIsNeeded(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	for _, path := range []string{
		"/", "/de", "/login", "/register", "/register/code", "/password", "/password/code", "/email/undo", "/wholesale",
		"/wholesale/find", "/wholesale/WHS-1", "/account", "/cart", "/no-such-page",
	} {
		if cookies := v.get(path).Cookies(); len(cookies) > 0 {
			t.Errorf("%s sets %v", path, cookies)
		}
	}
}

// The page after the login is one of this shop.
func TestLoginLeadsToNoOtherSite(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/login": gives(sessionAnswer("Ada")), "GET /v1/cart": gives(map[string]any{"itemCount": 0}),
		"POST /v1/auth/verify-email": gives(sessionAnswer("Ada")), "POST /v1/auth/passkey": gives(sessionAnswer("Ada")),
	})
	for _, to := range []string{
		"https://evil.example", "//evil.example", `/\evil.example`, `\\evil.example`, "///evil.example", "/%2fevil.example",
		"/\tevil.example", "javascript:alert(1)", "http:evil.example", "https:/evil.example", "evil.example", "/%5cevil.example",
		"/..//evil.example", "/.//evil.example", "/\r\nSet-Cookie: a=b", "//evil.example/%2f..", "@evil.example", "/\u2028/evil.example",
	} {
		for _, path := range []string{"/login", "/de/login", "/register/code", "/login/passkey"} {
			r := v.post(path, url.Values{"to": {to}, "credential": {"{}"}})
			location := r.Header.Get("Location")
			u, err := url.Parse(location)
			if r.StatusCode != http.StatusSeeOther || err != nil || u.Host != "" || u.Scheme != "" ||
				!strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//") || strings.Contains(location, `\`) {
				t.Errorf("%s, to %q: %d to %q", path, to, r.StatusCode, location)
			}
			if len(r.Cookies()) != 1 {
				t.Errorf("%s, to %q: cookies %v", path, to, r.Cookies())
			}
		}
		signedIn := v.get("/login?"+url.Values{"to": {to}}.Encode(), v.cookie(v.signedIn("Ada"))).Header.Get("Location")
		if !strings.HasPrefix(signedIn, "/") || strings.HasPrefix(signedIn, "//") || strings.Contains(signedIn, `\`) {
			t.Errorf("logged in, to %q: to %q", to, signedIn)
		}
	}
	mustLead(t, v.post("/login", url.Values{"to": {"/checkout?step=2"}}), "/checkout?step=2")
	mustLead(t, v.post("/de/login", url.Values{"to": {"/p/cup"}}), "/de/p/cup")
}

// registered finds the pages that are registered, in the source.
var registered = regexp.MustCompile(`s\.(?:page|shared|own)\("(GET|POST) ([^"]+)"`)

// registeredPages are the paths of the pages of a method, with an id in the place of each variable.
func registeredPages(t *testing.T, method string) (paths []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range registered.FindAllStringSubmatch(string(text), -1) {
			if match[1] == method {
				path := regexp.MustCompile(`\{[^$}]+\}`).ReplaceAllString(match[2], "0199d5a1-93c4-7a50-8b1c-6d2e3f405162")
				paths = append(paths, strings.TrimSuffix(path, "{$}"))
			}
		}
	}
	if len(paths) == 0 {
		t.Fatalf("no page is registered with %s", method)
	}
	return paths
}

// A form that another site sends does nothing, even with the visitor's cookie: old browsers send it
// along.
func TestCrossSitePosts(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	cookie := v.cookie(v.signedIn("Ada"))
	for _, path := range registeredPages(t, http.MethodPost) {
		for name, header := range map[string]http.Header{
			"cross-site": {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://evil.example"}},
			"same-site":  {"Sec-Fetch-Site": {"same-site"}, "Origin": {"https://other.example.com"}},
			"an old one": {"Origin": {"https://evil.example"}},
			"of a frame": {"Origin": {"null"}},
		} {
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader("email=a%40example.com&password=guess"))
			r.Header = header.Clone()
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if status := v.do(r, cookie).StatusCode; status != http.StatusForbidden {
				t.Errorf("%s, %s: status %d", path, name, status)
			}
		}
	}
	if writes := v.api.writes(); len(writes) > 0 {
		t.Errorf("the interface was asked for %v", writes)
	}
}

// Every page of the account asks a stranger to log in, and goes on from there.
func TestPagesOfTheAccountNeedOne(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	for _, path := range registeredPages(t, http.MethodGet) {
		if !strings.HasPrefix(path, "/account") || path == "/account/notices/latest" {
			continue
		}
		mustLead(t, v.get(path), "/login?"+url.Values{"to": {path}}.Encode())
		mustLead(t, v.get("/de"+path), "/de/login?"+url.Values{"to": {path}}.Encode())
	}
	for _, path := range registeredPages(t, http.MethodPost) {
		if !strings.HasPrefix(path, "/account") || path == "/account/notices/ticket" {
			continue
		}
		if r := v.post(path, nil); r.StatusCode != http.StatusSeeOther || !strings.HasPrefix(r.Header.Get("Location"), "/login") {
			t.Errorf("%s: %d to %q", path, r.StatusCode, r.Header.Get("Location"))
		}
	}
	if writes := v.api.writes(); len(writes) > 0 {
		t.Errorf("the interface was asked for %v", writes)
	}
}

// A pause after too many attempts says how long it takes, and keeps what was typed.
func TestPausesSayHowLong(t *testing.T) {
	t.Parallel()
	pause := refuses(http.StatusTooManyRequests, "rate_limited")
	pause.header = http.Header{"Retry-After": {"90"}}
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/login": pause, "POST /v1/auth/register": pause, "POST /v1/auth/resend-code": pause,
		"POST /v1/auth/verify-email": pause, "POST /v1/auth/forgot-password": pause, "POST /v1/auth/set-password": pause,
		"POST /v1/auth/undo-email-change": pause, "POST /v1/wholesale/apply": pause, "GET /v1/wholesale/applications/1": pause,
	})
	for path, said := range map[string]string{
		"/login": "Try again in 2 minutes.", "/register": "Try again in 2 minutes.", "/de/login": "in 2 Minuten noch einmal",
		"/register/code": "in 2 minutes", "/register/resend": "in 2 minutes", "/password": "in 2 minutes",
		"/password/code": "in 2 minutes", "/email/undo": "in 2 minutes", "/wholesale": "in 2 minutes",
		"/wholesale/find": "in 2 minutes",
	} {
		r := v.post(path, url.Values{
			"email": {"ada@example.com"}, "contactEmail": {"ada@example.com"}, "change": {"ada@example.com"}, "password": {"guess"},
			"application": {"1"}, "challenge": {"1"},
		})
		shown := mustShow(t, r, http.StatusTooManyRequests, said, "ada@example.com", "autofocus")
		if r.Header.Get("Retry-After") != "90" {
			t.Errorf("%s: Retry-After %q", path, r.Header.Get("Retry-After"))
		}
		if strings.Contains(shown, "guess") {
			t.Errorf("%s shows the password that was typed", path)
		}
	}
}

// An interface that does not answer loses nothing that was typed.
func TestNothingTypedIsLost(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, nil)
	for _, operation := range []string{
		"POST /v1/auth/login", "POST /v1/auth/register", "POST /v1/users/me/addresses", "POST /v1/wholesale/apply",
	} {
		v.api.answers[operation] = scripted{status: http.StatusServiceUnavailable}
	}
	for path, name := range map[string]string{
		"/login": "email", "/register": "fullName", "/account/addresses/new": "line1", "/wholesale": "businessName",
	} {
		r := v.post(path, url.Values{name: {"What was typed"}}, v.cookie(v.signedIn("Ada")))
		mustShow(t, r, http.StatusServiceUnavailable, `value="What was typed"`, "Send the form again in a moment")
	}
}

// What the cart of a guest and that of the account have become is said, once.
func TestMergedCartIsSaid(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, emptyAccount(script{
		"POST /v1/auth/login": gives(sessionAnswer("Ada")), "GET /v1/cart": gives(map[string]any{"itemCount": 5}),
	}))
	login := func(guest session) *session {
		kept := v.kept(v.post("/login", url.Values{"email": {"ada@example.com"}}, v.cookie(guest)))
		if kept == nil || !kept.signedIn() || kept.CartToken != "" || kept.Items != 5 {
			t.Fatalf("the browser keeps %+v", kept)
		}
		return kept
	}
	kept := login(session{CartToken: "of the guest", Items: 2})
	r := v.get("/account", v.cookie(*kept))
	mustShow(t, r, http.StatusOK, "has joined that of your account: 5 items.")
	if again := v.kept(r); again == nil || again.Flash != nil {
		t.Errorf("it is said again: %+v", again)
	}
	if kept := login(session{CartToken: "of the guest", Items: 5}); kept.Flash != nil {
		t.Errorf("the account's cart was empty, and it says %+v", kept.Flash)
	}
	if kept := login(session{}); kept.Flash != nil {
		t.Errorf("the guest had no cart, and it says %+v", kept.Flash)
	}
}

// The code page can be loaded again, is in both languages, and is not there for somebody who has
// not asked for a code.
func TestCodePages(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/register":        scripted{status: http.StatusAccepted, body: map[string]any{"registrationId": "id of it"}},
		"POST /v1/auth/forgot-password": scripted{status: http.StatusAccepted, body: map[string]any{"challengeId": "id of it"}},
	})
	for path, page := range map[string]string{"/register": "/register/code", "/password": "/password/code"} {
		r := v.post(path, url.Values{"email": {"ada@example.com"}})
		mustLead(t, r, page)
		cookie := v.cookie(*v.kept(r))
		for range 2 {
			mustShow(t, v.get(page, cookie), http.StatusOK, "ada@example.com", `value="id of it"`)
		}
		mustShow(t, v.get("/de"+page, cookie), http.StatusOK, "Sehen Sie in Ihr Postfach")
		v.clock.Advance(2 * pendingAge)
		if r := v.get(page, cookie); strings.Contains(bodyOf(t, r), "ada@example.com") {
			t.Errorf("%s asks for a code for ever", page)
		}
	}
	mustLead(t, v.get("/register/code"), "/register")
	mustLead(t, v.get("/login/code"), "/login")
}

// A second factor is asked for with the challenge of the login, which the page does not show.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	asked := refuses(http.StatusForbidden, codeSecondFactor)
	asked.body.(map[string]any)["challenge"] = "the challenge"
	asked.body.(map[string]any)["methods"] = []string{"totp", "recovery_code"}
	var sent string
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/login": asked, "POST /v1/auth/set-password": asked, "GET /v1/cart": gives(map[string]any{"itemCount": 0}),
		"POST /v1/auth/second-factor": {serve: func(r *http.Request) scripted {
			text := make([]byte, 1000)
			n, _ := r.Body.Read(text)
			if sent = string(text[:n]); strings.Contains(sent, "000000") {
				return refuses(http.StatusBadRequest, "invalid_code")
			}
			return gives(sessionAnswer("Ada"))
		}},
	})
	r := v.post("/login", url.Values{"email": {"ada@example.com"}, "to": {"/cart"}})
	mustLead(t, r, "/login/code")
	cookie := v.cookie(*v.kept(r))
	shown := mustShow(t, v.get("/login/code", cookie), http.StatusOK, "One more step", "Use a recovery code")
	if strings.Contains(shown, "the challenge") || strings.Contains(shown, "data-passkey") {
		t.Errorf("the page has what it should not:\n%s", shown)
	}
	mustShow(t, v.post("/login/code", url.Values{"code": {"000000"}}, cookie), http.StatusUnprocessableEntity,
		`href="#code"`, "This code is wrong")
	mustLead(t, v.post("/login/code", url.Values{"recoveryCode": {"k7m2q-x4dfa"}}, cookie), "/cart")
	if !strings.Contains(sent, `"challenge":"the challenge"`) || !strings.Contains(sent, `"recoveryCode":"k7m2q-x4dfa"`) {
		t.Errorf("sent %s", sent)
	}
	mustLead(t, v.post("/password/code", url.Values{"email": {"ada@example.com"}, "code": {"1"}}), "/login/code")
}

// The script gets what opens one stream, and no token; at another origin it is told to ask.
func TestTicketOfNotices(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/notifications/stream-ticket": scripted{status: http.StatusCreated, body: map[string]any{"ticket": "once"}},
	})
	cookie := v.cookie(v.signedIn("Ada"))
	shown := mustShow(t, v.post("/account/notices/ticket", nil, cookie), http.StatusOK,
		`"stream":"/v1/notifications/stream?ticket=once"`)
	if strings.Contains(shown, "access") || strings.Contains(shown, "refresh") {
		t.Errorf("the script gets a token: %s", shown)
	}
	v.site.streams = false
	mustShow(t, v.post("/account/notices/ticket", nil, cookie), http.StatusOK, `{"poll":30}`)
	mustShow(t, v.post("/account/notices/ticket", nil), http.StatusUnauthorized)
	mustShow(t, v.get("/account/notices/latest"), http.StatusUnauthorized)
	v.site.streams = true
	v.api.answers["POST /v1/notifications/stream-ticket"] = refuses(http.StatusUnauthorized, "unauthenticated")
	mustShow(t, v.post("/account/notices/ticket", nil, cookie), http.StatusUnauthorized)
}

// The number of an application alone shows nothing, and its email stands in no address.
func TestApplicationNeedsItsEmail(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/wholesale/apply": scripted{status: http.StatusCreated, body: map[string]any{"trackingId": "WHS-1"}},
		"GET /v1/wholesale/applications/WHS-1": {serve: func(r *http.Request) scripted {
			if r.URL.Query().Get("email") != "ada@example.com" {
				return refuses(http.StatusNotFound, "not_found")
			}
			return gives(map[string]any{"trackingId": "WHS-1", "status": "under_review"})
		}},
	})
	r := v.post("/wholesale", url.Values{"contactEmail": {"ada@example.com"}, "min": {"1.500,50"}, "max": {"2 000"}})
	mustLead(t, r, "/wholesale/WHS-1")
	mustShow(t, v.get("/wholesale/WHS-1", v.cookie(*v.kept(r))), http.StatusOK, "We are looking at it")
	mustLead(t, v.get("/wholesale/WHS-1"), "/wholesale/find?id=WHS-1")
	mustShow(t, v.post("/wholesale/find", url.Values{"application": {"WHS-1"}, "email": {"eve@example.com"}}), 404,
		"There is no application with this number and email", "eve@example.com")
	mustShow(t, v.post("/wholesale/find", nil), http.StatusUnprocessableEntity, `href="#application"`, `href="#email"`)
	mustLead(t, v.post("/wholesale/find", url.Values{"application": {"WHS-1"}, "email": {"ada@example.com"}}), "/wholesale/WHS-1")
}

// Whoever logs out leaves nothing behind in the browser.
func TestLogOut(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{"POST /v1/auth/logout": {status: http.StatusNoContent}})
	s := v.signedIn("Ada")
	s.Orders = []orderGrant{{ID: "1", Token: "of Ada"}}
	r := v.post("/logout", nil, v.cookie(s))
	mustLead(t, r, "/")
	kept := v.kept(r)
	if v.api.count("POST /v1/auth/logout") != 1 || kept == nil || kept.signedIn() || len(kept.Orders) > 0 {
		t.Errorf("the browser keeps %+v", kept)
	}
	v.api.answers["POST /v1/auth/logout"] = refuses(http.StatusUnauthorized, "unauthenticated")
	mustLead(t, v.post("/logout", nil, v.cookie(s)), "/")
	v.api.answers["POST /v1/auth/logout"] = scripted{status: http.StatusServiceUnavailable}
	failed := v.post("/logout", nil, v.cookie(s))
	mustShow(t, failed, http.StatusServiceUnavailable)
	if kept := v.kept(failed); kept != nil {
		t.Errorf("the session goes on, and the browser keeps %+v", kept)
	}
}

// The list of sessions names the visitor's browser, not the shop's own client.
func TestSessionsNameTheBrowser(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/login": gives(sessionAnswer("Ada")), "POST /v1/auth/refresh": gives(sessionAnswer("Ada")),
		"GET /v1/cart": gives(map[string]any{"itemCount": 0}), "GET /v1/auth/sessions": gives(map[string]any{"data": []any{}}),
	})
	old := v.signedIn("Ada")
	old.AccessEnds = v.clock.Now()
	for _, r := range []*http.Request{
		httptest.NewRequest(http.MethodPost, "/login", nil), httptest.NewRequest(http.MethodGet, "/account/sessions", nil),
	} {
		r.Header.Set("User-Agent", "Firefox/130.0")
		v.do(r, v.cookie(old))
	}
	for _, r := range v.api.asked {
		if strings.HasPrefix(r.URL.Path, "/v1/auth/") && r.UserAgent() != "Firefox/130.0" {
			t.Errorf("%s by %q", r.URL.Path, r.UserAgent())
		}
	}
	const like = "(KHTML, like Gecko)"
	for agent, name := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Firefox/130.0":                               "Firefox, Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) " + like + " Version/17.6 Safari/605.1.15":       "Safari, Mac",
		"Mozilla/5.0 (Linux; Android 14) " + like + " Chrome/128.0 Mobile Safari/537.36":                  "Chrome, Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) " + like + " Version/17.6 Safari/604.1":   "Safari, iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + like + " Chrome/128.0 Safari/537.36 Edg/128.0.0.0": "Edge, Windows",
		"curl/8.9": "", "": "",
	} {
		if got := (accountSession{UserAgent: agent}).Device(); got != name {
			t.Errorf("%q is %q, want %q", agent, got, name)
		}
	}
}

// Faults are in the order of the fields on the page.
func TestFaultsOfANewPassword(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{"POST /v1/auth/set-password": {status: http.StatusUnprocessableEntity, body: object{
		"status": 422, "code": "validation_failed",
		"errors": []object{{"pointer": "/password", "code": "required"}, {"pointer": "/code", "code": "required"}},
	}}})
	page := mustShow(t, v.post("/password/code", url.Values{"email": {"ada@example.com"}}), http.StatusUnprocessableEntity)
	if code, password := strings.Index(page, `href="#code"`), strings.Index(page, `href="#password"`); code < 0 || password < code {
		t.Errorf("the code is wrong at %d, and the password at %d", code, password)
	}
}

// Whoever sets a new password on the way to the checkout goes on there.
func TestANewPasswordOnTheWay(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, script{
		"POST /v1/auth/forgot-password": scripted{status: http.StatusAccepted, body: object{"challengeId": "id of it"}},
		"POST /v1/auth/set-password":    gives(sessionAnswer("Ada")), "GET /v1/cart": gives(object{"itemCount": 0}),
	})
	to := `name="to" value="/checkout"`
	mustShow(t, v.get("/login?to=/checkout"), http.StatusOK, `href="/password?to=%2fcheckout"`)
	mustShow(t, v.get("/password?to=/checkout"), http.StatusOK, to)
	r := v.post("/password", url.Values{"email": {"ada@example.com"}, "to": {"/checkout"}})
	mustLead(t, r, "/password/code")
	cookie := v.cookie(*v.kept(r))
	mustShow(t, v.get("/password/code", cookie), http.StatusOK, to)
	mustLead(t, v.post("/password/code", url.Values{"code": {"111111"}, "to": {"/checkout"}}, cookie), "/checkout")
}
