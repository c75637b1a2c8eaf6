package storefront

import (
	"net/http"
	"strings"
	"testing"
)

// refusingFilters is an interface that refuses what is asked for with these filters, at their
// pointers.
func refusingFilters(refused map[string]string) *madeUp {
	api := newMadeUp()
	api.set("/v1/products", func(r *http.Request) (*http.Response, error) {
		var faults []string
		for name, pointer := range refused {
			if r.URL.Query().Has(name) {
				faults = append(faults, `{"pointer":"`+pointer+`","code":"out_of_range"}`)
			}
		}
		if len(faults) > 0 {
			return answerOf(422, "application/problem+json",
				`{"status":422,"code":"validation_failed","errors":[`+strings.Join(faults, ",")+`]}`), nil
		}
		return answerOf(200, "application/json", `{"data":[{"id":"p","name":"Cup","slug":"cup"}],
			"meta":{"total":99,"page":2,"totalPages":5},"included":{"category":{"name":"Coffee","slug":"coffee"}}}`), nil
	})
	return api
}

// A filter that can't be read is left out, and the page says so: the others stay.
func TestFilterThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, asked, leads string
		refused            map[string]string
	}{
		{"a price", "/c/coffee?brand=kaldera&maxPrice=10&minPrice=50&sort=price",
			"/c/coffee?brand=kaldera&minPrice=50.00&said=filterLeftOut&sort=price", map[string]string{"maxPrice": "?maxPrice"}},
		{"two", "/de/search?q=cup&maxPrice=x&attr.weight=y&inStock=true", "/de/search?inStock=true&q=cup&said=filterLeftOut",
			map[string]string{"maxPrice": "?maxPrice", "attr.weight": "?attr.weight"}},
		{"one that is not named", "/c/coffee?brand=kaldera&option.x=1", "/c/coffee?said=filterLeftOut",
			map[string]string{"option.x": "?option"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			site := newTestSite(refusingFilters(row.refused))
			w := opened(site, row.asked)
			if w.Code != http.StatusSeeOther || w.Header().Get("Location") != row.leads {
				t.Fatalf("%d to %q, want 303 to %q", w.Code, w.Header().Get("Location"), row.leads)
			}
			said := "could not be used"
			if strings.HasPrefix(row.leads, "/de/") {
				said = "nicht anwenden"
			}
			requirePage(t, opened(site, row.leads), http.StatusOK, `class="msg warn"`, said, "Cup")
		})
	}
	w := opened(newTestSite(refusingFilters(nil)), "/c/coffee?said=invented")
	if requirePage(t, w, http.StatusOK); strings.Contains(w.Body.String(), `role="status"`) {
		t.Error("the page says what an address has invented")
	}
}
