// Package money counts in whole cents. Amounts leave and enter the service as JSON numbers in EUR with at
// most two decimals, and no binary float ever stands between the two.
package money

import (
	"bytes"
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

// In is the amount as people write it in the language: "€1,234.50" in English, "1.234,50 €" in German.
func (c Cents) In(locale string) string {
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
	v, err := parse(string(b))
	if err != nil {
		return err
	}
	*c = v
	return nil
}

// Schema is the amount's schema: what Schema allows, UnmarshalJSON takes.
func (Cents) Schema(huma.Registry) *huma.Schema {
	cent, limit := 0.01, float64(Max)/100
	lowest := -limit
	return &huma.Schema{Type: huma.TypeNumber, MultipleOf: &cent, Minimum: &lowest, Maximum: &limit, Examples: []any{19.99}}
}

var (
	errNumber   = errors.New("money: not a number")
	errFraction = errors.New("money: a fraction of a cent")
	errTooLarge = errors.New("money: too large an amount")
)

// parse reads a JSON number (RFC 8259, section 6) as EUR.
func parse(text string) (Cents, error) {
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
	case zeros < 0:
		return 0, errFraction
	case len(digits)+zeros > len("99999999999999"):
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
