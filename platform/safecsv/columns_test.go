package safecsv_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"orderd/platform/safecsv"
)

func TestReadColumns(t *testing.T) {
	t.Parallel()
	columns := []safecsv.Column{
		{Name: "day", Names: []string{"Buchungstag", "Date"}, Required: true},
		{Name: "amount", Names: []string{"Betrag", "Amount"}, Required: true}, {Name: "name", Names: []string{"Name"}},
	}
	section := func(file string) *io.SectionReader {
		return io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))
	}
	read := func(file string) (string, error) {
		var out []string
		problems, err := safecsv.ReadColumns(section(file), columns, func(r safecsv.Row) error {
			out = append(out, fmt.Sprintf("%d %s/%s/%s%s", r.Line, r.Cells["day"], r.Cells["amount"], r.Cells["name"], r.Problem))
			return nil
		})
		for _, p := range problems {
			out = append(out, p.String())
		}
		return strings.Join(out, "; "), err
	}
	for file, want := range map[string]string{
		"Date,Amount\n1,2\n\n":                         "2 1/2/",
		"Konto;BETRAG;buchungstag;Name\nx;1,5;2;J\xfc": "2 2/1,5/Jü",
		"Date,Amount,Date,Amount\n1,2,3,4\n":           "2 1/2/",
		"Date\n1\n":                                    "the first line has none of: Betrag, Amount",
		"%PDF-1.7\n\n": "the first line has none of: Buchungstag, Date; " +
			"the first line has none of: Betrag, Amount",
		"":               "must begin with a line of column names",
		"Date,Amount\n1": "2 //has 1 cells, and the first line 2",
	} {
		if got, err := read(file); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", file, got, err, want)
		}
	}
	stop := errors.New("enough")
	rows := 0
	_, err := safecsv.ReadColumns(section("Date,Amount\n1,2\n3,4\n"), columns, func(safecsv.Row) error {
		rows++
		return stop
	})
	if !errors.Is(err, stop) || rows != 1 {
		t.Errorf("%v after %d rows", err, rows)
	}
}
