package money

import (
	"regexp"
	"strings"
)

// vatIDPattern is the form of a VAT id, by member state (EL is Greece; papers of the Commission,
// VIES: structure of VAT numbers).
var vatIDPattern = regexp.MustCompile(`^(ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|(DE|EE|EL|PT)\d{9}|` +
	`(DK|FI|HU|LU|MT|SI)\d{8}|ES[A-Z0-9]\d{7}[A-Z0-9]|FR[A-Z0-9]{2}\d{9}|(HR|IT|LV)\d{11}|` +
	`IE(\d{7}[A-Z]{1,2}|\d[A-Z0-9+*]\d{5}[A-Z])|LT(\d{9}|\d{12})|NL\d{9}B\d{2}|(PL|SK)\d{10}|RO\d{2,10}|SE\d{12})$`)

// ParseVATID returns a VAT id in capitals, and without blanks, dots, dashes and slashes. Those of
// Greece begin with EL. ok is false when the text has the form of none.
func ParseVATID(text string) (vatID string, ok bool) {
	vatID = Compact(text)
	if rest, isGreek := strings.CutPrefix(vatID, "GR"); isGreek {
		vatID = "EL" + rest
	}
	return vatID, vatIDPattern.MatchString(vatID)
}

// Compact is a code as people write it, such as an IBAN, in capitals and without blanks, dots,
// dashes and slashes.
func Compact(text string) string {
	return strings.ToUpper(separators.Replace(strings.Join(strings.Fields(text), "")))
}

var separators = strings.NewReplacer(".", "", "-", "", "/", "")

var bicPattern = regexp.MustCompile(`^[A-Z0-9]{8}([A-Z0-9]{3})?$`)

// IsBIC reports whether a text has the form of a bank's code.
func IsBIC(text string) bool { return bicPattern.MatchString(text) }
