package spreadsheet

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// numberForm is how the numbers of a cell are shown: 0 as they are, a day, a day with its time, or
// with as many digits, zeros in front, like an item number.
type numberForm int8

const (
	plainForm numberForm = 0
	dayForm   numberForm = -1
	timeForm  numberForm = -2
)

// maxDigits is the most digits that a form fills up.
const maxDigits = 20

// builtInForms are the forms without a code in the file (ECMA-376, part 1, 18.8.30). 27 to 36 and
// 50 to 58 are those of East Asia.
func builtInForm(number int) numberForm {
	switch {
	case number == 22:
		return timeForm
	case number >= 14 && number <= 17, number >= 27 && number <= 31, number == 36, number >= 50 && number <= 54,
		number == 57, number == 58:
		return dayForm
	}
	return plainForm
}

// What of the code of a form is no code: quoted and escaped characters, those that are as wide as
// another, and what stands in brackets, as colours do.
var noCode = regexp.MustCompile(`"[^"]*"|\\.|[_*].|\[[^\]]*\]`)

// formOfCode is the form with the code, like yyyy-mm-dd. Only its first section counts.
func formOfCode(code string) numberForm {
	code, _, _ = strings.Cut(strings.ToLower(noCode.ReplaceAllString(code, "")), ";")
	if code != "" && len(code) <= maxDigits && strings.Trim(code, "0") == "" {
		return numberForm(len(code))
	}
	switch isDay := strings.ContainsAny(code, "dy"); {
	case strings.Contains(code, "general"), !isDay:
		return plainForm
	case strings.ContainsAny(code, "hs"):
		return timeForm
	}
	return dayForm
}

// readStyles reads how the styles show numbers. Dates are numbers that only a style makes dates.
func (w *workbook) readStyles() error {
	codes, inCells := map[int]numberForm{}, false
	return w.each("xl/styles.xml", func(_ *decoder, t xml.Token) error {
		switch t := t.(type) {
		case xml.EndElement:
			inCells = inCells && t.Name.Local != "cellXfs"
		case xml.StartElement:
			number, err := strconv.Atoi(attribute(t, "numFmtId"))
			switch {
			case t.Name.Local == "cellXfs":
				inCells = true
			case t.Name.Local == "numFmt" && err == nil:
				codes[number] = formOfCode(attribute(t, "formatCode"))
			case t.Name.Local == "xf" && inCells:
				form, known := codes[number]
				if !known {
					form = builtInForm(number)
				}
				w.forms = append(w.forms, form)
			}
		}
		if len(codes) > maxStyles || len(w.forms) > maxStyles {
			return refuse("is a workbook that is too large when it is unpacked")
		}
		return nil
	})
}

// formOf is the form of a style by its number.
func (w *workbook) formOf(style string) numberForm {
	n, err := strconv.Atoi(style)
	if err != nil || n < 0 || n >= len(w.forms) {
		return plainForm
	}
	return w.forms[n]
}

// number is a number as its form shows it: 46346 may be 2026-11-20. One that the form can't show is
// shown as it is.
func (w *workbook) number(text string, form numberForm) string {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || form == plainForm:
	case form > 0 && n >= 0 && n == math.Trunc(n) && n < 1e15:
		digits := strconv.FormatFloat(n, 'f', -1, 64)
		return strings.Repeat("0", max(int(form)-len(digits), 0)) + digits
	case form < 0 && n >= 1 && n < lastDay:
		return w.moment(n).Format(formats[form])
	}
	return number(text)
}

// lastDay is behind 9999-12-31.
const lastDay = 2958466

var formats = map[numberForm]string{dayForm: time.DateOnly, timeForm: time.DateTime}

// moment is what a number of days stands for. There is a 29th of February in the year 1900 for
// Excel, as there was for the program before it.
func (w *workbook) moment(days float64) time.Time {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case w.is1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60:
		first = first.AddDate(0, 0, 1)
	}
	whole, part := math.Modf(days)
	return first.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(part*24*60*60)) * time.Second)
}

func isTrue(text string) bool { return text == "1" || text == "true" }
