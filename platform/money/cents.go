// Package money owns amounts of money, in whole cents, tax rates, and measures of which there are
// prices per unit. In JSON an amount is a number in EUR with at most two decimals. The package
// reads and writes it without binary floats. Enter by the types Cents, Rate and Measure, and Split.
package money

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Currency is the only currency.
const Currency = "EUR"

// Cents is an amount in hundredths of a EUR. In a database it is a bigint.
type Cents int64

// Max is the largest amount that a request may name, positive or negative: 999 999 999 999.99 EUR.
// An int64 holds the sum of about 90 000 of them.
const Max Cents = 99_999_999_999_999

// String returns the amount in EUR with two decimals: "19.99", "-0.05".
func (c Cents) String() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Format returns the amount as people write it in the language: "€1,234.50" in English, "1.234,50
// €" in German.
func (c Cents) Format(locale string) string {
	whole, cents, _ := strings.Cut(strings.TrimPrefix(c.String(), "-"), ".")
	thousands, decimals, before, after := ",", ".", "€", ""
	if locale == "de" {
		thousands, decimals, before, after = ".", ",", "", " €"
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + thousands + whole[at:]
	}
	if c < 0 {
		before = "-" + before
	}
	return before + whole + decimals + cents + after
}

// MarshalJSON writes EUR as a number without trailing zeros: 19.99, 19.5, 20.
func (c Cents) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len("-92233720368547758.08"))
	n := uint64(c)
	if c < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendUint(b, n/100, 10)
	if tenths, hundredths := byte(n%100/10), byte(n%10); hundredths != 0 {
		b = append(b, '.', '0'+tenths, '0'+hundredths)
	} else if tenths != 0 {
		b = append(b, '.', '0'+tenths)
	}
	return b, nil
}

// UnmarshalJSON reads EUR exactly. It returns an error for a text that is no number, a fraction of
// a cent, and an amount above Max. null changes nothing.
func (c *Cents) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	v, err := parseCents(string(b), noRounding)
	if err != nil {
		return err
	}
	*c = v
	return nil
}

// Schema returns the amount's schema. UnmarshalJSON takes every number that it allows.
//
// The two decimals are an extension instead of multipleOf, because validators divide binary floats:
// they reject 15.7 % of correct prices as no multiple of 0.01. The format is set because generators
// of clients would take a float of 32 bits without it.
func (Cents) Schema(huma.Registry) *huma.Schema {
	limit := float64(Max) / 100
	lowest := -limit
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &limit, Examples: []any{19.99},
		Extensions: map[string]any{"x-decimals": 2}, // platform/httpapi checks it
	}
}
