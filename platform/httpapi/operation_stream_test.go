package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/test/kit"
)

// streaming is a bundle with one stream on top.
func streaming(t *testing.T, h func(ctx context.Context, in *thingAt, w *httpapi.Stream) error) *bundle {
	t.Helper()
	b := plain(t)
	httpapi.HandleStream(b.Router, httpapi.OptionalUser, httpapi.Op{
		ID: "watch", Method: http.MethodGet, Path: "/v1/things/{id}/stream", Summary: "Watch", Produces: "text/event-stream",
		Errors: []fault.Code{fault.InUse},
	}, h)
	return b
}

func TestEvents(t *testing.T) {
	t.Parallel()
	next := make(chan struct{})
	b := streaming(t, func(ctx context.Context, _ *thingAt, w *httpapi.Stream) error {
		if err := w.Comment("hello\nthere"); err != nil {
			return err
		}
		<-next
		if err := w.Event(7, "notification", map[string]string{"title": "a\nb"}); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	})
	answer, err := http.Get(b.base + "/v1/things/x/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatal(answer.StatusCode, answer.Header)
	}
	lines := bufio.NewReader(answer.Body)
	expect := func(want string) {
		t.Helper()
		if got, err := lines.ReadString('\n'); err != nil || got != want+"\n" {
			t.Fatalf("%q %v, want %q", got, err, want)
		}
	}
	expect(": hello there")
	expect("")
	close(next)
	for _, want := range []string{"id: 7", "event: notification", `data: {"title":"a\nb"}`, ""} {
		expect(want)
	}
	b.Drain()
	if rest, err := io.ReadAll(lines); err != nil || len(rest) != 0 {
		t.Fatalf("shutdown ends a stream in peace: %q %v", rest, err)
	}
}

func TestStreamFailures(t *testing.T) {
	t.Parallel()
	b := streaming(t, func(_ context.Context, in *thingAt, w *httpapi.Stream) error {
		switch in.ID {
		case "early":
			return fault.New(fault.InUse, "In use.")
		case "late":
			if err := w.Comment("begun"); err != nil {
				return err
			}
			return errors.New("too late")
		}
		return nil
	})
	api := b.api(t)
	api.Do(t, "GET", "/v1/things/early/stream", nil).Require(t, 409, "in_use")
	api.As("nonsense").Do(t, "GET", "/v1/things/x/stream", nil).Require(t, 401)
	if a := api.Do(t, "GET", "/v1/things/x/stream", nil).Require(t, 200); len(a.Body) != 0 {
		t.Errorf("%q", a.Body)
	}
	kit.NewAPI(b.base, nil).Do(t, "HEAD", "/v1/things/x/stream", nil).Require(t, 200)
	answer, err := http.Get(b.base + "/v1/things/late/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err == nil || !strings.Contains(string(body), "begun") {
		t.Errorf("a stream that broke looks whole: %q", body)
	}
}

// TestStreamEndsWithItsReader: the handler's context ends when the client goes away.
func TestStreamEndsWithItsReader(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	b := streaming(t, func(ctx context.Context, _ *thingAt, w *httpapi.Stream) error {
		if err := w.Flush(); err != nil {
			return err
		}
		<-ctx.Done()
		close(gone)
		return nil
	})
	answer, err := http.Get(b.base + "/v1/things/x/stream")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	<-gone
}

// TestStreamCutByShutdown: an export that the shutdown interrupts must not look complete; a
// stream that has not begun gets a 503.
func TestStreamCutByShutdown(t *testing.T) {
	t.Parallel()
	b := streaming(t, func(ctx context.Context, in *thingAt, w *httpapi.Stream) error {
		if in.ID == "begun" {
			if err := w.Comment("half of it"); err != nil {
				return err
			}
		}
		<-ctx.Done()
		return ctx.Err()
	})
	answer, err := http.Get(b.base + "/v1/things/begun/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b.Drain()
	if body, err := io.ReadAll(answer.Body); err == nil || !strings.Contains(string(body), "half of it") {
		t.Errorf("an export that was cut off looks whole: %q", body)
	}
	if a := b.api(t).Do(t, "GET", "/v1/things/waiting/stream", nil).Require(t, 503, "unavailable"); a.Header.Get("Retry-After") == "" {
		t.Error(a.Header)
	}
}
