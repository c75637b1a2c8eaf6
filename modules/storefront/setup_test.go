package storefront

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"orderd/platform/secret"
)

const shopURL = "https://shop.example"

// madeUp is an interface that a test makes up. It answers by path; a path without an answer is a
// problem of 404.
type madeUp struct {
	mu      sync.Mutex
	answers map[string]any // by path: what is JSON, or a func(*http.Request) (*http.Response, error)
	calls   []*http.Request
}

// newMadeUp is the interface of a shop that speaks English and German, with nothing on its shelves.
func newMadeUp() *madeUp {
	type object = map[string]any
	return &madeUp{answers: map[string]any{
		"/v1/shop": object{
			"name": "Halm & Bohne", "country": "DE", "locale": "en", "locales": []string{"en", "de"}, "email": "hello@shop.example",
			"pages": []object{{"kind": "imprint", "slug": "imprint", "title": "Imprint"}},
		},
		"/v1/categories":  object{"data": []object{{"id": "c1", "name": "Coffee", "slug": "coffee"}}, "meta": object{"totalPages": 1}},
		"/v1/collections": object{"data": []object{}, "meta": object{"totalPages": 1}},
		"/v1/brands":      object{"data": []object{{"name": "Kaldera", "slug": "kaldera"}}, "meta": object{"totalPages": 1}},
		"/v1/products":    object{"data": []object{}, "meta": object{"totalPages": 0}, "included": object{}},
	}}
}

// RoundTrip answers a call.
func (m *madeUp) RoundTrip(req *http.Request) (*http.Response, error) {
	m.mu.Lock()
	m.calls = append(m.calls, req)
	answer := m.answers[req.URL.Path]
	m.mu.Unlock()
	switch answer := answer.(type) {
	case nil:
		return answerOf(404, "application/problem+json", `{"status":404,"code":"not_found","detail":"There is nothing."}`), nil
	case func(*http.Request) (*http.Response, error):
		return answer(req)
	}
	body, err := json.Marshal(answer)
	return answerOf(200, "application/json", string(body)), err
}

func (m *madeUp) set(path string, answer any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers[path] = answer
}

// called is how often a path was asked for, or any with "".
func (m *madeUp) called(path string) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.calls {
		if path == "" || c.URL.Path == path {
			n++
		}
	}
	return n
}

func answerOf(status int, kind, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(strings.NewReader(body)),
	}
}

// newTestSite makes the pages over an interface; change adapts what they are made with.
func newTestSite(api http.RoundTripper, change ...func(*Deps)) http.Handler {
	d := Deps{
		API: api, Address: func(*http.Request) string { return "203.0.113.7" }, PublicURL: shopURL, Secret: secret.New("geheim"),
	}
	for _, c := range change {
		c(&d)
	}
	pages, err := New(d)
	if err != nil {
		panic(err) // there is no theme
	}
	return pages
}

// opened is the answer to a GET. A path is sent as it is.
func opened(site http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	return sent(site, http.MethodGet, path, "", headers...)
}

// sent is the answer to a request with these headers, as pairs.
func sent(site http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, "/", strings.NewReader(body))
	req.Host = "shop.example"
	target, err := req.URL.Parse("/")
	if err != nil {
		panic(err)
	}
	target.Path, target.RawQuery, _ = strings.Cut(path, "?")
	req.URL = target
	if body != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, req)
	return w
}

// requirePage fails the test unless the answer is a whole page with the status and the texts.
func requirePage(t *testing.T, w *httptest.ResponseRecorder, status int, texts ...string) {
	t.Helper()
	page := w.Body.String()
	if w.Code != status {
		t.Fatalf("status %d, want %d: %.400s", w.Code, status, page)
	}
	for _, text := range append(texts, "<!doctype html>", "</html>") {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q:\n%.4000s", text, page)
		}
	}
}

// slugsOf is an interface's list of n products, in parts of 50 000.
func slugsOf(n int) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		first := 0
		if after := req.URL.Query().Get("after"); after != "" {
			_, _ = fmt.Sscanf(after, "00000000-0000-7000-8000-%012d", &first)
			first++
		}
		last := min(first+50_000, n)
		var b strings.Builder
		b.WriteString(`{"data":[`)
		for i := first; i < last; i++ {
			if i > first {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"id":"00000000-0000-7000-8000-%012d","slug":"product-%d","updatedAt":"2026-11-01T08:00:00Z"}`, i, i)
		}
		next := "null"
		if last < n {
			next = fmt.Sprintf(`"00000000-0000-7000-8000-%012d"`, last-1)
		}
		b.WriteString(`],"next":` + next + `}`)
		return answerOf(200, "application/json", b.String()), nil
	}
}
