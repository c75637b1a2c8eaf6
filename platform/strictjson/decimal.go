package strictjson

import (
	"errors"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number: ±digits × 10^exponent. digits has no zero at either
// end; zero has no digits.
type Decimal struct {
	negative bool
	digits   string
	exponent int
}

// ParseDecimal reads a number that follows the grammar of RFC 8259. An exponent beyond ±maxExponent
// counts as that.
func ParseDecimal(text string) Decimal {
	text, negative := strings.CutPrefix(text, "-")
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, power = text[:i], clampedInt(text[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	d := Decimal{negative: negative, digits: strings.TrimRight(digits, "0")}
	if d.digits == "" {
		return Decimal{}
	}
	d.exponent = power - len(fraction) + len(digits) - len(d.digits)
	return d
}

const maxExponent = 1_000_000_000

func clampedInt(s string) int {
	n, err := strconv.Atoi(s)
	switch {
	case err == nil && n > -maxExponent && n < maxExponent:
		return n
	case strings.HasPrefix(s, "-"):
		return -maxExponent
	}
	return maxExponent
}

// IsWhole reports whether the value is a whole number, however it is written: 40e-1 is 4.
func (d Decimal) IsWhole() bool { return d.exponent >= 0 }

var errTooLarge = errors.New("the number is too large")

// Int64 is the value of a whole number, or an error when it does not fit.
func (d Decimal) Int64() (int64, error) {
	if len(d.digits)+d.exponent > 19 {
		return 0, errTooLarge
	}
	s := d.digits + strings.Repeat("0", d.exponent)
	if d.negative {
		s = "-" + s
	}
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, errTooLarge
	}
	return n, nil
}

// Compare is -1, 0 or 1 as d is below, at or above e.
func (d Decimal) Compare(e Decimal) int {
	switch {
	case d.digits == "" && e.digits == "":
		return 0
	case d.sign() != e.sign():
		if d.sign() < e.sign() {
			return -1
		}
		return 1
	case d.negative:
		return e.magnitude(d)
	}
	return d.magnitude(e)
}

// Decimals is how many decimals the number needs.
func (d Decimal) Decimals() int { return max(0, -d.exponent) }

// IsNegative reports whether the number is below zero.
func (d Decimal) IsNegative() bool { return d.negative }

func (d Decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// magnitude compares without the signs: first the place of the leading digit, then digit by digit.
func (d Decimal) magnitude(e Decimal) int {
	if a, b := len(d.digits)+d.exponent, len(e.digits)+e.exponent; a != b {
		if a < b {
			return -1
		}
		return 1
	}
	return strings.Compare(d.digits, e.digits)
}
