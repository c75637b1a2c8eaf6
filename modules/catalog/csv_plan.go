package catalog

import (
	"cmp"
	"math"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/tablefile"
)

// importPlan is what a request says about how to read its file.
type importPlan struct {
	format     importFormat
	mapping    []columnField
	makesNames *bool      // nil: as the format does
	weightUnit weightUnit // "": as the format does
	addTax     *float64   // percent; nil: the prices are with tax
	netTiers   bool       // the shop's wholesale prices are without tax: they get none
	attributes definitions
	previews   bool // what is wrong with the columns is no fault yet
}

// withTax adds what the request says.
func (p importPlan) withTax(cents money.Cents) money.Cents {
	if p.addTax == nil {
		return cents
	}
	return money.Cents(math.Round(float64(cents) * (1 + *p.addTax/100)))
}

// columnField says which field a column of a file is, "" for none.
type columnField struct{ column, field string }

// formatOf is the format of a file with the columns.
func (p importPlan) formatOf(names []string) *csvFormat {
	if wanted := cmp.Or(p.format, formatAuto); wanted != formatAuto {
		return formatNamed(wanted)
	}
	best, most := csvFormats[0], 0
	for _, f := range csvFormats {
		if marks := f.marks.In(names); marks > most {
			best, most = f, marks
		}
	}
	return best
}

// fieldOf is the field that the request chooses for the column.
func (p importPlan) fieldOf(column string) (field string, chosen bool) {
	column = strings.TrimSpace(column)
	for _, m := range p.mapping {
		if strings.EqualFold(m.column, column) {
			return m.field, true
		}
	}
	return "", false
}

// unknownColumns are the faults of a mapping of columns that the file does not have.
func (p importPlan) unknownColumns(names []string) (faults []fault.Field) {
	for _, m := range p.mapping {
		if !tablefile.HasName(names, m.column) {
			faults = append(faults,
				tablefile.HeaderFault("has no column %q, which the mapping names", tablefile.Cut(m.column, 60)))
		}
	}
	return faults
}
