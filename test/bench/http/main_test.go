package http

import (
	"fmt"
	"os"
	"testing"
	"text/tabwriter"
)

// table is what the benchmarks have found out.
var table []row

// row is a line of the table.
type row struct {
	what    string
	got     string
	floor   string // what the floor does, "" when there is none
	ratio   float64
	bar     float64 // what the ratio must reach; 0 for a figure without a bar
	details string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if len(table) > 0 && printTable() {
		code = 1
	}
	os.Exit(code)
}

// printTable prints the table and reports whether a bar was missed.
func printTable() (missed bool) {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "\n\tfloor\torderd\torderd ÷ floor\tbar\t\t")
	for _, r := range table {
		ratio, bar, verdict := "", "", ""
		if r.ratio > 0 {
			ratio = fmt.Sprintf("%.2f", r.ratio)
		}
		if r.bar > 0 {
			bar = fmt.Sprintf("≥ %v", r.bar)
		}
		if r.ratio < r.bar {
			verdict, missed = "MISSED", true
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.what, r.floor, r.got, ratio, bar, verdict, r.details)
	}
	_ = w.Flush()
	return missed
}
