package money

import (
	"math/bits"
	"strings"

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

// Format returns the percentage as people write it in the language: "5.5%" in English, "5,5 %" in
// German.
func (r Rate) Format(locale string) string {
	text, _ := r.MarshalJSON() // has no error
	if locale == "de" {
		return strings.ReplaceAll(string(text), ".", ",") + " %"
	}
	return string(text) + "%"
}

// TaxIn returns the tax that a gross amount contains, rounded to the cent, half a cent away from
// zero: 119.00 EUR at 19 % contain 19.00 EUR.
func (r Rate) TaxIn(gross Cents) Cents { return scale(gross, uint64(r), uint64(10_000+r)) }

// TaxOn returns the tax on a net amount, rounded to the cent, half a cent away from zero: 100.00
// EUR at 19 % bear 19.00 EUR.
func (r Rate) TaxOn(net Cents) Cents { return scale(net, uint64(r), 10_000) }

// WithoutTax returns a gross amount without the tax that it contains, rounded to the cent, half a
// cent away from zero: 119.00 EUR at 19 % are 100.00 EUR. So it may be a cent more than the amount
// less TaxIn.
func (r Rate) WithoutTax(gross Cents) Cents { return scale(gross, 10_000, uint64(10_000+r)) }

// scale returns the amount × times ÷ divisor, rounded to the cent, half a cent away from zero.
func scale(amount Cents, times, divisor uint64) Cents {
	if amount < 0 {
		return -scale(-amount, times, divisor)
	}
	hi, lo := bits.Mul64(uint64(amount), times)
	scaled, remainder := bits.Div64(hi, lo, divisor)
	if 2*remainder >= divisor {
		scaled++
	}
	return Cents(scaled)
}
