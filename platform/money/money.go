// Package money counts in whole cents. Amounts leave and enter the service as JSON numbers in EUR with at
// most two decimals, and no binary float ever stands between the two.
package money

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Currency is the only one.
const Currency = "EUR"

// Cents is an amount in hundredths of a EUR. In a database it is a bigint.
type Cents int64

// Max is the largest amount that a request may name, either way: 999 999 999 999.99 EUR. Some 90 000 of them can be summed before an int64 ends.
const Max Cents = 99_999_999_999_999

// String is the amount in EUR with two decimals: "19.99", "-0.05".
func (c Cents) String() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Format is the amount as people write it in the language: "€1,234.50" in English, "1.234,50 €" in German.
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

// MarshalJSON writes EUR as a number without idle zeros: 19.99, 19.5, 20.
func (c Cents) MarshalJSON() ([]byte, error) {
	return []byte(strings.TrimSuffix(strings.TrimRight(c.String(), "0"), ".")), nil
}

// UnmarshalJSON reads EUR exactly. It refuses what is no number, a fraction of a cent, and more than Max; null changes nothing.
func (c *Cents) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	v, err := parse(string(b), false)
	if err != nil {
		return err
	}
	*c = v
	return nil
}

// Schema is the amount's schema: what Schema allows, UnmarshalJSON takes.
//
// The two decimals are an extension and not multipleOf: validators divide binary floats, and find
// that 15.7 % of correct prices are no multiple of 0.01. Without a format, generators of clients
// take a float of 32 bits.
func (Cents) Schema(huma.Registry) *huma.Schema {
	limit := float64(Max) / 100
	lowest := -limit
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &limit, Examples: []any{19.99},
		Extensions: map[string]any{"x-decimals": 2}, // which platform/httpapi checks
	}
}

var (
	errNumber   = errors.New("money: not a number")
	errFraction = errors.New("money: a fraction of a cent")
	errTooLarge = errors.New("money: too large an amount")
)

// parse reads a JSON number (RFC 8259, section 6) as EUR. A fraction of a cent is refused unless
// rounded is set: then half a cent goes away from zero.
func parse(text string, rounded bool) (Cents, error) {
	text, negative := strings.CutPrefix(text, "-")
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.ParseInt(text[i+1:], 10, 32) // one out of range is cut to it: no amount reaches that far, but for 0
		if errors.Is(err, strconv.ErrSyntax) {
			return 0, errNumber
		}
		mantissa, power = text[:i], int(n)
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole == "" || point && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, errNumber
	}
	// The amount is digits × 10^zeros cents, and digits ends in no zero.
	digits := strings.TrimRight(whole+fraction, "0")
	zeros := 2 + power - len(fraction) + len(whole+fraction) - len(digits)
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return 0, nil
	case zeros < 0 && !rounded:
		return 0, errFraction
	case zeros < 0:
		digits, zeros = roundOff(digits, -zeros), 0
	}
	if len(digits)+zeros > len("99999999999999") {
		return 0, errTooLarge
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", zeros), 10, 64)
	if err != nil {
		return 0, errNumber
	}
	if negative {
		n = -n
	}
	return Cents(n), nil
}

// roundOff cuts n decimal digits off and rounds half up.
func roundOff(digits string, n int) string {
	if n > len(digits) {
		return "0"
	}
	kept, cut := digits[:len(digits)-n], digits[len(digits)-n:]
	if cut < "5" {
		return cmp.Or(kept, "0")
	}
	up := []byte("0" + kept)
	for i := len(up) - 1; ; i-- {
		if up[i]++; up[i] <= '9' {
			return strings.TrimLeft(string(up), "0")
		}
		up[i] = '0'
	}
}

// Rounded is an amount that a client has added up, in binary floats as a rule: it takes any number
// of decimals and rounds to the cent. Only a number to compare with may be one.
type Rounded Cents

// Schema is the amount's schema, without a limit of decimals.
func (Rounded) Schema(r huma.Registry) *huma.Schema {
	s := Cents(0).Schema(r)
	s.Extensions = nil
	return s
}

// UnmarshalJSON reads EUR and rounds to the cent. It refuses what is no number and more than Max.
func (r *Rounded) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	v, err := parse(string(b), true)
	if err != nil {
		return err
	}
	*r = Rounded(v)
	return nil
}
