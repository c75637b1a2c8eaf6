package money

import (
	"math/bits"

	"github.com/danielgtaylor/huma/v2"
)

// Rate is a tax rate in hundredths of a percent: 1900 is 19 %.
type Rate int64

// ParseRate reads a percentage with at most two decimals: "19", "5.5".
func ParseRate(percent string) (Rate, error) {
	hundredths, err := parseCents(percent, noRounding)
	return Rate(hundredths), err
}

// MarshalJSON writes the percentage without trailing zeros: 19, 5.5.
func (r Rate) MarshalJSON() ([]byte, error) { return Cents(r).MarshalJSON() }

// UnmarshalJSON reads a percentage exactly. It returns an error for a text that is no number and
// for more than two decimals. null changes nothing.
func (r *Rate) UnmarshalJSON(b []byte) error { return (*Cents)(r).UnmarshalJSON(b) }

// Schema returns the rate's schema. The two decimals are an extension for the reason of Cents.
func (Rate) Schema(huma.Registry) *huma.Schema {
	lowest, highest := 0.0, 100.0
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &highest, Examples: []any{19},
		Extensions: map[string]any{"x-decimals": 2},
	}
}

// TaxIn returns the tax that a gross amount contains, rounded to the cent, half a cent away from
// zero: 119.00 EUR at 19 % contain 19.00 EUR.
func (r Rate) TaxIn(gross Cents) Cents {
	if gross < 0 {
		return -r.TaxIn(-gross)
	}
	divisor := uint64(10_000 + int64(r))
	hi, lo := bits.Mul64(uint64(gross), uint64(r))
	tax, remainder := bits.Div64(hi, lo, divisor)
	if 2*remainder >= divisor {
		tax++
	}
	return Cents(tax)
}
