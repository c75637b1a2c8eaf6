package httpapi

import (
	"errors"
	"strconv"
	"strings"
)

// decimal is the exact value of a JSON number: ±digits × 10^exponent. digits has no zero at either end; zero has none at all.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// parseDecimal reads a number by the grammar of RFC 8259. An exponent beyond any use counts as ±maxExponent.
func parseDecimal(text string) decimal {
	text, negative := strings.CutPrefix(text, "-")
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, power = text[:i], clampedInt(text[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	d := decimal{negative: negative, digits: strings.TrimRight(digits, "0")}
	if d.digits == "" {
		return decimal{}
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

func (d decimal) isWhole() bool { return d.exponent >= 0 }

var errTooLarge = errors.New("the number is too large")

// int64 is the value of a whole decimal.
func (d decimal) int64() (int64, error) {
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

// compare is -1, 0 or 1 as d is below, at or above e.
func (d decimal) compare(e decimal) int {
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

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// magnitude compares without the signs: first the place of the leading digit, then digit by digit.
func (d decimal) magnitude(e decimal) int {
	if a, b := len(d.digits)+d.exponent, len(e.digits)+e.exponent; a != b {
		if a < b {
			return -1
		}
		return 1
	}
	return strings.Compare(d.digits, e.digits)
}
