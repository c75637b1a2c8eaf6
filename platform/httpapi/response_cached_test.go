package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"orderd/platform/httpapi"
	"orderd/test/kit"
)

func TestCached(t *testing.T) {
	t.Parallel()
	b := plain(t, func(o *httpapi.Options) { o.CORSOrigins = []string{"https://shop.example"} })
	api := b.api(t)
	first := api.Do(t, "GET", "/v1/price", nil).Require(t, 200)
	tag := first.Header.Get("ETag")
	if len(tag) < 10 || first.Header.Get("Cache-Control") != "public, no-cache" {
		t.Errorf("%q, %q", tag, first.Header.Get("Cache-Control"))
	}
	if vary := first.Header.Values("Vary"); len(vary) != 2 || vary[0] != "Origin" || vary[1] != "Authorization" {
		t.Errorf("Vary: %q", vary)
	}
	for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		again := api.With("If-None-Match", known).Do(t, "GET", "/v1/price", nil).Require(t, 304)
		if len(again.Body) != 0 || again.Header.Get("ETag") != tag || again.Header.Get("Content-Type") != "" ||
			again.Header.Get("Content-Length") != "" {
			t.Errorf("%s: %q, %v", known, again.Body, again.Header)
		}
	}
	for _, unknown := range []string{`"other"`, "", tag[:5], "nonsense"} {
		api.With("If-None-Match", unknown).Do(t, "GET", "/v1/price", nil).Require(t, 200)
	}
	// A caller never gets another caller's answer, neither from a shared cache nor by its ETag.
	user := b.customer(t)
	own := user.With("If-None-Match", tag).Do(t, "GET", "/v1/price", nil).Require(t, 200)
	if own.Header.Get("Cache-Control") != "private, no-cache" || own.Header.Get("ETag") == tag {
		t.Errorf("%v", own.Header)
	}
	user.With("If-None-Match", own.Header.Get("ETag")).Do(t, "GET", "/v1/price", nil).Require(t, 304)
}

// Caches that many callers share may keep for a time what callers without a token get, a 304 too.
// What a caller with a token gets, and what fails, they never may.
func TestSharedCache(t *testing.T) {
	t.Parallel()
	const kept, targeted = "public, no-cache, s-maxage=90, stale-while-revalidate=90", "max-age=90, stale-while-revalidate=90"
	b := plain(t, func(o *httpapi.Options) { o.SharedCache = 90 * time.Second })
	httpapi.HandleStream(b.Router, httpapi.OptionalUser, httpapi.Op{
		ID: "listNames", Method: http.MethodGet, Path: "/v1/names", Summary: "List names", Produces: "application/json", Cached: true,
	}, func(_ context.Context, _ *struct{}, w *httpapi.Stream) error {
		if w.NotModified(`"names"`) {
			return nil
		}
		_, err := w.Write([]byte(`"Moka"`))
		return err
	})
	for _, path := range []string{"/v1/price", "/v1/names"} {
		anonymous, user := b.api(t), b.customer(t)
		first := anonymous.Do(t, "GET", path, nil).Require(t, 200)
		own := user.Do(t, "GET", path, nil).Require(t, 200)
		key, _ := b.key(t, "things:read")
		for _, c := range []struct {
			who              string
			answer           kit.Answer
			control, forCDNs string
		}{
			{"anonymous", first, kept, targeted},
			{"anonymous, known", anonymous.With("If-None-Match", first.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, 304), kept, targeted},
			{"user", own, "private, no-cache", ""},
			{"user, known", user.With("If-None-Match", own.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, 304), "private, no-cache", ""},
			{"key", key.Do(t, "GET", path, nil).Require(t, 200), "private, no-cache", ""},
			{"bad token", anonymous.As("nonsense").Do(t, "GET", path, nil).Require(t, 401), "no-store", ""},
			{"bad query", anonymous.Do(t, "GET", path+"?x=1", nil).Require(t, 422), "no-store", ""},
		} {
			h := c.answer.Header
			if h.Get("Cache-Control") != c.control || h.Get("CDN-Cache-Control") != c.forCDNs {
				t.Errorf("%s, %s: %q, for CDNs %q", path, c.who, h.Get("Cache-Control"), h.Get("CDN-Cache-Control"))
			}
		}
	}
	if got := b.api(t).Do(t, "GET", "/v1/things", nil).Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("what is not cached: %q", got)
	}
}
