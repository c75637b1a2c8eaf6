package invoices

import (
	"fmt"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
)

// number is the number of a document: RE-2026-000001.
type number struct {
	kind events.Kind
	year int
	n    int64
}

// series is the number without its last part, of the kind and the year: RE-2026.
func (n number) series() string {
	prefix := map[events.Kind]string{
		events.KindInvoice: "RE", events.KindCorrection: "RK", events.KindCancellation: "ST",
	}[n.kind]
	return fmt.Sprintf("%s-%d", prefix, n.year)
}

func (n number) String() string { return fmt.Sprintf("%s-%06d", n.series(), n.n) }

// yearNumbers are the numbers of a year that were used last.
type yearNumbers struct {
	Year          int `gorm:"primaryKey;autoIncrement:false"`
	Invoices      int64
	Corrections   int64
	Cancellations int64
}

func (yearNumbers) TableName() string { return "invoices_years" }

// nextNumber takes the next number of the kind in a year. The numbers of the year are locked until
// the transaction ends: one that is rolled back uses up none, and no two get the same.
func nextNumber(tx *gorm.DB, kind events.Kind, year int) (number, error) {
	y, err := lockYear(tx, year)
	if err != nil {
		return number{}, err
	}
	last := map[events.Kind]*int64{
		events.KindInvoice: &y.Invoices, events.KindCorrection: &y.Corrections, events.KindCancellation: &y.Cancellations,
	}[kind]
	*last++
	return number{kind, year, *last}, saveYear(tx, y)
}
