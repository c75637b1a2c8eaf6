package storefront

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// monthNames and weekdayNames are how the languages write dates out.
var (
	monthNames = map[locale.Code][12]string{
		locale.English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
			"November", "December"},
		locale.German: {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
			"November", "Dezember"},
	}
	weekdayNames = map[locale.Code][7]string{
		locale.English: {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		locale.German:  {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	}
)

// formatDay writes a date out: "24 November 2026", "24. November 2026".
func formatDay(l locale.Code, t time.Time) string {
	dot := ""
	if l == locale.German {
		dot = "."
	}
	return fmt.Sprintf("%d%s %s %d", t.Day(), dot, monthNames[l][t.Month()-1], t.Year())
}

// formatWeekday is the date with its weekday in front, without the year: "Wednesday, 2 December".
func formatWeekday(l locale.Code, t time.Time) string {
	day := formatDay(l, t)
	return weekdayNames[l][t.Weekday()] + ", " + strings.TrimSuffix(day, " "+strconv.Itoa(t.Year()))
}

// formatMoment is a date with the time to the second: "24 November 2026, 14:03:07".
func formatMoment(l locale.Code, t time.Time) string {
	text := formatDay(l, t) + ", " + t.Format("15:04:05")
	if l == locale.German {
		text += " Uhr"
	}
	return text
}

// formatPrice keeps the amount and its sign on one line.
func formatPrice(l locale.Code, c money.Cents) string {
	return strings.ReplaceAll(c.Format(string(l)), " ", "\u00a0")
}

// formatNumber writes a number with one decimal at most: "4.6", "4,6".
func formatNumber(l locale.Code, n float64) string {
	text := strconv.FormatFloat(n, 'f', -1, 64)
	if l == locale.German {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// formatMeasure writes a number with its decimals: "0.25", "0,25".
func formatMeasure(l locale.Code, m money.Measure) string {
	if l == locale.German {
		return strings.Replace(m.String(), ".", ",", 1)
	}
	return m.String()
}

// formatWhole writes a whole number with its thousands apart: "1,240", "1.240".
func formatWhole(l locale.Code, n int64) string {
	digits := strconv.FormatInt(n, 10)
	between := ","
	if l == locale.German {
		between = "."
	}
	first := 0 // a minus goes with the digits
	if n < 0 {
		first = 1
	}
	for at := len(digits) - 3; at > first; at -= 3 {
		digits = digits[:at] + between + digits[at:]
	}
	return digits
}

// formatRate is a tax rate in percent: "7 %", "25.5 %".
func formatRate(l locale.Code, r money.Rate) string {
	text := strings.TrimSuffix(strings.TrimRight(money.Cents(r).String(), "0"), ".")
	if l == locale.German {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text + "\u00a0%"
}

// shownAmount is an amount as the interface writes it, for a field: "12.50", "12,50".
func shownAmount(l locale.Code, text string) string {
	if l == locale.German {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// typedPrice is an amount as a visitor has typed it; the text itself when it is none.
func typedPrice(l locale.Code, text string) string {
	if c, ok := cents(text); ok {
		return formatPrice(l, c)
	}
	return text
}

// spacedIBAN writes an IBAN in groups of four.
func spacedIBAN(iban string) string {
	var b strings.Builder
	for i, r := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteRune('\u00a0')
		}
		b.WriteRune(r)
	}
	return b.String()
}
