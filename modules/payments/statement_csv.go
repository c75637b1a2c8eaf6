package payments

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// csvColumn is a column of a statement as CSV.
type csvColumn string

const (
	csvAccount   csvColumn = "account"
	csvDay       csvColumn = "day"
	csvAmount    csvColumn = "amount"
	csvCurrency  csvColumn = "currency"
	csvText      csvColumn = "text"
	csvName      csvColumn = "name"
	csvIBAN      csvColumn = "iban"
	csvReference csvColumn = "reference"
	csvStatus    csvColumn = "status" // of the savings banks: whether the entry is booked
)

// csvColumns are the columns with the names that banks give them.
var csvColumns = []safecsv.Column{
	{Name: string(csvAccount), Names: []string{"Auftragskonto", "Account"}, Required: true},
	{Name: string(csvDay), Names: []string{"Buchungstag", "Booking date", "Date"}, Required: true},
	{Name: string(csvAmount), Names: []string{"Betrag", "Amount"}, Required: true},
	{
		Name: string(csvText), Names: []string{"Verwendungszweck", "Purpose", "Payment reference"}, Required: true,
	},
	{Name: string(csvCurrency), Names: []string{"Währung", "Waehrung", "Currency"}},
	{Name: string(csvName), Names: []string{"Name", "Payer", "Beguenstigter/Zahlungspflichtiger", "Auftraggeber"}},
	{Name: string(csvIBAN), Names: []string{"IBAN", "Kontonummer/IBAN"}},
	{Name: string(csvReference), Names: []string{"Referenz", "Reference"}},
	{Name: string(csvStatus), Names: []string{"Info"}},
}

// notBooked is what the savings banks say of an entry that is not booked yet.
const notBooked = "vorgemerkt"

// parseCSV reads a statement as CSV. A single line that cannot be read refuses the whole file: it
// may be cut off there.
func parseCSV(file io.Reader) (*statementFile, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(text, 0) >= 0 && !bytes.HasPrefix(text, []byte{0xFF, 0xFE}) &&
		!bytes.HasPrefix(text, []byte{0xFE, 0xFF}) {
		return nil, malformed("is neither XML nor CSV")
	}
	f := &statementFile{}
	section := io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text)))
	var last safecsv.Row
	problems, err := safecsv.ReadColumns(section, csvColumns, func(row safecsv.Row) error {
		last = row
		err := f.addRow(row)
		if refused, ok := errors.AsType[refusedFile](err); ok {
			return refused.at(row.Line)
		}
		return err
	})
	if len(problems) > 0 {
		return nil, refusedFile{Phrase: problems[0], code: fault.BadFormat}
	}
	if err == nil && !endsWithLine(text) && isCutOff(last) {
		return nil, malformed("is cut off").at(last.Line)
	}
	return f, err
}

// endsWithLine reports whether the last line of a text, in any encoding, has its end.
func endsWithLine(text []byte) bool {
	text = bytes.TrimRight(text, "\x00")
	return bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\r"))
}

// isCutOff reports whether the last row of a file, a line without its end, lacks what all others
// have. It has all its cells: the last of them may be blank, or the beginning of a currency.
func isCutOff(row safecsv.Row) bool {
	currency, given := row.Cells[string(csvCurrency)]
	return row.Cells[string(csvText)] == "" || given && currency != "€" && utf8.RuneCountInString(currency) != 3
}

// addRow adds the transfer of a row, or counts what is skipped.
func (f *statementFile) addRow(row safecsv.Row) error {
	if row.Problem.Text != "" {
		return malformed(row.Problem.Text, row.Problem.Args...)
	}
	cell := func(c csvColumn) string { return oneLine(row.Cells[string(c)]) }
	if err := f.ofAccount(cell(csvAccount)); err != nil {
		return err
	}
	day, err := csvDayOf(cell(csvDay))
	if err != nil {
		return err
	}
	currency := cell(csvCurrency)
	if currency != "" && !strings.EqualFold(currency, money.Currency) && currency != "€" {
		f.Skipped++
		return nil
	}
	amount, isDebit, err := csvAmountOf(cell(csvAmount))
	if err != nil {
		return err
	}
	if isDebit || amount == 0 || strings.Contains(strings.ToLower(cell(csvStatus)), notBooked) {
		f.Skipped++
		return nil
	}
	return f.add(transfer{
		Reference: reference(cell(csvReference)), BookedOn: day, Amount: amount, Name: cell(csvName), IBAN: cell(csvIBAN),
		Text: cell(csvText),
	})
}

// csvDays are the forms of a day in the files of banks.
var csvDays = []string{time.DateOnly, "02.01.2006", "02.01.06", "02/01/2006"}

func csvDayOf(cell string) (string, error) {
	for _, form := range csvDays {
		if day, err := time.Parse(form, cell); err == nil {
			return day.Format(time.DateOnly), nil
		}
	}
	return "", malformed("has a day that is none")
}

// csvAmountOf reads an amount, whose sign may stand before or behind it.
func csvAmountOf(cell string) (amount money.Cents, isDebit bool, err error) {
	for _, minus := range []string{"-", "−"} {
		cut := strings.TrimSuffix(strings.TrimPrefix(cell, minus), minus)
		isDebit = isDebit || cut != cell
		cell = cut
	}
	amount, problem := safecsv.ReadAmount(strings.TrimSpace(strings.TrimPrefix(cell, "+")))
	if problem.Text != "" {
		return 0, false, malformed(problem.Text, problem.Args...)
	}
	return amount, isDebit, nil
}
