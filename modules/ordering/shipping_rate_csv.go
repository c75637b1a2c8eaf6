package ordering

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/postal"
	"orderd/platform/safecsv"
)

// rateColumns are the columns of a table of rates as a file. Lists have blanks between.
var rateColumns = []string{"countries", "postalPrefixes", "fromGrams", "fromGoods", "price"}

// writeRates writes a table of rates, which readRates reads.
func writeRates(w io.Writer, format safecsv.Format, rates []shippingRate) error {
	file := safecsv.NewWriter(w, format)
	if err := file.WriteRow(rateColumns...); err != nil {
		return err
	}
	for _, r := range rates {
		err := file.WriteRow(strings.Join(r.Countries, " "), strings.Join(r.PostalPrefixes, " "),
			strconv.FormatInt(r.FromGrams, 10), format.Number(r.FromGoods.String()), format.Number(r.Price.String()))
		if err != nil {
			return err
		}
	}
	return file.Flush()
}

// rateFile is a table of rates as it was read of a file, and what is wrong with it.
type rateFile struct {
	rates  []shippingRate
	lines  []int // of the rates
	faults []fault.Field
}

// readRates reads a table of rates. It returns fault.BodyTooLarge, and ValidationFailed when the
// first line is wrong; the faults of rows are in the file.
func readRates(body *io.SectionReader) (*rateFile, error) {
	rows, problems, err := safecsv.ReadTable(body, rateColumns)
	switch {
	case errors.Is(err, safecsv.ErrTooLarge):
		return nil, fault.New(fault.BodyTooLarge, "The file is larger than 1 MiB.")
	case err != nil:
		return nil, fmt.Errorf("ordering: read a table of rates: %w", err)
	case len(problems) > 0:
		var faults []fault.Field
		for _, problem := range problems {
			faults = append(faults, fault.Field{Code: fault.BadFormat, Detail: problem.Text, Args: problem.Args})
		}
		return nil, fault.Invalid(faults...)
	}
	f := &rateFile{rates: []shippingRate{}}
	if len(rows) > maxRates {
		f.faults = []fault.Field{{
			Pointer: "/rates", Code: fault.TooLong, Detail: "must have at most %d rows", Args: []any{maxRates},
		}}
		return f, nil
	}
	for _, row := range rows {
		f.add(row)
	}
	return f, nil
}

// atLine is a fault of a field of the row i, or with "" of the row, whose detail names the line.
func (f *rateFile) atLine(i int, field string, code fault.Code, detail fault.Text, values ...any) {
	f.faults = append(f.faults, f.named(i, fault.Field{
		Pointer: fmt.Sprintf("/rates/%d%s", i, field), Code: code, Detail: detail, Args: values,
	}))
}

// named is the fault of the row i with its line in the detail.
func (f *rateFile) named(i int, found fault.Field) fault.Field {
	found.Args = []any{f.lines[i], fault.Phrase{Text: found.Detail, Args: found.Args}}
	found.Detail = "line %d: %s"
	return found
}

// prefixLetter matches a postal prefix.
var prefixLetter = regexp.MustCompile(`^[A-Z0-9]+$`)

// add reads a row.
func (f *rateFile) add(row safecsv.Row) {
	i := len(f.rates)
	f.lines = append(f.lines, row.Line)
	var r shippingRate
	defer func() { f.rates = append(f.rates, r) }()
	if row.Problem.Text != "" {
		f.atLine(i, "", fault.BadFormat, row.Problem.Text, row.Problem.Args...)
		return
	}
	r = shippingRate{
		Countries: strings.Fields(row.Cells["countries"]), PostalPrefixes: strings.Fields(row.Cells["postalPrefixes"]),
		FromGrams: f.grams(i, row.Cells["fromGrams"]), FromGoods: f.amount(i, "/fromGoods", row.Cells["fromGoods"]),
		Price: f.amount(i, "/price", row.Cells["price"]),
	}
	if row.Cells["price"] == "" {
		f.atLine(i, "/price", fault.Required, "is required")
	}
	f.checkList(i, "/countries", r.Countries, maxRateCountries)
	for j, country := range r.Countries {
		if !postal.IsCountry(country) {
			f.atLine(i, fmt.Sprintf("/countries/%d", j), fault.BadFormat, "must be a country code like DE")
		}
	}
	f.checkList(i, "/postalPrefixes", r.PostalPrefixes, maxPrefixes)
	for j, prefix := range r.PostalPrefixes {
		at := fmt.Sprintf("/postalPrefixes/%d", j)
		switch {
		case !prefixLetter.MatchString(prefix):
			f.atLine(i, at, fault.BadFormat, "must be capital letters and digits")
		case len(prefix) > maxPrefix:
			f.atLine(i, at, fault.TooLong, "must have at most %d characters", maxPrefix)
		}
	}
}

// checkList requires that a list is not too long.
func (f *rateFile) checkList(i int, field string, list []string, most int) {
	if len(list) > most {
		f.atLine(i, field, fault.TooLong, "must have at most %d entries", most)
	}
}

// amount reads an amount, 0 for a blank cell.
func (f *rateFile) amount(i int, field, cell string) money.Cents {
	if cell == "" {
		return 0
	}
	amount, problem := safecsv.ReadAmount(cell)
	if problem.Text != "" {
		f.atLine(i, field, amountFault(cell), problem.Text, problem.Args...)
	}
	return amount
}

// amountFault is what is wrong with an amount that cannot be read.
func amountFault(cell string) fault.Code {
	if strings.HasPrefix(cell, "-") {
		return fault.OutOfRange
	}
	return fault.BadFormat
}

// grams reads a weight, 0 for a blank cell.
func (f *rateFile) grams(i int, cell string) int64 {
	if cell == "" {
		return 0
	}
	digits, fraction, problem := safecsv.ReadNumber(cell, "a whole number")
	grams, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case strings.HasPrefix(cell, "-") || problem.Text == "" && (err != nil || grams > maxRateGrams):
		f.atLine(i, "/fromGrams", fault.OutOfRange, "must be between 0 and %d", maxRateGrams)
	case problem.Text != "":
		f.atLine(i, "/fromGrams", fault.BadFormat, problem.Text, problem.Args...)
	case strings.Trim(fraction, "0") != "":
		f.atLine(i, "/fromGrams", fault.BadFormat, "must be a whole number")
	}
	return grams
}

// replaceIn makes the file's rates those of the method. It returns ValidationFailed with all that
// is wrong with them; details name the line.
func (f *rateFile) replaceIn(m *shippingMethod) error {
	m.Rates = f.rates
	for _, found := range m.check() {
		var i int
		if n, _ := fmt.Sscanf(found.Pointer, "/rates/%d", &i); n == 1 && i < len(f.lines) {
			found = f.named(i, found)
		}
		f.faults = append(f.faults, found)
	}
	if len(f.faults) > 0 {
		return fault.Invalid(f.faults[:min(len(f.faults), maxRateFaults)]...)
	}
	return nil
}

// maxRateFaults bounds the answer to a file of nonsense.
const maxRateFaults = 100
