package httpapi_test

import (
	"testing"

	"orderd/platform/httpapi"
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
