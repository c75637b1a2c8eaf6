package money

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Measure is how much of a unit there is, in thousandths: 250 is 0.25. In JSON it is a number with
// at most three decimals, in a database a bigint.
type Measure int64

// measureDecimals is how many decimals a Measure has.
const measureDecimals = 3

// ParseMeasure reads a number with at most three decimals: "0.25", "1".
func ParseMeasure(text string) (Measure, error) {
	thousandths, err := parseDecimal(text, measureDecimals, noRounding)
	return Measure(thousandths), err
}

// String returns the number without trailing zeros: "0.25", "1".
func (m Measure) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -n
	}
	whole, fraction := strconv.FormatUint(n/1000, 10), strconv.FormatUint(1000+n%1000, 10)[1:]
	return sign + strings.TrimSuffix(whole+"."+strings.TrimRight(fraction, "0"), ".")
}

// MarshalJSON writes the number without trailing zeros.
func (m Measure) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalJSON reads a number exactly. It returns an error for a text that is no number and for
// more than three decimals. null changes nothing.
func (m *Measure) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	v, err := ParseMeasure(string(b))
	if err != nil {
		return err
	}
	*m = v
	return nil
}

// Schema returns the schema of a positive number. The three decimals are an extension for the
// reason of Cents.
func (Measure) Schema(huma.Registry) *huma.Schema {
	above, highest := 0.0, 1_000_000.0
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", ExclusiveMinimum: &above, Maximum: &highest, Examples: []any{0.25},
		Extensions: map[string]any{"x-decimals": measureDecimals},
	}
}

// PricePerUnit returns what one unit costs when m of it costs price, rounded to the cent, half up:
// 14.90 EUR for 0.25 are 59.60 EUR. m is above 0, price is not below it.
func (m Measure) PricePerUnit(price Cents) Cents {
	thousand, each := 1000*int64(price), int64(m)
	perUnit := thousand / each
	if 2*(thousand%each) >= each {
		perUnit++
	}
	return Cents(perUnit)
}
