package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/httpapi"
	"orderd/platform/ratelimit"
	"orderd/test/kit"
)

// observe is an Observer of requests alone.
type observe func(method, route string, status int, took time.Duration, stream bool)

func (o observe) ObserveRequest(method, route string, status int, took time.Duration, stream bool) {
	o(method, route, status, took, stream)
}
func (observe) ObserveStream(string, int) {}
func (observe) ObserveRefusal(string)     {}

// logged makes an API that logs the requests as l says, with an operation and a stream that take
// more than a second.
func logged(t *testing.T, l httpapi.RequestLog) (*bundle, func() []observer.LoggedEntry) {
	t.Helper()
	core, log := observer.New(zapcore.InfoLevel)
	answered := make(chan struct{}, 100)
	b := plain(t, func(o *httpapi.Options) {
		o.RequestLog, o.Log = l, zap.New(core)
		o.Observer = observe(func(string, string, int, time.Duration, bool) { answered <- struct{}{} })
	})
	httpapi.Handle(b.Router, httpapi.Public, httpapi.Op{ID: "slow", Method: http.MethodGet, Path: "/v1/slow"},
		func(context.Context, *struct{}) (*httpapi.Reply[greeting], error) {
			<-time.After(time.Second)
			return httpapi.OK(greeting{})
		})
	httpapi.HandleStream(b.Router, httpapi.Public, httpapi.Op{
		ID: "longStream", Method: http.MethodGet, Path: "/v1/long", Produces: "text/event-stream",
	},
		func(_ context.Context, _ *struct{}, w *httpapi.Stream) error {
			<-time.After(time.Second)
			return w.Comment("hello")
		})
	api := kit.NewAPI(b.base, nil)
	for _, path := range []string{"/v1/things?q=ada@example.com", "/v1/nothing/ada@example.com", "/v1/broken/panic", "/v1/slow", "/v1/long"} {
		api.Do(t, "GET", path, nil)
		<-answered
	}
	return b, func() []observer.LoggedEntry {
		return log.Filter(func(e observer.LoggedEntry) bool { return e.Message != "request failed" }).All()
	}
}

func TestRequestLog(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		mode string
		want []string
	}{
		{"", nil},
		{"off", nil},
		{"slow", []string{"warn GET /v1/broken/{how} 500", "warn GET /v1/slow 200"}},
		{"all", []string{"info GET /v1/things 422", "info GET none 404", "warn GET /v1/broken/{how} 500", "warn GET /v1/slow 200",
			"info GET /v1/long 200"}},
	} {
		t.Run("mode "+row.mode, func(t *testing.T) {
			t.Parallel()
			_, entries := logged(t, httpapi.RequestLog{Requests: row.mode})
			var got []string
			kit.Eventually(t, "the lines", func() error {
				got = nil
				for _, e := range entries() {
					f := e.ContextMap()
					got = append(got, fmt.Sprint(e.Level, " ", f["method"], " ", f["route"], " ", f["status"]))
					if f["network"] != "127.0.0.0/24" || f["request_id"] == "" || f["bytes"].(int64) == 0 {
						t.Errorf("%v", f)
					}
					if text := fmt.Sprint(e.Message, f); strings.Contains(text, "@") || strings.Contains(text, "127.0.0.1") {
						t.Errorf("what the client has sent is in the log: %s", text)
					}
				}
				if !slices.Equal(got, row.want) {
					return fmt.Errorf("%q, want %q", got, row.want)
				}
				return nil
			})
		})
	}
}

// In dev mode a line is short enough to read in a terminal.
func TestRequestLogForPeople(t *testing.T) {
	t.Parallel()
	_, entries := logged(t, httpapi.RequestLog{Requests: httpapi.LogAll, Short: true})
	kit.Eventually(t, "the lines", func() error {
		for i, e := range entries() {
			var path string
			var status int
			var ms float64
			if n, err := fmt.Sscanf(e.Message, "GET %s %d %f ms", &path, &status, &ms); n != 3 || err != nil || e.ContextMap()["request_id"] == "" ||
				strings.Contains(path, "?") {
				t.Errorf("%q %v", e.Message, e.Context)
			}
			if i == 3 {
				return nil
			}
		}
		return fmt.Errorf("there are %d", len(entries()))
	})
}

// A path makes one line, whatever is in it.
func TestRequestLogKeepsItsLines(t *testing.T) {
	t.Parallel()
	core, log := observer.New(zapcore.InfoLevel)
	b := plain(t, func(o *httpapi.Options) {
		o.RequestLog, o.Log = httpapi.RequestLog{Requests: httpapi.LogAll, Short: true}, zap.New(core)
	})
	b.api(t).Do(t, "GET", "/v1/x%0a10:00:00.000%09WARN%09fake%1b%5b31m", nil).Require(t, 404)
	line := ""
	kit.Eventually(t, "the line", func() error {
		for _, e := range log.All() {
			if strings.Contains(e.Message, " 404 ") {
				line = e.Message
				return nil
			}
		}
		return errors.New("there is none")
	})
	if !strings.Contains(line, "/v1/x%0a10:00:00.000%09WARN") || strings.ContainsAny(line, "\n\x1b") {
		t.Errorf("%q", line)
	}
}

// counts is an Observer that counts.
type counts struct {
	mu       sync.Mutex
	open     int
	refusals []string
	requests []string
}

func (c *counts) ObserveRequest(_, route string, status int, _ time.Duration, stream bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, fmt.Sprintf("%s %d stream=%v", route, status, stream))
}

func (c *counts) ObserveStream(_ string, change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += change
}

func (c *counts) ObserveRefusal(limit string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refusals = append(c.refusals, limit)
}

func (c *counts) await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	kit.Eventually(t, what, func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !ok() {
			return fmt.Errorf("open %d, refusals %v, requests %v", c.open, c.refusals, c.requests)
		}
		return nil
	})
}

// An open stream is counted as such, and as a request when it has ended. Its time is no response
// time.
func TestStreamsAreObserved(t *testing.T) {
	t.Parallel()
	c := new(counts)
	b := plain(t, func(o *httpapi.Options) { o.Observer = c })
	httpapi.HandleStream(b.Router, httpapi.Public, httpapi.Op{
		ID: "follow", Method: http.MethodGet, Path: "/v1/follow", Produces: "text/event-stream",
	},
		func(ctx context.Context, _ *struct{}, w *httpapi.Stream) error {
			if err := w.Comment("hello"); err != nil {
				return err
			}
			<-ctx.Done()
			return nil
		})
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/v1/follow", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	c.await(t, "one stream is open", func() bool { return c.open == 1 && len(c.requests) == 0 })
	leave()
	_ = answer.Body.Close()
	c.await(t, "the stream has ended", func() bool { return c.open == 0 && slices.Equal(c.requests, []string{"/v1/follow 200 stream=true"}) })
}

// A refusal is counted under the name of its limit, also of one that holds across replicas.
func TestRefusalsAreObserved(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		c := new(counts)
		b := setup(t, db, func(o *httpapi.Options) {
			o.Observer = c
			o.Limits = ratelimit.Limits{Enabled: true, Rates: map[string]string{"reads_anonymous": "1/1h", "register": "1/1h"}}
		})
		api := kit.NewAPI(b.base, nil)
		api.Do(t, "GET", "/v1/things", nil).Require(t, 200)
		api.Do(t, "GET", "/v1/things", nil).Require(t, 429)
		for range 2 {
			_ = b.TakeToken(t.Context(), "register", "ada@example.com")
		}
		c.await(t, "two refusals", func() bool { return slices.Equal(c.refusals, []string{"reads_anonymous", "register"}) })
	}, migrations...)
}

func TestClientNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"203.0.113.77": "203.0.113.0/24", "2001:db8:1:2::77": "2001:db8:1::/48", "no address": ""} {
		if got := httpapi.LoggedNetwork(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// The requests of the service itself, and polls of a page that answer 304, have no line.
func TestRequestLogLeavesOutOwnRequestsAndPolls(t *testing.T) {
	t.Parallel()
	core, log := observer.New(zapcore.InfoLevel)
	answered := make(chan struct{}, 100)
	b := plain(t, func(o *httpapi.Options) {
		o.RequestLog, o.Log = httpapi.RequestLog{Requests: httpapi.LogAll, Short: true, Own: "own"}, zap.New(core)
		o.Observer = observe(func(string, string, int, time.Duration, bool) { answered <- struct{}{} })
	})
	b.Mount(http.MethodGet, "/page", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotModified)
		}
	}))
	api := kit.NewAPI(b.base, nil)
	for _, caller := range []*kit.API{api, api.With("If-None-Match", `"1"`), api.With("User-Agent", "own"), api.With("User-Agent", "")} {
		for _, path := range []string{"/page", "/v1/things", "/v1/broken/panic"} {
			caller.Do(t, "GET", path, nil)
			<-answered
		}
	}
	lines := map[string]int{}
	for _, e := range log.Filter(func(e observer.LoggedEntry) bool { return e.Message != "request failed" }).All() {
		lines[strings.Join(strings.Fields(e.Message)[1:3], " ")]++
	}
	want := map[string]int{"/page 200": 2, "/v1/things 200": 3, "/v1/broken/panic 500": 4}
	if !maps.Equal(lines, want) {
		t.Errorf("lines: %v, want %v", lines, want)
	}
}
