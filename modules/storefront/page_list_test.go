package storefront

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// A search that finds nothing leads to the departments.
func TestSearchWithoutResults(t *testing.T) {
	t.Parallel()
	for path, chip := range map[string]string{
		"/search?q=zzzz": `class="chip" href="/c/coffee"`, "/de/search?q=zzzz": `class="chip" href="/de/c/coffee"`,
	} {
		requirePage(t, opened(newTestSite(newMadeUp()), path), http.StatusOK, "zzzz", chip)
	}
}

// A text that can't be searched for finds nothing: it is too long, or no text at all.
func TestSearchThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products", func(*http.Request) (*http.Response, error) {
		return answerOf(422, "application/problem+json", `{"status":422,"code":"validation_failed"}`), nil
	})
	for _, q := range []string{strings.Repeat("a", 300), "%00", "%ff"} {
		w := opened(newTestSite(api), "/search?q="+q)
		requirePage(t, w, http.StatusOK, "We found nothing.", `class="chip" href="/c/coffee"`)
		if !utf8.ValidString(w.Body.String()) {
			t.Errorf("the page of %q is no text", q)
		}
	}
}

// The list has the prices that the page says, in whichever way they are typed.
func TestPricesAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	for typed, asked := range map[string]string{
		"1.500": "1500.00", "1.500,50": "1500.50", "1,500.50": "1500.50", "12,5": "12.50", "12.9": "12.90", "cheap": "cheap",
	} {
		api := newMadeUp()
		api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
			if got := r.URL.Query().Get("minPrice"); got != asked {
				t.Errorf("%s asks for %s, want %s", typed, got, asked)
			}
			return answerOf(200, "application/json",
				`{"data":[{"id":"p"}],"meta":{"total":1},"included":{"facets":{"priceMin":4.9,"priceMax":8}}}`), nil
		})
		w := opened(newTestSite(api), "/de/search?minPrice="+url.QueryEscape(typed))
		if typed == "12,5" {
			requirePage(t, w, http.StatusOK, "ab 12,50\u00a0€", `value="12,50"`, "placeholder=\"4,90\u00a0€\"")
		}
	}
}

// The page of a collection is a list in the shop's own order, with filters and other orders; a
// former slug leads to the one of now.
func TestCollectionPage(t *testing.T) {
	t.Parallel()
	for path, asked := range map[string]string{
		"/collections/gifts": "relevance", "/collections/gifts?sort=position": "relevance", "/collections/gifts?sort=price": "price",
		"/collections/gifts?sort=nothing&brand=kaldera": "relevance", "/de/collections/gifts?page=2": "relevance",
		"/search?sort=position": "bestselling", "/search?q=cup&sort=position": "relevance",
	} {
		api := newMadeUp()
		isCollection := !strings.HasPrefix(path, "/search")
		api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
			query := r.URL.Query()
			if got := query.Get("sort"); got != asked || isCollection && query.Get("include") != "facets,collection" ||
				(query.Get("collection") == "gifts") != isCollection {
				t.Errorf("%s asks for %v, want sort=%s", path, query, asked)
			}
			return answerOf(200, "application/json", `{"data":[{"id":"p","name":"Cup","slug":"cup"}],"meta":{"total":1,"page":1,"totalPages":2},
				"included":{"facets":{"brands":[{"name":"Kaldera","slug":"kaldera","count":1}]},"collection":{"name":"Gifts",
				"slug":"gifts","description":"To give."}}}`), nil
		})
		w := opened(newTestSite(api), path)
		if isCollection {
			requirePage(t, w, http.StatusOK, "<h1>Gifts</h1>", "To give.", `sort=price`, `brand=kaldera`)
		} else if strings.Contains(w.Body.String(), "Our order") {
			t.Errorf("%s offers the order of a collection", path)
		}
		if n := api.called("/v1/products"); n != 1 {
			t.Errorf("%s: %d calls for products", path, n)
		}
	}
	api := newMadeUp()
	api.set("/v1/products", map[string]any{"data": []any{}, "meta": map[string]any{}, "included": map[string]any{
		"collection": map[string]any{"name": "Gifts", "slug": "gifts"},
	}})
	w := opened(newTestSite(api), "/de/collections/presents?sort=price")
	if got := w.Header().Get("Location"); got != "/de/collections/gifts?sort=price" {
		t.Errorf("a former slug leads to %q with %d", got, w.Code)
	}
	api.set("/v1/products", map[string]any{"data": []any{}, "meta": map[string]any{}, "included": map[string]any{"collection": nil}})
	requirePage(t, opened(newTestSite(api), "/collections/none"), http.StatusNotFound)
}

// A page beyond the end, which an old link may lead to, goes on to the last one.
func TestPageBeyondTheEnd(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		path, to string
		pages    int
	}{
		{"/search?q=cup&page=9&sort=price", "/search?page=3&q=cup&sort=price", 3},
		{"/de/c/coffee?page=2", "/de/c/coffee", 1},
	} {
		api := newMadeUp()
		api.answers["/v1/products"] = object{
			"data": []object{}, "meta": object{"total": 30, "page": 9, "totalPages": row.pages}, "included": object{},
		}
		w := opened(newTestSite(api), row.path)
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != row.to {
			t.Errorf("%s: %d to %q, want %s", row.path, w.Code, got, row.to)
		}
	}
}
