package events

import (
	"maps"
	"slices"

	"orderd/platform/money"
)

// The table of standard rates: of the member states of the European Union, by the Commission's
// database of taxes (TEDB) as of this day. An adviser of the shop confirms them.
const (
	TaxTableAsOf   = "2026-01-01"
	TaxTableSource = "https://ec.europa.eu/taxation_customs/tedb"
)

// taxTable has them in hundredths of a percent.
var taxTable = map[string]money.Rate{
	"AT": 2000, "BE": 2100, "BG": 2000, "CY": 1900, "CZ": 2100, "DE": 1900, "DK": 2500, "EE": 2400, "ES": 2100,
	"FI": 2550, "FR": 2000, "GR": 2400, "HR": 2500, "HU": 2700, "IE": 2300, "IT": 2200, "LT": 2100, "LU": 1700,
	"LV": 2100, "MT": 1800, "NL": 2100, "PL": 2300, "PT": 2300, "RO": 2100, "SE": 2500, "SI": 2200, "SK": 2300,
}

// TableRate is a country's rate in the table; ok is false outside the EU.
func TableRate(country string) (rate money.Rate, ok bool) {
	rate, ok = taxTable[country]
	return rate, ok
}

// MemberState is the member state of the European Union whose VAT counts in a country: the country
// itself, and France in Monaco (VAT directive, art. 7). ok is false outside the EU.
func MemberState(country string) (state string, ok bool) {
	if country == "MC" {
		country = "FR"
	}
	_, ok = taxTable[country]
	return country, ok
}

// TableCountries are the countries of the table, the member states, by code.
func TableCountries() []string { return slices.Sorted(maps.Keys(taxTable)) }
