package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"orderd/platform/docs"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// TestPageHeaders looks at what a page is served with.
func TestPageHeaders(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.api(t)
	page := api.Do(t, "GET", "/docs/errors", nil)
	if page.Status != 200 || page.Header.Get("Content-Type") != "text/html; charset=utf-8" ||
		page.Header.Get("Content-Security-Policy") != docs.Policy {
		t.Errorf("%d %v", page.Status, page.Header)
	}
	if again := api.With("If-None-Match", page.Header.Get("ETag")).Do(t, "GET", "/docs/errors", nil); again.Status != 304 {
		t.Errorf("the page again: %d", again.Status)
	}
	if head := api.Do(t, "HEAD", "/docs/errors", nil); head.Status != 200 || len(head.Body) > 0 {
		t.Errorf("HEAD: %d, %d bytes", head.Status, len(head.Body))
	}
	for _, bad := range []string{"/docs/errors/nothing_like_it", "/docs/errors/", "/docs/errors/not_found/x"} {
		if got := api.Do(t, "GET", bad, nil); got.Status != 404 {
			t.Errorf("%s: %d", bad, got.Status)
		}
	}
}

// TestErrorPages finds a page for every code, where the type of its problem says.
func TestErrorPages(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.api(t)
	list := string(api.Do(t, "GET", "/docs/errors", nil).Body)
	for _, code := range b.ErrorCodes() {
		path := "/docs/errors/" + string(code)
		if page := api.Do(t, "GET", path, nil); page.Status != 200 || !strings.Contains(string(page.Body), string(code)) {
			t.Errorf("%s: %d", path, page.Status)
		}
		if !strings.Contains(list, `"`+path+`"`) {
			t.Errorf("%s is not in the list", path)
		}
	}
	var problem struct{ Type string }
	if err := json.Unmarshal(api.Do(t, "GET", "/nothing", nil).Body, &problem); err != nil ||
		problem.Type != publicURL+"/docs/errors/not_found" {
		t.Errorf("%q, %v", problem.Type, err)
	}
}

// TestRegisterProblems refuses texts that belong to no code, or to one that has a text, and a code
// with two statuses. Two modules may register one code with one status.
func TestRegisterProblems(t *testing.T) {
	t.Parallel()
	b := plain(t)
	b.RegisterProblems(httpapi.Problems{Statuses: map[fault.Code]int{codeTaken: 409}})
	for name, problems := range map[string]httpapi.Problems{
		"text about no code":  {Texts: "## no_such_code\n\nX."},
		"second text":         {Texts: "## not_found\n\nTwice."},
		"another status":      {Statuses: map[fault.Code]int{codeTaken: 404}},
		"no status":           {Statuses: map[fault.Code]int{"new": 0}},
		"status of no answer": {Statuses: map[fault.Code]int{"new": 999}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: %v is taken", name, problems)
				}
			}()
			b.RegisterProblems(problems)
		}()
	}
}
