package storefront

import (
	"strings"
	"testing"
)

// What VAT is in the prices of a page: all, what comes on top, or none.
func TestPagesSayWhatVATIsInTheirPrices(t *testing.T) {
	t.Parallel()
	const (
		included, onTop = "All prices include VAT", "plus VAT"
		small           = "No VAT is charged: small business"
	)
	for name, row := range map[string]struct {
		isSmall       bool
		mode          string
		want, without []string
	}{
		"gross":              {mode: "gross", want: []string{included, "incl. 19\u00a0% VAT"}, without: []string{onTop, small}},
		"net":                {mode: "net", want: []string{onTop, "plus 19\u00a0% VAT"}, without: []string{"incl. 19", small}},
		"small business":     {isSmall: true, mode: "gross", want: []string{small}, without: []string{included, onTop, "incl. 19"}},
		"small business net": {isSmall: true, mode: "net", want: []string{small}, without: []string{included, onTop, "plus 19"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStandIn()
			s.change("/v1/shop", func(shop object) { shop["smallBusiness"] = row.isSmall })
			s.change("/v1/products/cup", func(p object) { p["priceMode"] = row.mode })
			s.change("/v1/search/suggest", func(a object) {
				a["priceMode"], a["products"] = row.mode, []object{{"name": "Cup", "slug": "cup", "priceFrom": 12.9}}
			})
			site := newTestSite(s)
			requireOnPage(t, opened(site, "/p/cup").Body.String(), row.want, row.without)
			suggested := opened(site, "/search/suggest?q=cup").Body.String()
			if got, want := strings.Contains(suggested, onTop), row.mode == "net" && !row.isSmall; got != want {
				t.Errorf("a suggestion says that VAT comes on top: %v, want %v: %s", got, want, suggested)
			}
		})
	}
}
