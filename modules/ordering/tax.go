package ordering

import (
	"maps"
	"slices"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/money"
)

// euCountries are the member states of the European Union (ISO 3166-1 alpha-2), in the order of the
// list at https://european-union.europa.eu/principles-countries-history/eu-countries_en (2026).
// Places that have a code of their own and stand beside the VAT area of their country (GP, MQ, GF,
// RE, YT, AX) or inside that of another (MC) are not in it.
var euCountries = map[string]bool{
	"AT": true, "BE": true, "BG": true, "HR": true, "CY": true, "CZ": true, "DK": true, "EE": true, "FI": true,
	"FR": true, "DE": true, "GR": true, "HU": true, "IE": true, "IT": true, "LV": true, "LT": true, "LU": true,
	"MT": true, "NL": true, "PL": true, "PT": true, "RO": true, "SK": true, "SI": true, "ES": true, "SE": true,
}

// taxRate is the VAT rate of a tax class in the country of destination. A country without rates of
// its own has those of the shop's country inside the EU, and 0 outside (API.md, section 4). While
// the country is not known (""), it is the shop's.
func (c *Config) taxRate(country string, class catalog.TaxClass) money.Rate {
	if class == catalog.TaxZero {
		return 0
	}
	rates, known := c.TaxRates[country]
	switch {
	case known:
		return rates[string(class)]
	case country == "" || euCountries[country]:
		return c.TaxRates[c.Country][string(class)]
	}
	return 0
}

// shippingTax is the VAT that the shipping contains. The shipping follows the goods: it is split
// over the rates of the lines by what these cost after discounts, by largest remainder; of equal
// remainders the highest rate comes first. Where the goods cost nothing the shipping has the
// standard rate.
func (c *Config) shippingTax(country string, shipping money.Cents, lines []lineTotals) (tax money.Cents) {
	goods := map[money.Rate]int64{}
	for _, l := range lines {
		if paid := l.Total - l.Discount; paid > 0 {
			goods[l.TaxRate] += int64(paid)
		}
	}
	if len(goods) == 0 {
		return c.taxRate(country, catalog.TaxStandard).TaxIn(shipping)
	}
	rates := slices.Sorted(maps.Keys(goods))
	slices.Reverse(rates)
	weights := make([]int64, len(rates))
	for i, r := range rates {
		weights[i] = goods[r]
	}
	for i, share := range money.Split(shipping, weights) {
		tax += rates[i].TaxIn(share)
	}
	return tax
}
