package money

import (
	"math/big"
	"strings"
)

// ibanLengths are how long IBANs are, by country: those of SEPA, in which EUR are transferred
// (European Payments Council, list of the SEPA scheme countries, EPC409-09; lengths: ISO 13616).
var ibanLengths = map[string]int{
	"AD": 24, "AL": 28, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
	"ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27,
	"LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15,
	"PL": 28, "PT": 25, "RO": 24, "RS": 22, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}

// ParseIBAN returns an IBAN in capitals and without blanks. ok is false when the text is none: its
// country, its length or its check digits are wrong (ISO 7064, MOD 97-10).
func ParseIBAN(text string) (iban string, ok bool) {
	iban = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if len(iban) < 4 || len(iban) != ibanLengths[iban[:2]] {
		return "", false
	}
	var digits strings.Builder
	for _, c := range []byte(iban[4:] + iban[:4]) {
		switch {
		case c >= '0' && c <= '9':
			digits.WriteByte(c)
		case c >= 'A' && c <= 'Z':
			n := c - 'A' + 10
			digits.WriteByte('0' + n/10)
			digits.WriteByte('0' + n%10)
		default:
			return "", false
		}
	}
	number, _ := new(big.Int).SetString(digits.String(), 10)
	return iban, number.Mod(number, big.NewInt(97)).Int64() == 1
}
