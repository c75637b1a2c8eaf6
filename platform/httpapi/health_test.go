package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/httpapi"
	"orderd/test/kit"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	var asked atomic.Int64
	b := plain(t, func(o *httpapi.Options) {
		o.Ready = func(context.Context) error {
			asked.Add(1)
			if down.Load() {
				return errors.New("pq: secret internals")
			}
			return nil
		}
	})
	api := b.api(t)
	for range 20 {
		if a := api.Do(t, "GET", "/readyz", nil).Require(t, 200); string(a.Body) != `{"status":"ok"}` {
			t.Fatalf("%s", a.Body)
		}
	}
	if asked.Load() > 10 {
		t.Errorf("asked %d times for 20 probes", asked.Load())
	}
	down.Store(true)
	kit.Eventually(t, "unreadiness is told", func() error {
		a := api.Do(t, "GET", "/readyz", nil)
		if a.Status != 503 {
			return errors.New("still ready")
		}
		if strings.Contains(string(a.Body), "internals") || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s %v", a.Body, a.Header)
		}
		return nil
	})
	api.Do(t, "GET", "/healthz", nil).Require(t, 200)
	down.Store(false)
	kit.Eventually(t, "readiness is told", func() error {
		if a := api.Do(t, "GET", "/readyz", nil); a.Status != 200 {
			return errors.New("still not ready")
		}
		return nil
	})
	b.Drain()
	api.Do(t, "GET", "/readyz", nil).Require(t, 503, "unavailable")
	api.Do(t, "GET", "/v1/things", nil).Require(t, 200)
}

// TestClientsThatLeave count as such: their requests are no failures of the service.
func TestClientsThatLeave(t *testing.T) {
	t.Parallel()
	status := make(chan int, 1)
	entered := make(chan struct{})
	b := plain(t, func(o *httpapi.Options) {
		o.Observer = observe(func(_, route string, s int, _ time.Duration, _ bool) {
			if route == "/v1/leave" {
				status <- s
			}
		})
	})
	httpapi.Handle(b.Router, httpapi.Public, httpapi.Op{ID: "leave", Method: http.MethodGet, Path: "/v1/leave"},
		func(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
			close(entered)
			<-ctx.Done()
			return nil, ctx.Err()
		})
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-entered; leave() }()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/v1/leave", nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := http.DefaultClient.Do(req); err == nil {
		_ = answer.Body.Close()
		t.Fatal(answer.Status)
	}
	if s := <-status; s != 499 || b.log.Len() != 0 {
		t.Errorf("%d %v", s, b.log.All())
	}
}

func TestObserve(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 10)
	b := plain(t, func(o *httpapi.Options) {
		o.Observer = observe(func(method, route string, status int, took time.Duration, stream bool) {
			if took < 0 || stream {
				t.Error(took, stream)
			}
			seen <- method + " " + route + " " + http.StatusText(status)
		})
	})
	api := kit.NewAPI(b.base, nil)
	for path, want := range map[string]string{
		"/v1/things/x": "GET /v1/things/{id} Not Found", "/v1/things": "GET /v1/things OK", "/v1/nothing": "GET  Not Found",
		"/v1/broken/panic": "GET /v1/broken/{how} Internal Server Error",
	} {
		api.Do(t, "GET", path, nil)
		if got := <-seen; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
