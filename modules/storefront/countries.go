package storefront

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"orderd/platform/locale"
)

// regionNames are the names of countries by language.
var regionNames = map[locale.Code]display.Namer{
	locale.English: display.Regions(language.English),
	locale.German:  display.Regions(language.German),
}

// withoutAccents makes the names of countries such as sort as people look for them.
var withoutAccents = strings.NewReplacer("Å", "A", "Ä", "A", "Ö", "O", "Ü", "U", "Ç", "C", "É", "E")

// countryName is the name of a country in the language; the code itself for an unknown one.
func countryName(l locale.Code, code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return regionNames[l].Name(region)
}
