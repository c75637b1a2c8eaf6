package storefront

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"orderd/platform/locale"
	"orderd/platform/money"
	"orderd/platform/postal"
)

// regionNames are the names of countries by language.
var regionNames = map[locale.Code]display.Namer{
	locale.English: display.Regions(language.English),
	locale.German:  display.Regions(language.German),
}

// withoutAccents makes the names of countries such as sort as people look for them.
var withoutAccents = strings.NewReplacer(
	"Å", "A", "Ä", "A", "Ö", "O", "Ü", "U", "Ç", "C", "É", "E",
	"å", "a", "ä", "a", "ã", "a", "ö", "o", "ô", "o", "ü", "u", "ç", "c", "é", "e", "í", "i", "ñ", "n",
)

// countryName is the name of a country in the language; the code itself for an unknown one.
func countryName(l locale.Code, code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return regionNames[l].Name(region)
}

// countriesByName sorts the codes of countries as people look for them.
func countriesByName(l locale.Code, codes []string) []string {
	names := map[string]string{}
	for _, code := range codes {
		names[code] = withoutAccents.Replace(countryName(l, code))
	}
	slices.SortStableFunc(codes, func(a, b string) int { return cmp.Compare(names[a], names[b]) })
	return codes
}

// allCountries are the codes of all countries by their names in a language.
var allCountries = map[locale.Code]func() []string{
	locale.English: sync.OnceValue(func() []string { return countriesByName(locale.English, postal.Countries()) }),
	locale.German:  sync.OnceValue(func() []string { return countriesByName(locale.German, postal.Countries()) }),
}

// FreeFrom is from what sum delivery within the shop's country is free; nil where it never is.
// What delivers everywhere delivers there too.
func (f frame) FreeFrom() *money.Cents {
	shop := f.Shop()
	var from *money.Cents
	for _, d := range shop.Destinations {
		isOwn := d.Country == nil || *d.Country == shop.Country
		if isOwn && d.FreeFrom != nil && (from == nil || *d.FreeFrom < *from) {
			from = d.FreeFrom
		}
	}
	return from
}

// Countries are the codes of those that the shop delivers to: its own, then the others by their
// names.
func (f frame) Countries() []string {
	shop := f.Shop()
	if slices.ContainsFunc(shop.Destinations, func(d destination) bool { return d.Country == nil }) {
		return f.everyCountry()
	}
	return append([]string{shop.Country}, countriesByName(f.v.textLanguage(), shop.otherCountries())...)
}

// everyCountry is the code of each country, the shop's own first.
func (f frame) everyCountry() []string {
	codes := []string{f.Shop().Country}
	for _, code := range allCountries[f.v.textLanguage()]() {
		if code != codes[0] {
			codes = append(codes, code)
		}
	}
	return codes
}

// otherCountries are those that the shop names as places which it delivers to, beside its own.
func (s *shop) otherCountries() (codes []string) {
	for _, d := range s.Destinations {
		if d.Country != nil && *d.Country != s.Country {
			codes = append(codes, *d.Country)
		}
	}
	return codes
}
