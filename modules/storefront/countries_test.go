package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/platform/locale"
	"orderd/platform/money"
	"orderd/platform/postal"
)

// A shop with a method that delivers everywhere has all countries to choose from, its own first.
func TestCountriesOfDeliveryEverywhere(t *testing.T) {
	t.Parallel()
	s := &shell{Shop: shop{Country: "DE", Destinations: []destination{{Country: new("AT")}, {}}}}
	for _, l := range languages {
		got := (&visit{shell: s, language: l}).frame("").Countries()
		if got[0] != "DE" || !slices.Equal(sortedCopy(got), sortedCopy(postal.Countries())) {
			t.Errorf("%s: %v", l, got)
		}
	}
}

func sortedCopy(codes []string) []string {
	slices.Sort(codes)
	return codes
}

// Names are sorted without their accents: none comes after Z for its accent.
func TestCountriesSortAsRead(t *testing.T) {
	t.Parallel()
	for _, l := range languages {
		for _, code := range postal.Countries() {
			name := withoutAccents.Replace(countryName(l, code))
			if strings.ContainsFunc(name, func(r rune) bool { return r > 'z' && r != '’' }) {
				t.Errorf("%s: %s is sorted as %q", l, code, name)
			}
		}
	}
}

// What delivers everywhere delivers within the shop's country.
func TestFreeFromOfDeliveryEverywhere(t *testing.T) {
	t.Parallel()
	own, other := new("DE"), new("AT")
	from := func(c money.Cents) *money.Cents { return &c }
	for name, c := range map[string]struct {
		to   []destination
		want *money.Cents
	}{
		"everywhere":            {[]destination{{FreeFrom: from(5000)}}, from(5000)},
		"everywhere and abroad": {[]destination{{Country: other, FreeFrom: from(100)}, {FreeFrom: from(5000)}}, from(5000)},
		"everywhere is sooner":  {[]destination{{Country: own, FreeFrom: from(9000)}, {FreeFrom: from(5000)}}, from(5000)},
		"its own is sooner":     {[]destination{{Country: own, FreeFrom: from(3000)}, {FreeFrom: from(5000)}}, from(3000)},
		"everywhere, its own not": {
			[]destination{{Country: own}, {FreeFrom: from(5000)}}, from(5000),
		},
		"its own, everywhere not": {[]destination{{Country: own, FreeFrom: from(3000)}, {}}, from(3000)},
		"abroad":                  {[]destination{{Country: other, FreeFrom: from(100)}}, nil},
		"never":                   {[]destination{{Country: own}, {}}, nil},
	} {
		v := &visit{shell: &shell{Shop: shop{Country: "DE", Destinations: c.to}}, language: locale.English}
		got := v.frame("").FreeFrom()
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// An invoice goes to any country, whichever the shop delivers to.
func TestCountriesOfAnInvoice(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, formScript())
	v.api.answers["GET /v1/shop"] = gives(object{
		"name": "Kaffeehaus", "country": "DE", "locale": "en", "locales": []string{"en", "de"}, "guestCheckout": true,
		"destinations": []object{{"country": "AT"}, {"country": "DE"}},
	})
	page := mustShow(t, v.post("/checkout", url.Values{"update": {"1"}}, v.cookie(v.signedIn("Ada"))), http.StatusOK)
	for name, want := range map[string]bool{"country": false, "billCountry": true} {
		_, choice, _ := strings.Cut(page, `<select class="input" id="`+name+`"`)
		choice, _, _ = strings.Cut(choice, "</select>")
		if has := strings.Contains(choice, `<option value="US"`); has != want || !strings.Contains(choice, `<option value="AT"`) {
			t.Errorf("%s: the United States are among them: %t\n%s", name, has, choice)
		}
	}
}
