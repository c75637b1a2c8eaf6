package storefront

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// roundTrip answers the storefront's requests.
type roundTrip func(*http.Request) *http.Response

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req), nil }

func answer(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	h.Set("Content-Type", "application/json")
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

// visitTo is a visit whose calls are answered by answer.
func visitTo(t *testing.T, target string, answer roundTrip) *visit {
	t.Helper()
	base, err := url.Parse("https://shop.example")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	return &visit{
		site: &site{client: client{transport: answer, base: base}, public: base}, r: r, w: httptest.NewRecorder(), language: "en",
	}
}

// While an equal request is at work, the page waits as long as it is told, asks again with the same
// key, and shows that one's answer.
func TestWaitingForAnEqualRequest(t *testing.T) {
	t.Parallel()
	const running = `{"status":409,"code":"idempotency_in_progress","detail":"It runs."}`
	for name, row := range map[string]struct {
		busy, calls int
		code        string
	}{
		"at once": {busy: 0, calls: 1}, "a little later": {busy: 3, calls: 4},
		"never": {busy: 99, calls: mostRepeats + 1, code: "idempotency_in_progress"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				v := visitTo(t, "/checkout", func(r *http.Request) *http.Response {
					if calls++; r.Header.Get("Idempotency-Key") != "k" {
						t.Errorf("call %d has the key %q", calls, r.Header.Get("Idempotency-Key"))
					}
					if calls <= row.busy {
						return answer(http.StatusConflict, running, "Retry-After", "1")
					}
					return answer(http.StatusCreated, `{"id":"o"}`)
				})
				var got placedOrder
				begin := time.Now()
				_, err := v.do(call{method: http.MethodPost, path: "/v1/checkout", key: "k", answer: &got})
				if calls != row.calls || (row.code == "") != (err == nil) || row.code != "" && !hasCode(err, row.code) {
					t.Errorf("%d calls, %v", calls, err)
				}
				if waited := time.Since(begin); waited != time.Duration(calls-1)*time.Second {
					t.Errorf("waited %v for %d calls", waited, calls)
				}
				if row.code == "" && got.ID != "o" {
					t.Errorf("answer %+v", got)
				}
			})
		})
	}
}

// The way back from a form is known behind a proxy with a host of its own, too; another site is
// none.
func TestWayBack(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	for referrer, want := range map[string]string{
		"https://shop.example/de/p/cup?variant=CUP": "/p/cup?variant=CUP", "http://inside:8080/cart": "/cart",
		"https://evil.example/cart": "/account", "": "/account",
		"http://inside:8080/p/cup/reviews": "/account", "http://inside:8080/de/cart/codes": "/account",
	} {
		r := httptest.NewRequest(http.MethodPost, "http://inside:8080/p/cup/reviews", nil)
		r.Header.Set("Referer", referrer)
		v := &visit{site: f.site, r: r, shell: &shell{Shop: shop{Locale: "en", Locales: languages}}}
		if got := v.wayBack(); got != want {
			t.Errorf("from %q the way back is %s, want %s", referrer, got, want)
		}
	}
}
