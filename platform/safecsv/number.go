package safecsv

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
	otherSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ")
	groupMarks  = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "")

	euroSigns     = regexp.MustCompile(`(?i)^(?:€|EUR) *| *(?:€|EUR)$`)
	currencySigns = regexp.MustCompile(`(?i)^\p{Sc}|\p{Sc}$|^[A-Z]{3} ?[0-9]|[0-9] ?[A-Z]{3}$`)
)

// ReadNumber returns the digits of a number before and after the decimal separator. problem is what
// is wrong with it, or says nothing. example is what the number is, for people.
func ReadNumber(text string, example fault.Text) (whole, fraction string, problem fault.Phrase) {
	text = otherSpaces.Replace(text)
	if problem := ambiguity(text); problem.Text != "" {
		return "", "", problem
	}
	if m := plainNumber.FindStringSubmatch(text); m != nil {
		return m[1], m[2], fault.Phrase{}
	}
	for _, form := range groupedNumbers {
		if m := form.FindStringSubmatch(text); m != nil {
			return groupMarks.Replace(m[1]), m[2], fault.Phrase{}
		}
	}
	return "", "", fault.Say("must be %s", example)
}

// IsAmbiguous reports whether the three digits behind a separator may be thousands or decimals.
func IsAmbiguous(number string) bool { return ambiguousNumber.MatchString(number) }

func ambiguity(number string) (problem fault.Phrase) {
	if m := ambiguousNumber.FindStringSubmatch(number); m != nil {
		return fault.Say("may be %s%s or %s.%s: write it without separating the thousands", m[1], m[2], m[1], m[2])
	}
	return problem
}

var exactNumber = regexp.MustCompile(`^([0-9]{1,15})(?:[.,]([0-9]{1,20}))?$`)

// ReadDecimal returns a number with a decimal point, and without zeros at the end of its decimals.
// It may be below 0, and have more decimals than that of ReadNumber. problem is as there.
func ReadDecimal(text string, example fault.Text) (number string, problem fault.Phrase) {
	digits, isBelow := strings.CutPrefix(text, "-")
	if problem := ambiguity(digits); problem.Text != "" {
		return "", problem
	}
	var whole, fraction string
	if m := exactNumber.FindStringSubmatch(digits); m != nil {
		whole, fraction = m[1], m[2]
	} else if whole, fraction, problem = ReadNumber(digits, example); problem.Text != "" {
		return "", problem
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	if isBelow {
		return "-" + whole, problem
	}
	return whole, problem
}

const amountExample fault.Text = "an amount like 12.90 or 12,90"

// ReadAmount reads an amount in EUR, with or without the sign. problem is what is wrong with it, or
// says nothing.
func ReadAmount(text string) (amount money.Cents, problem fault.Phrase) {
	text = euroSigns.ReplaceAllString(text, "")
	if currencySigns.MatchString(text) {
		return 0, fault.Say("must be an amount in %s", money.Currency)
	}
	whole, fraction, problem := ReadNumber(text, amountExample)
	if problem.Text != "" {
		return 0, problem
	}
	cents, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64) // of eleven digits at most
	if err != nil {
		return 0, fault.Say("must be %s", amountExample)
	}
	return money.Cents(cents), fault.Phrase{}
}
