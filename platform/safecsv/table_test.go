package safecsv_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"orderd/platform/safecsv"
)

func TestReadTable(t *testing.T) {
	t.Parallel()
	read := func(file string) (string, error) {
		var said []string
		rows, problems, err := safecsv.ReadTable(io.NewSectionReader(strings.NewReader(file), 0, int64(len(file))), []string{"name", "price"})
		var out []string
		for _, p := range problems {
			said = append(said, p.String())
		}
		for _, r := range rows {
			out = append(out, fmt.Sprintf("%d %s/%s%s", r.Line, r.Cells["name"], r.Cells["price"], r.Problem))
		}
		return strings.Join(append(out, said...), "; "), err
	}
	for file, want := range map[string]string{
		"name,price\nTea,1\n\n,\n Cup , 2 \n": "2 Tea/1; 5 Cup/2",
		"\uFEFFPRICE;Name\r\n1,5;'=Tea\r\n":   "2 =Tea/1,5",
		"sep=;\nname;price\nTea;1\n":          "3 Tea/1",
		"price\ttea\n":                        `column 2 of the first line, "tea", is none of: name, price`,
		"name,name\n":                         `columns 1 and 2 of the first line are both "name"`,
		"price\n1\n":                          "2 /1",
		"name,price,\nTea,1,\nTea\nTea,1,2\n": "2 Tea/1; 3 /has 1 cells, and the first line 2; 4 /has 3 cells, and the first line 2",
		"name,price\na\"b,1\nTea,2\n":         "2 /is not CSV: bare \" in non-quoted-field; 3 Tea/2",
		"":                                    "must begin with a line of column names",
		"name\n\"a\nb\"\nTea\n":               "2 a\nb/; 4 Tea/",
		"name,price\nGr\xfc\xdfe,1\n":         "2 Grüße/1",
	} {
		if got, err := read(file); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", file, got, err, want)
		}
	}
	if _, err := read(strings.Repeat("x", 1<<20+1)); !errors.Is(err, safecsv.ErrTooLarge) {
		t.Error(err)
	}
}
