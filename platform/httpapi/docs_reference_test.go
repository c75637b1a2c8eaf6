package httpapi_test

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var loaded = regexp.MustCompile(`<(?:script|link)[^>]* (?:src|href)="([^"]+)"`)

// TestReferencePagesAreServedFromHereAlone checks that the pages load files of this host alone, and
// that their policy forbids all others.
func TestReferencePagesAreServedFromHereAlone(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	for _, path := range []string{"/docs", "/docs/admin", "/docs/admin/"} {
		page := api.Do(t, "GET", path, nil).Require(t, 200)
		policy := page.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self';", "connect-src 'self'", "form-action 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy lacks %s: %s", path, part, policy)
			}
		}
		if strings.Contains(policy, "http") || strings.Contains(policy, "*") {
			t.Errorf("%s: the policy allows another host: %s", path, policy)
		}
		if page.Header.Get("ETag") == "" || page.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", path, page.Header)
		}
		files := loaded.FindAllSubmatch(page.Body, -1)
		if len(files) < 5 || bytes.Contains(page.Body, []byte("//")) {
			t.Fatalf("%s", page.Body)
		}
		for _, file := range files {
			a := api.Do(t, "GET", string(file[1]), nil).Require(t, 200)
			if a.Header.Get("Content-Type") == "" || a.Header.Get("ETag") == "" {
				t.Errorf("%s: %v", file[1], a.Header)
			}
			if strings.HasPrefix(string(file[1]), "/docs/files/") && a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %v", file[1], a.Header)
			}
		}
	}
}

// TestReferenceSplitsStoreAndAdministration: each operation stands on one of the two pages, in the
// order of registration.
func TestReferenceSplitsStoreAndAdministration(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	operations := func(path string) []string {
		found := regexp.MustCompile(`data-operations="([^"]+)"`).FindSubmatch(api.Do(t, "GET", path, nil).Require(t, 200).Body)
		if found == nil {
			t.Fatalf("%s shows no operations", path)
		}
		return strings.Fields(string(found[1]))
	}
	pages := map[string][]string{"/docs": operations("/docs"), "/docs/admin": operations("/docs/admin")}
	doc := document(t, plain(t))
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			want := "/docs"
			if op.Security != nil && len(*op.Security) == 1 && slices.Contains((*op.Security)[0]["bearer"], "admin") {
				want = "/docs/admin"
			}
			var on []string
			for page, ids := range pages {
				if slices.Contains(ids, op.OperationID) {
					on = append(on, page)
				}
			}
			if len(on) != 1 || on[0] != want {
				t.Errorf("%s %s stands on %v, not on %s", method, path, on, want)
			}
		}
	}
}

// TestTheRendererIsSentAsItIsStored: in gzip for who takes it, plain for others, 304 for who has
// it.
func TestTheRendererIsSentAsItIsStored(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	path := string(regexp.MustCompile(`/docs/files/scalar-[^"]+`).Find(api.Do(t, "GET", "/docs", nil).Body))
	packed := api.With("Accept-Encoding", "gzip, zstd").Do(t, "GET", path, nil).Require(t, 200)
	if packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") != "Accept-Encoding" {
		t.Error(packed.Header)
	}
	plainAnswer := api.With("Accept-Encoding", "identity").Do(t, "GET", path, nil).Require(t, 200)
	if plainAnswer.Header.Get("Content-Encoding") != "" || len(plainAnswer.Body) < 2*len(packed.Body) {
		t.Errorf("%v, %d bytes", plainAnswer.Header, len(plainAnswer.Body))
	}
	api.With("If-None-Match", packed.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, http.StatusNotModified)
}
