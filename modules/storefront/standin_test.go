package storefront

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/clock"
	"orderd/platform/secret"
)

// standIn stands in for the interface: a shop of a few things, which a test changes. It counts the
// calls.
type standIn struct {
	mu       sync.Mutex
	version  int               // of the catalogue
	answers  map[string]object // to a GET by its path, to everybody
	calls    map[string]int    // by path; those that ended in 304 too
	confirms int               // 304s
	down     bool              // it does not answer
	gate     chan struct{}     // a product is answered when it is closed; nil: at once
	asked    chan string       // gets the path of each call, when it is not nil
}

type object = map[string]any

const cupID = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"

func newStandIn() *standIn {
	category := object{
		"id": "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910", "name": "Cups", "slug": "cups", "productCount": 1, "ancestors": []any{},
	}
	card := object{
		"id": "0199d5a1-93c4-7a50-8b1c-6d2e3f405199", "name": "Saucer", "slug": "saucer", "priceFrom": 4.5, "inStock": true,
		"variantCount": 1, "rating": object{"average": nil, "count": 0},
	}
	s := &standIn{version: 1, calls: map[string]int{}}
	s.answers = map[string]object{
		vatIDPath: {"vatId": "FR40303265045", "status": "pending"},
		"/v1/shop": {
			"name": "Moka", "country": "DE", "locale": "en", "locales": []string{"en", "de"}, "timeZone": "Europe/Berlin",
			"guestCheckout": true, "loyalty": object{"enabled": true, "pointsPerEuro": 10},
			"pages": []object{{"kind": "imprint", "slug": "imprint", "title": "Imprint"}},
		},
		"/v1/shop/storefront": {
			"accent": "#12504a", "paper": "#ffffff", "ink": "#1b1916",
			"font": "figtree", "radius": 6, "ratio": "1", "fit": "cover", "scheme": "system",
			"home": []object{{"kind": "categories"}, {"kind": "new"}, {"kind": "bestselling"}, {"kind": "sale"}},
		},
		"/v1/categories": {"data": []object{category}},
		"/v1/products": {
			"data": []object{card}, "meta": object{"total": 1, "page": 1, "totalPages": 1}, "included": object{
				"category": category, "collection": object{"name": "Gifts", "slug": "gifts"},
			},
		},
		"/v1/products/cup": {
			"id": cupID, "name": "Cup", "slug": "cup", "categories": []object{category}, "rating": object{"average": 5, "count": 1},
			"variants": []object{{"id": cupID, "sku": "CUP", "price": 12.9, "taxRate": 19, "available": 7, "wholesalePrices": []object{}}},
		},
		"/v1/products/" + cupID + "/reviews": {"data": []object{review1("Ada", "Holds coffee.")}},
		"/v1/brands/kaldera":                 {"name": "Kaldera", "slug": "kaldera"},
		"/v1/search/suggest":                 {"products": []object{}},
		"/v1/shop/pages/imprint": {
			"kind": "imprint", "slug": "imprint", "title": "Imprint", "html": "<p>Moka GmbH</p>", "publishedOn": "2026-11-20",
		},
		"/v1/cart": {"id": cupID, "itemCount": 3, "items": []object{}},
		"/v1/orders/" + cupID: {
			"id": cupID, "stage": "placed", "payment": object{"method": "bank_transfer"}, "paymentStatus": "paid",
		},
		"/v1/wholesale/applications/" + cupID: {"status": "approved"},
	}
	return s
}

func review1(author, message string) object {
	return object{"author": object{"displayName": author}, "rating": 5, "message": message, "createdAt": "2026-11-20T10:00:00Z"}
}

// change changes an answer, and with it the catalogue's version.
func (s *standIn) change(path string, change func(object)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.changeQuietly(path, change)
}

// changeQuietly changes a copy: what was answered before is not to change.
func (s *standIn) changeQuietly(path string, change func(object)) {
	answer := maps.Clone(s.answers[path])
	change(answer)
	s.answers[path] = answer
}

// setPrice changes the price of the cup.
func (s *standIn) setPrice(price float64) {
	s.change("/v1/products/cup", func(p object) {
		variant := maps.Clone(p["variants"].([]object)[0])
		variant["price"] = price
		p["variants"] = []object{variant}
	})
}

// count is the number of calls whose paths begin so.
func (s *standIn) count(prefix string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for path, calls := range s.calls {
		if strings.HasPrefix(path, prefix) {
			n += calls
		}
	}
	return n
}

func (s *standIn) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	gate, asked := s.gate, s.asked
	s.mu.Unlock()
	if asked != nil {
		asked <- req.URL.Path
	}
	if gate != nil && strings.HasPrefix(req.URL.Path, "/v1/products/") {
		select {
		case <-gate:
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	w := httptest.NewRecorder()
	if err := s.answer(w, req); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

func (s *standIn) answer(w http.ResponseWriter, req *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := req.URL.Path
	s.calls[path]++
	w.Header().Set("Content-Type", "application/json")
	if s.down {
		return errors.New("connection refused")
	}
	answer, found := s.answers[path]
	if !found {
		answer = object{"data": []object{}, "meta": object{}}
		if strings.HasPrefix(path, "/v1/products/") || strings.HasPrefix(path, "/v1/brands/") {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"status":404,"code":"not_found"}`)
			return nil
		}
	}
	if path == "/v1/products/cup" && req.Header.Get("Authorization") == "Bearer wholesale" {
		answer = maps.Clone(answer)
		variant := maps.Clone(answer["variants"].([]object)[0])
		variant["wholesalePrices"] = []object{{"minQuantity": 12, "price": 6.66}}
		answer["variants"] = []object{variant}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if path == "/v1/users/me/addresses" {
		body = []byte("[]")
	}
	h := w.Header()
	inCatalog := strings.HasPrefix(path, "/v1/products") || strings.HasPrefix(path, "/v1/categories") ||
		strings.HasPrefix(path, "/v1/brands")
	isReviews := strings.HasSuffix(path, "/reviews")
	if inCatalog && !isReviews {
		h.Set("Catalog-Version", fmt.Sprint("v", s.version))
	}
	if !isReviews {
		h.Set("ETag", `"`+etagOf(body)+`"`)
		if req.Header.Get("If-None-Match") == h.Get("ETag") {
			s.confirms++
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	_, err = w.Write(body)
	return err
}

// stopped is a clock that a test moves.
type stopped struct {
	mu  sync.Mutex
	now time.Time
}

func (c *stopped) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return clock.Normalize(c.now)
}

func (c *stopped) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// front is the pages over a standIn.
type front struct {
	*site
	t     testing.TB
	api   *standIn
	clock *stopped
}

func newFront(t testing.TB) *front {
	t.Helper()
	f := &front{t: t, api: newStandIn(), clock: &stopped{now: time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)}}
	pages, err := New(Deps{
		API: f.api, Address: func(*http.Request) string { return "203.0.113.7" }, Clock: f.clock, PublicURL: "https://shop.example",
		Secret: secret.New("the secret of the tests of the pages"),
	})
	if err != nil {
		t.Fatal(err)
	}
	f.site = pages.(*site)
	return f
}

// page is an answer, unpacked.
type page struct {
	*http.Response
	text string
}

// get asks for a page as somebody with the session; the zero one is a stranger's.
func (f *front) get(path string, s session, headers ...string) page {
	f.t.Helper()
	return f.send(httptest.NewRequest(http.MethodGet, path, nil), s, headers...)
}

func (f *front) send(r *http.Request, s session, headers ...string) page {
	f.t.Helper()
	if !s.isEmpty() {
		w := httptest.NewRecorder()
		if err := f.writeSession(w, s); err != nil {
			f.t.Fatal(err)
		}
		r.AddCookie(w.Result().Cookies()[0])
	}
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return read(f.t, w.Result())
}

func read(t testing.TB, res *http.Response) page {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.Header.Get("Content-Encoding") == "gzip" {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(z)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return page{res, string(body)}
}

// require fails the test unless the page has the status and the texts.
func (p page) require(t *testing.T, status int, texts ...string) page {
	t.Helper()
	if p.StatusCode != status {
		t.Fatalf("status %d, want %d:\n%.2000s", p.StatusCode, status, p.text)
	}
	for _, text := range texts {
		if !strings.Contains(p.text, text) {
			t.Fatalf("the page lacks %q:\n%.4000s", text, p.text)
		}
	}
	return p
}

// lacks fails the test when the page has one of the texts.
func (p page) lacks(t *testing.T, texts ...string) page {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(p.text, text) {
			t.Fatalf("the page has %q:\n%.4000s", text, p.text)
		}
	}
	return p
}

func (f *front) guest(items int) session { return session{CartToken: "token", Items: items} }

func (f *front) wholesaler() session {
	until := f.clock.Now().AddDate(1, 0, 0)
	return session{
		Access: "wholesale", AccessEnds: until, Refresh: "refresh", RefreshEnds: until, Name: "Grace Hopper", Wholesale: true,
	}
}

// cancelled is a request whose sender leaves when leave is called.
func cancelled(r *http.Request) (left *http.Request, leave context.CancelFunc) {
	ctx, cancel := context.WithCancel(r.Context())
	return r.WithContext(ctx), cancel
}
