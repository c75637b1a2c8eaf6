package storefront

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/clock"
	"orderd/platform/secret"
)

// script is an interface that a test makes up: an answer by "METHOD /path". What is not in it is
// 404.
type script map[string]scripted

// scripted is one of an interface that a test makes up.
type scripted struct {
	status int
	header http.Header
	body   any
	serve  func(*http.Request) scripted // in place of the rest
}

func gives(body any) scripted { return scripted{status: http.StatusOK, body: body} }

func refuses(status int, code string) scripted {
	return scripted{status: status, body: map[string]any{"status": status, "code": code, "detail": "of the interface"}}
}

// scriptedAPI answers the pages, and keeps what they asked for.
type scriptedAPI struct {
	mu      sync.Mutex
	answers script
	asked   []*http.Request
}

func (f *scriptedAPI) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	f.asked = append(f.asked, r)
	a, found := f.answers[r.Method+" "+r.URL.Path]
	f.mu.Unlock()
	switch {
	case !found:
		a = refuses(http.StatusNotFound, "not_found")
	case a.serve != nil:
		a = a.serve(r)
	}
	body, err := json.Marshal(a.body)
	if err != nil {
		return nil, err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if a.status >= http.StatusBadRequest {
		header.Set("Content-Type", "application/problem+json")
	}
	maps.Copy(header, a.header)
	return &http.Response{StatusCode: a.status, Header: header, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
}

// count is how often an operation was asked for.
func (f *scriptedAPI) count(operation string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.asked {
		if r.Method+" "+r.URL.Path == operation {
			n++
		}
	}
	return n
}

// writes are the operations that were asked for and are no reads.
func (f *scriptedAPI) writes() (all []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.asked {
		if r.Method != http.MethodGet {
			all = append(all, r.Method+" "+r.URL.Path)
		}
	}
	return all
}

// visitors is a site with an interface that a test makes up.
type visitors struct {
	t     *testing.T
	api   *scriptedAPI
	clock *clock.Shifted
	site  *site
}

// newVisitors makes a site of a shop with both languages. more are answers of its interface beyond
// those that every page needs.
func newVisitors(t *testing.T, publicURL string, more script) *visitors {
	t.Helper()
	all := script{
		"GET /v1/shop": gives(map[string]any{
			"name": "Kaffeehaus", "country": "DE", "locale": "en", "locales": []string{"en", "de"}, "guestCheckout": true,
			"loyalty": map[string]any{"enabled": true, "pointsPerEuro": 10, "pointsPerShare": 50},
		}),
		"GET /v1/categories": gives(map[string]any{"data": []any{}}),
		"GET /v1/products":   gives(map[string]any{"data": []any{}}),
	}
	maps.Copy(all, more)
	v := &visitors{t: t, api: &scriptedAPI{answers: all}, clock: &clock.Shifted{}}
	pages, err := New(Deps{
		API: v.api, Address: func(*http.Request) string { return "192.0.2.1" }, Clock: v.clock, PublicURL: publicURL,
		Secret: secret.New("0123456789abcdef0123456789abcdef"), Streams: true,
	})
	made, isSite := pages.(*site)
	if !isSite {
		t.Fatalf("New makes no site: %v", err)
	}
	v.site = made
	return v
}

// session is a session of the interface, as a login answers.
func sessionAnswer(name string) map[string]any {
	return map[string]any{
		"accessToken": "access of " + name, "expiresIn": 600, "refreshToken": "refresh of " + name, "refreshExpiresIn": 2592000,
		"user": map[string]any{"id": "id of " + name, "fullName": name, "email": "someone@example.com", "accountType": "retail"},
	}
}

// signedIn is a session that is good for a while yet.
func (v *visitors) signedIn(name string) session {
	now := v.clock.Now()
	return session{
		Access: "access of " + name, AccessEnds: now.Add(10 * time.Minute), Refresh: "refresh of " + name,
		RefreshEnds: now.Add(time.Hour), AccountID: "id of " + name, Name: name,
	}
}

// cookie is what a browser with the session sends.
func (v *visitors) cookie(s session) *http.Cookie {
	v.t.Helper()
	text, err := v.site.seal.close(s)
	if err != nil {
		v.t.Fatal(err)
	}
	return &http.Cookie{Name: v.site.cookieName(), Value: text}
}

// get loads a page with the cookies.
func (v *visitors) get(path string, cookies ...*http.Cookie) *http.Response {
	return v.do(httptest.NewRequest(http.MethodGet, path, nil), cookies...)
}

// post sends a form of the site's own pages, given as pairs of names and values.
func (v *visitors) post(path string, fields url.Values, cookies ...*http.Cookie) *http.Response {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return v.do(r, cookies...)
}

func (v *visitors) do(r *http.Request, cookies ...*http.Cookie) *http.Response {
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	v.site.ServeHTTP(w, r)
	return w.Result()
}

// kept is the session that an answer leaves in the browser; nil where it sets no cookie.
func (v *visitors) kept(r *http.Response) *session {
	v.t.Helper()
	for _, c := range r.Cookies() {
		if c.Name != v.site.cookieName() {
			v.t.Errorf("a cookie %s", c.Name)
			continue
		}
		if c.MaxAge < 0 {
			return &session{}
		}
		s := v.site.seal.open(c.Value)
		if s.isEmpty() {
			v.t.Errorf("the cookie can't be opened: %s", c.Value)
		}
		return &s
	}
	return nil
}

// bodyOf is the text of an answer.
func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// mustLead fails the test unless the answer leads to the path.
func mustLead(t *testing.T, r *http.Response, path string) {
	t.Helper()
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != path {
		t.Fatalf("%d to %q, want 303 to %q\n%.1500s", r.StatusCode, r.Header.Get("Location"), path, bodyOf(t, r))
	}
}

// mustShow fails the test unless the answer has the status and all of the texts.
func mustShow(t *testing.T, r *http.Response, status int, texts ...string) string {
	t.Helper()
	shown := bodyOf(t, r)
	if r.StatusCode != status {
		t.Fatalf("status %d, want %d\n%.3000s", r.StatusCode, status, shown)
	}
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			t.Fatalf("the page lacks %q:\n%.6000s", text, shown)
		}
	}
	return shown
}
