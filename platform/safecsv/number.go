package safecsv

import (
	"regexp"
	"strconv"
	"strings"

	"orderd/platform/money"
)

// A number of a file may have a decimal point or a decimal comma, and its thousands may be
// separated: spreadsheets write it by the language of their computer. Its form says which is which,
// but for one separator with three digits behind it.
var (
	plainNumber    = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(?:[.,]([0-9]{1,2}))?$`)
	groupedNumbers = []*regexp.Regexp{
		regexp.MustCompile(`^([1-9][0-9]{0,2}(?:\.[0-9]{3}){1,2})(?:,([0-9]{1,2}))?$`),
		regexp.MustCompile(`^([1-9][0-9]{0,2}(?:,[0-9]{3}){1,2})(?:\.([0-9]{1,2}))?$`),
		regexp.MustCompile(`^([1-9][0-9]{0,2}(?:['’ ][0-9]{3}){1,2})(?:[.,]([0-9]{1,2}))?$`),
	}
	ambiguousNumber = regexp.MustCompile(`^([1-9][0-9]{0,2})[.,]([0-9]{3})$`)

	// otherSpaces separate thousands in French and Swiss numbers.
	otherSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ")
	groupMarks  = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "")

	euroSigns     = regexp.MustCompile(`(?i)^(?:€|EUR) *| *(?:€|EUR)$`)
	currencySigns = regexp.MustCompile(`(?i)^\p{Sc}|\p{Sc}$|^[A-Z]{3} ?[0-9]|[0-9] ?[A-Z]{3}$`)
)

// ReadNumber returns the digits of a number before and after the decimal separator. problem is what
// is wrong with it, or "".
func ReadNumber(text, example string) (whole, fraction, problem string) {
	text = otherSpaces.Replace(text)
	if m := ambiguousNumber.FindStringSubmatch(text); m != nil {
		return "", "", "may be " + m[1] + m[2] + " or " + m[1] + "." + m[2] + ": write it without separating the thousands"
	}
	if m := plainNumber.FindStringSubmatch(text); m != nil {
		return m[1], m[2], ""
	}
	for _, form := range groupedNumbers {
		if m := form.FindStringSubmatch(text); m != nil {
			return groupMarks.Replace(m[1]), m[2], ""
		}
	}
	return "", "", "must be " + example
}

// ReadAmount reads an amount in EUR, with or without the sign. problem is what is wrong with it, or
// "".
func ReadAmount(text string) (amount money.Cents, problem string) {
	text = euroSigns.ReplaceAllString(text, "")
	if currencySigns.MatchString(text) {
		return 0, "must be an amount in " + money.Currency
	}
	whole, fraction, problem := ReadNumber(text, "an amount like 12.90 or 12,90")
	if problem != "" {
		return 0, problem
	}
	cents, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64) // of eleven digits at most
	if err != nil {
		return 0, "must be an amount like 12.90 or 12,90"
	}
	return money.Cents(cents), ""
}
