package safecsv_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"orderd/platform/safecsv"
)

func TestEscape(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"": "", "Moka": "Moka", "3-cup": "3-cup", "19.99": "19.99", "a=b": "a=b", "'s-Hertogenbosch": "'s-Hertogenbosch",
		"=1+1": "'=1+1", "+49 30 1": "'+49 30 1", "-5": "'-5", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", "\r=1": "'\r'=1", "\n=1": "'\n'=1",
		"x;=1": "x;'=1", "x\n\" -1": "x\n'\" -1", ";;@x; y;'=1": ";;'@x; y;''=1", "a; b": "a; b", "1-2;3": "1-2;3", "\t;+1": "'\t;'+1",
		"＝1": "'＝1", "x;＝1": "x;'＝1", "'=1": "''=1", "''@x": "'''@x",
	} {
		if got := safecsv.Escape(cell, ','); got != want {
			t.Errorf("Escape(%q) is %q, want %q", cell, got, want)
		}
		if got := safecsv.Unescape(want, ','); got != cell {
			t.Errorf("Unescape(%q) is %q, want %q", want, got, cell)
		}
	}
	if got := safecsv.Unescape("'quoted'", ','); got != "'quoted'" {
		t.Errorf("an apostrophe that Escape has not written: %q", got)
	}
}

func TestWriter(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := safecsv.NewWriter(&out, safecsv.Plain)
	for _, row := range [][]string{{"name", "note"}, {"Äpfel, \"rot\"", "=HYPERLINK(1)\nzwei"}} {
		if err := w.WriteRow(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(rows) != 2 || !slices.Equal(rows[1], []string{"Äpfel, \"rot\"", "'=HYPERLINK(1)\nzwei"}) {
		t.Errorf("%q %v", rows, err)
	}
}

// Amounts below 0 stay numbers beside a cell that looks like one.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := safecsv.NewWriter(&out, safecsv.Plain)
	if err := w.WriteRowWithNumbers([]string{"-5", "a"}, "-18.38", "0.00"); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil || out.String() != "'-5,a,-18.38,0.00\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// Every cell of up to five of the characters that matter survives the round trip.
func TestUnescapeReversesEscape(t *testing.T) {
	t.Parallel()
	cells := []string{""}
	for range 6 {
		var longer []string
		for _, cell := range cells {
			for _, separator := range ",;" {
				if got := safecsv.Unescape(safecsv.Escape(cell, separator), separator); got != cell {
					t.Fatalf("%q came back as %q", cell, got)
				}
			}
			for _, next := range []string{"'", "\"", "=", "-", ";", ",", "\n", "a"} {
				longer = append(longer, cell+next)
			}
		}
		cells = longer
	}
}
