package money

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

var (
	errNumber   = errors.New("money: not a number")
	errFraction = errors.New("money: a fraction of a cent")
	errTooLarge = errors.New("money: too large an amount")
)

// rounding says what parseCents does with a fraction of a cent.
type rounding bool

const (
	noRounding    rounding = false // return errFraction
	roundHalfAway rounding = true  // round half a cent away from zero
)

// maxDigits is the number of digits of Max.
const maxDigits = len("99999999999999")

// parseCents reads a JSON number (RFC 8259, section 6) as EUR.
func parseCents(text string, r rounding) (Cents, error) {
	n, err := parseDecimal(text, 2, r)
	return Cents(n), err
}

// parseDecimal reads a JSON number as a whole number of its last decimal.
func parseDecimal(text string, decimals int, r rounding) (int64, error) {
	text, negative := strings.CutPrefix(text, "-")
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		// ParseInt limits an exponent out of range. No amount but 0 has one so large.
		n, err := strconv.ParseInt(text[i+1:], 10, 32)
		if errors.Is(err, strconv.ErrSyntax) {
			return 0, errNumber
		}
		mantissa, power = text[:i], int(n)
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole == "" || point && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, errNumber
	}
	// The number is digits × 10^zeros of the last decimal, and digits does not end in a zero.
	digits := strings.TrimRight(whole+fraction, "0")
	zeros := decimals + power - len(fraction) + len(whole+fraction) - len(digits)
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return 0, nil
	case zeros < 0 && r == noRounding:
		return 0, errFraction
	case zeros < 0:
		digits, zeros = roundHalfUp(digits, -zeros), 0
	}
	if len(digits)+zeros > maxDigits {
		return 0, errTooLarge
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", zeros), 10, 64)
	if err != nil {
		return 0, errNumber
	}
	if negative {
		n = -n
	}
	return n, nil
}

// roundHalfUp removes the last n digits and rounds half up.
func roundHalfUp(digits string, n int) string {
	if n > len(digits) {
		return "0"
	}
	head, tail := digits[:len(digits)-n], digits[len(digits)-n:]
	if tail < "5" {
		return cmp.Or(head, "0")
	}
	up := []byte("0" + head)
	for i := len(up) - 1; ; i-- {
		if up[i]++; up[i] <= '9' {
			return strings.TrimLeft(string(up), "0")
		}
		up[i] = '0'
	}
}
