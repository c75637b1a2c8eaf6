package invoices

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/convert"
	"orderd/platform/files"
	"orderd/platform/money"
)

// errFaulty is the error of a verification that has found something.
var errFaulty = errors.New("the documents are not whole")

// verify compares the numbers of all documents with those that were used, their sums with their
// rows and their orders, and their files with their sums. It prints a line for each fault.
func (d Deps) verify(ctx context.Context, _ []string, out io.Writer) error {
	v := &verifier{db: d.DB.WithContext(ctx), out: out, last: map[string]int64{}, charged: map[string]money.Cents{}}
	if err := v.documents(ctx); err != nil {
		return err
	}
	if err := errors.Join(v.numbers(), v.orders()); err != nil {
		return err
	}
	if v.faults > 0 {
		return fmt.Errorf("%w: %d faults", errFaulty, v.faults)
	}
	fmt.Fprintf(out, "%d documents: no gap, sums and files are right\n", v.count)
	return nil
}

// verifier reads all documents, by series and number.
type verifier struct {
	db      *gorm.DB
	out     io.Writer
	count   int
	faults  int
	last    map[string]int64       // number of each series
	charged map[string]money.Cents // by order
}

func (v *verifier) fault(format string, args ...any) {
	v.faults++
	fmt.Fprintf(v.out, format+"\n", args...)
}

func (v *verifier) documents(ctx context.Context) error {
	const batch = 200
	for last := (*documentRow)(nil); ; {
		rows, err := documentsBySeries(v.db, last, batch)
		if err != nil {
			return err
		}
		ids := convert.All(rows, func(r documentRow) string { return r.ID })
		taxes, err := rowsOf(v.db, ids...)
		if err != nil {
			return err
		}
		made, err := filesOf(v.db, ids...)
		if err != nil {
			return err
		}
		for n := range rows {
			v.number(rows[n])
			if err := v.sums(rows[n], taxes[rows[n].ID]); err != nil {
				return err
			}
			if err := v.files(ctx, rows[n], made); err != nil {
				return err
			}
		}
		if v.count += len(rows); len(rows) < batch {
			return nil
		}
		last = &rows[len(rows)-1]
	}
}

// number finds gaps: the documents come by series and number.
func (v *verifier) number(r documentRow) {
	if want := v.last[r.Series] + 1; r.N != want {
		v.fault("%s: follows %s-%06d", r.Number, r.Series, want-1)
	}
	v.last[r.Series] = r.N
	if text := fmt.Sprintf("%s-%06d", r.Series, r.N); r.Number != text {
		v.fault("%s: its number is %s", r.Number, text)
	}
}

// sums compares a document with its rows, and within itself.
func (v *verifier) sums(r documentRow, taxes []reportRow) error {
	d, err := r.document()
	if err != nil {
		return err
	}
	v.charged[r.OrderID] += d.sign() * d.Gross
	var lines, reported amounts
	for _, i := range d.Items {
		lines.add(i.amounts)
	}
	for _, s := range d.Shipping {
		lines.add(s.amounts)
	}
	for _, t := range taxes {
		reported.add(amounts{Net: d.sign() * t.Net, Tax: d.sign() * t.Tax, Gross: d.sign() * t.Gross})
	}
	for what, sum := range map[string]amounts{
		"lines and shipping": lines, "rows of VAT": sumOf(d.Taxes), "rows of the report": reported,
	} {
		if sum != d.amounts {
			v.fault("%s: the %s sum to %s + %s, the document says %s + %s", r.Number, what, sum.Net, sum.Tax, d.Net, d.Tax)
		}
	}
	if r.Gross != d.Gross || d.Net+d.Tax != d.Gross {
		v.fault("%s: %s is not %s + %s", r.Number, r.Gross, d.Net, d.Tax)
	}
	if d.Number != r.Number {
		v.fault("%s: the document says %s", r.Number, d.Number)
	}
	return nil
}

func (a *amounts) add(b amounts) {
	a.Net += b.Net
	a.Tax += b.Tax
	a.Gross += b.Gross
}

// files compares the files of a document with their sums. Those of one whose retention is over are
// gone, and those that are not made yet will be.
func (v *verifier) files(ctx context.Context, r documentRow, made map[string]file) error {
	f, known := made[r.ID]
	if r.Erased {
		return nil
	}
	if !known {
		v.fault("%s: nobody makes its files", r.Number)
	}
	for _, kind := range []fileKind{filePDF, fileXML} {
		sum := f.sum(kind)
		if sum == nil {
			continue
		}
		content, err := files.Read(ctx, v.db, *sum)
		switch {
		case isMissing(err):
			v.fault("%s.%s: is gone", r.Number, kind)
		case err != nil:
			return err
		case files.Sum(content) != *sum:
			v.fault("%s.%s: has other bytes", r.Number, kind)
		}
	}
	return nil
}

// numbers compares the last number of each series with the number that was used last.
func (v *verifier) numbers() error {
	years, err := allYears(v.db)
	if err != nil {
		return err
	}
	used := map[string]int64{}
	for _, y := range years {
		used[number{kind: events.KindInvoice, year: y.Year}.series()] = y.Invoices
		used[number{kind: events.KindCorrection, year: y.Year}.series()] = y.Corrections
		used[number{kind: events.KindCancellation, year: y.Year}.series()] = y.Cancellations
	}
	for series, n := range used {
		if v.last[series] != n {
			v.fault("%s: %d was used last, and there are %d", series, n, v.last[series])
		}
	}
	for series := range v.last {
		if _, known := used[series]; !known {
			v.fault("%s: no such numbers were used", series)
		}
	}
	return nil
}

// orders compares the sum of each order's documents with what the order has noted, which is what it
// claims once all its events are handled.
func (v *verifier) orders() error {
	return eachCharged(v.db, func(o order) {
		if sum := v.charged[o.OrderID]; sum != o.Charged {
			v.fault("%s: its documents sum to %s, and it says %s", o.Number, sum, o.Charged)
		}
		if o.LiveID != nil && o.Charged > max(0, o.Claim) {
			v.fault("%s: its documents charge %s, and it claims %s", o.Number, o.Charged, max(0, o.Claim))
		}
	})
}
