package storefront

import (
	"strings"
	"testing"
)

// What search engines know a list by: each page of it has an address of its own, which filters and
// orders have not.
func TestCanonicalOfLists(t *testing.T) {
	t.Parallel()
	site := newTestSite(refusingFilters(nil))
	for path, canonical := range map[string]string{
		"/c/coffee": "/c/coffee", "/c/coffee?page=2": "/c/coffee?page=2", "/de/c/coffee?page=5": "/de/c/coffee?page=5",
		"/c/coffee?page=-1": "/c/coffee", "/c/coffee?brand=kaldera&page=2": "/c/coffee",
		"/c/coffee?page=2&sort=price": "/c/coffee",
	} {
		page := opened(site, path).Body.String()
		if want := `<link rel="canonical" href="` + shopURL + canonical + `">`; !strings.Contains(page, want) {
			t.Errorf("%s lacks %s:\n%.1200s", path, want, page)
		}
		own := strings.TrimPrefix(canonical, "/de")
		for _, l := range []string{`en" href="` + shopURL, `de" href="` + shopURL + "/de", `x-default" href="` + shopURL} {
			if want := `<link rel="alternate" hreflang="` + l + own + `">`; !strings.Contains(page, want) {
				t.Errorf("%s lacks %s:\n%.1200s", path, want, page)
			}
		}
	}
}

// Lists with filters or in another order have no end: search engines are kept from each of them.
func TestRobotsAndFilters(t *testing.T) {
	t.Parallel()
	rules := opened(newTestSite(newMadeUp()), "/robots.txt").Body.String()
	for _, query := range []string{
		"brand=kaldera", "minPrice=1", "maxPrice=9", "minRating=4", "inStock=true", "onSale=true", "tag=new", "option.size=l",
		"attr.roast=dark", "attr.weight.from=1", "sort=price",
	} {
		name, _, _ := strings.Cut(query, "=")
		prefix, _, isGroup := strings.Cut(name, ".")
		if want := "Disallow: /*?*" + prefix + map[bool]string{true: ".", false: "="}[isGroup] + "\n"; !strings.Contains(rules, want) {
			t.Errorf("%s is open: %s", query, rules)
		}
	}
	if strings.Contains(rules, "page=") {
		t.Errorf("the second page of a list is not open: %s", rules)
	}
}
