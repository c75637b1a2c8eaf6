package ordering

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"orderd/platform/fault"
	"orderd/platform/money"
)

// The bounds of a table of rates.
const (
	maxRates         = 200
	maxPrefixes      = 50 // of a row
	maxPrefix        = 10
	maxRateCountries = 250 // of a row
	maxRateGrams     = 1_000_000
)

// shippingRate is a row of a shipping method's table: what it costs to send a parcel that fits.
type shippingRate struct {
	Countries      []string    `json:"countries" nullable:"false" doc:"Empty: all that the method serves." example:"[\"DE\"]"`
	PostalPrefixes []string    `json:"postalPrefixes" nullable:"false" doc:"How postal codes begin, without blanks and hyphens; empty: any." example:"[\"258\"]"`
	FromGrams      int64       `json:"fromGrams" doc:"Weight from which the row counts, packaging included." example:"5000"`
	FromGoods      money.Cents `json:"fromGoods" doc:"Goods, less promotions and not less vouchers, from which the row counts." example:"50"`
	Price          money.Cents `json:"price" doc:"VAT included, as the shop sets it." example:"8.9"`
}

// SchemaName is the name in the document.
func (shippingRate) SchemaName() string { return "ShippingRate" }

// parcel is what the price of sending an order depends on.
type parcel struct {
	Country    string
	PostalCode string      // "" when it is not known
	Grams      int64       // with the packaging
	Goods      money.Cents // less promotions, not less vouchers
}

// rateRank says which of two rows that fit counts: the one that is higher in the first of these in
// which they differ.
type rateRank struct {
	prefix  int // length of the longest prefix that fits
	named   int // 1: the country is named
	goods   money.Cents
	grams   int64
	present bool
}

// rankOf is the rank of the row for the parcel; present is false when the row does not fit.
func (r *shippingRate) rankOf(p parcel) rateRank {
	rank := rateRank{goods: r.FromGoods, grams: r.FromGrams}
	if len(r.Countries) > 0 {
		if rank.named = 1; !slices.Contains(r.Countries, p.Country) {
			return rank
		}
	}
	prefixFits := len(r.PostalPrefixes) == 0
	for _, prefix := range r.PostalPrefixes {
		prefix = comparablePostalCode(prefix)
		if prefix != "" && strings.HasPrefix(p.PostalCode, prefix) {
			prefixFits, rank.prefix = true, max(rank.prefix, len(prefix))
		}
	}
	rank.present = prefixFits && p.Grams >= r.FromGrams && p.Goods >= r.FromGoods
	return rank
}

func (a rateRank) compare(b rateRank) int {
	return cmp.Or(cmp.Compare(a.prefix, b.prefix), cmp.Compare(a.named, b.named), cmp.Compare(a.goods, b.goods),
		cmp.Compare(a.grams, b.grams))
}

// rateFor is the price in the row of the table that counts for the parcel; none fits unless found.
func rateFor(rates []shippingRate, p parcel) (price money.Cents, found bool) {
	p.PostalCode = comparablePostalCode(p.PostalCode)
	var best rateRank
	for i := range rates {
		rank := rates[i].rankOf(p)
		if rank.present && (!best.present || rank.compare(best) > 0) {
			best, price = rank, rates[i].Price
		}
	}
	return price, best.present
}

// comparablePostalCode is the code in capitals without blanks and hyphens.
func comparablePostalCode(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Hyphen, r) {
			return -1
		}
		return r
	}, code))
}

// ofCountry reports whether the row is for the country, named or not.
func (r *shippingRate) ofCountry(country string) bool {
	return len(r.Countries) == 0 || slices.Contains(r.Countries, country)
}

// check returns the faults of the row i of a method that serves the countries, none meaning all.
func (r *shippingRate) check(i int, countries []string) (faults []fault.Field) {
	at := fmt.Sprintf("/rates/%d/countries", i)
	if len(r.PostalPrefixes) > 0 && len(r.Countries) == 0 {
		faults = append(faults, fault.Field{
			Pointer: at, Code: fault.Required, Detail: "is required where there are postal prefixes",
		})
	}
	for j, country := range r.Countries {
		if len(countries) > 0 && !slices.Contains(countries, country) {
			faults = append(faults, fault.Field{
				Pointer: fmt.Sprintf("%s/%d", at, j), Code: fault.NotAllowed, Detail: "is no country of the method",
			})
		}
	}
	return faults
}

// checkRates returns the faults of a table of a method that serves the countries: of each row, and
// of rows that are for the same parcels as an earlier one.
func checkRates(rates []shippingRate, countries []string) (faults []fault.Field) {
	sorted := make([]shippingRate, len(rates)) // with sorted lists
	for i, r := range rates {
		faults = append(faults, r.check(i, countries)...)
		r.Countries = slices.Sorted(slices.Values(r.Countries))
		r.PostalPrefixes = slices.Sorted(slices.Values(r.PostalPrefixes))
		sorted[i] = r
		if slices.ContainsFunc(sorted[:i], r.sameAs) {
			faults = append(faults, fault.Field{
				Pointer: fmt.Sprintf("/rates/%d", i), Code: fault.NotAllowed,
				Detail: "has a country, a prefix, a weight and goods that an earlier row has",
			})
		}
	}
	return faults
}

// sameAs reports whether two rows, whose lists are sorted, name the same country with the same
// prefix, from the same weight and goods on.
func (r *shippingRate) sameAs(other shippingRate) bool {
	return r.FromGrams == other.FromGrams && r.FromGoods == other.FromGoods && overlap(r.Countries, other.Countries) &&
		overlap(r.PostalPrefixes, other.PostalPrefixes)
}

// overlap reports whether two sorted lists have an element in common, or are both empty.
func overlap(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0], b[0]) {
		case 0:
			return true
		case -1:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}
