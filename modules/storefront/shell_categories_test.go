package storefront

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/clock"
)

// categoriesOf is an interface's list of 150 categories, two pages of which the last has the name
// that last returns. Pages that have not changed are confirmed.
func categoriesOf(last func() string, confirmed *atomic.Int64) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		page, from, to := "1", 0, 100
		if req.URL.Query().Get("page") == "2" {
			page, from, to = "2", 100, 150
		}
		tag := `"` + page + `"`
		var all []string
		for i := from; i < to; i++ {
			name := fmt.Sprintf("Kind %03d", i)
			if i == 149 {
				name = last()
				tag = `"` + name + `"`
			}
			all = append(all, fmt.Sprintf(`{"id":"c%d","name":%q,"slug":"kind-%d"}`, i, name, i))
		}
		if req.Header.Get("If-None-Match") == tag {
			confirmed.Add(1)
			return answerOf(http.StatusNotModified, "application/json", ""), nil
		}
		a := answerOf(http.StatusOK, "application/json", `{"data":[`+strings.Join(all, ",")+`],"meta":{"totalPages":2}}`)
		a.Header.Set("ETag", tag)
		return a, nil
	}
}

// All categories are in the navigation, beyond those of one answer of the interface, and as they
// are called now.
func TestManyCategories(t *testing.T) {
	t.Parallel()
	var renamed atomic.Bool
	var confirmed atomic.Int64
	last := func() string {
		if renamed.Load() {
			return "Zithers"
		}
		return "Zinc"
	}
	api, now := newMadeUp(), &clock.Shifted{}
	api.set("/v1/categories", categoriesOf(last, &confirmed))
	site := newTestSite(api, func(d *Deps) { d.Clock = now })
	page := opened(site, "/")
	requirePage(t, page, http.StatusOK, `href="/c/kind-0"`, `href="/c/kind-149"`, "Zinc")
	if confirmed.Load() != 0 {
		t.Error("what it has not seen is confirmed")
	}
	now.Advance(time.Second)
	requirePage(t, opened(site, "/"), http.StatusOK, "Zinc")
	if confirmed.Load() != 2 {
		t.Errorf("%d of 2 pages are confirmed", confirmed.Load())
	}
	renamed.Store(true)
	now.Advance(time.Second)
	requirePage(t, opened(site, "/"), http.StatusOK, `href="/c/kind-0"`, "Zithers")
}

// A list of categories that says that it goes on for ever is read to a bound.
func TestCategoriesWithoutEnd(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/categories", object{"data": []object{{"id": "c1", "name": "Coffee", "slug": "coffee"}},
		"meta": object{"totalPages": 1 << 30}})
	requirePage(t, opened(newTestSite(api), "/search"), http.StatusOK, "Coffee")
	if n := api.called("/v1/categories"); n < 2 || n > 20 {
		t.Errorf("it was asked for %d times", n)
	}
	api.mu.Lock()
	defer api.mu.Unlock()
	if !slices.ContainsFunc(api.calls, func(r *http.Request) bool { return r.URL.RawQuery == "limit=100" }) {
		t.Error("the first page is not asked for as the guide says")
	}
}
