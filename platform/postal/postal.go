// Package postal knows the countries, and which parts an address has in which. Enter by IsCountry
// and Missing.
package postal

import (
	"strings"

	"orderd/platform/fault"
)

// The countries whose addresses have no postcode, or can do without one (Universal Postal Union,
// addressing systems of the member countries), and those whose addresses have no town: the country
// is one, or it has an emirate, an island or a district in its place. Codes are of ISO 3166-1.
const (
	withoutPostcode = `
		AE AG AO AW BB BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP
		LC LY ML MO MR MW NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TT TV UG VC VU WS YE ZM ZW`
	withoutCity = `AE GI HK KY MC MO NR SG VA`
)

var (
	postcodeOptional = setOf(withoutPostcode)
	cityOptional     = setOf(withoutCity)
)

func setOf(codes string) map[string]bool {
	set := map[string]bool{}
	for code := range strings.FieldsSeq(codes) {
		set[code] = true
	}
	return set
}

// Missing returns what an address of the country lacks: its city or its postal code, unless the
// country has none. pointer is that of the address.
func Missing(pointer, country, city, postalCode string) (missing []fault.Field) {
	if city == "" && !cityOptional[country] {
		missing = append(missing, required(pointer+"/city"))
	}
	if postalCode == "" && !postcodeOptional[country] {
		missing = append(missing, required(pointer+"/postalCode"))
	}
	return missing
}

func required(pointer string) fault.Field {
	return fault.Field{Pointer: pointer, Code: fault.Required, Detail: "is required"}
}
