package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"orderd/platform/fault"
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
	otherSpaces   = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ")
	groupMarks    = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "")
	euroSigns     = regexp.MustCompile(`(?i)^(?:€|EUR) *| *(?:€|EUR)$`)
	currencySigns = regexp.MustCompile(`(?i)^\p{Sc}|\p{Sc}$|^[A-Z]{3} ?[0-9]|[0-9] ?[A-Z]{3}$`)
)

// readNumber returns the digits of a number before and after the decimal separator. problem is what
// is wrong with it, or "".
func readNumber(text, example string) (whole, fraction, problem string) {
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

// price parses an amount in EUR, with or without the sign.
func (l *line) price(column, text string) money.Cents {
	text = euroSigns.ReplaceAllString(text, "")
	if currencySigns.MatchString(text) {
		l.addError(column, fault.BadFormat, "must be an amount in "+money.Currency)
		return 0
	}
	whole, fraction, problem := readNumber(text, "an amount like 12.90 or 12,90")
	if problem != "" {
		l.addError(column, fault.BadFormat, problem)
		return 0
	}
	cents, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil || cents > maxPrice {
		l.addError(column, fault.OutOfRange, "must be between 0 and "+strconv.Itoa(maxPrice/100))
	}
	return money.Cents(cents)
}

// whole parses a whole number.
func (l *line) whole(column, text string, lowest, highest int64) int64 {
	digits, fraction, problem := readNumber(text, "a whole number")
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case problem != "":
		l.addError(column, fault.WrongType, problem)
	case strings.Trim(fraction, "0") != "":
		l.addError(column, fault.WrongType, "must be a whole number")
	case err != nil || n < lowest || n > highest:
		l.addError(column, fault.OutOfRange, "must be between "+strconv.FormatInt(lowest, 10)+" and "+
			strconv.FormatInt(highest, 10))
	}
	return n
}
