package invoices

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/files"
)

const (
	// filesAtOnce are how many documents a process claims at once.
	filesAtOnce = 10
	// fileLease is how long a process has for the files that it has claimed.
	fileLease = 30 * time.Second
)

// filePauses are those after a failure. A document that can't be written never can, until there is
// another version of the service: it is tried for ever.
var filePauses = background.Pauses{time.Second, 10 * time.Second, time.Minute, 10 * time.Minute}

// fileMaker makes the files of the documents that were issued.
type fileMaker struct {
	Deps
	wake   background.Signal
	render func(d document) (pdf, xml []byte, err error)
}

func (m *fileMaker) job() background.Job {
	return background.Job{Name: "make the files of documents", Every: time.Second, Wake: m.wake, Do: m.makeAll}
}

// makeAll makes all files that are due, one after the other, outside of any transaction.
func (m *fileMaker) makeAll(ctx context.Context) error {
	for ctx.Err() == nil {
		claimed, err := claimFiles(ctx, m.DB, m.Clock.Now())
		if err != nil || len(claimed) == 0 {
			return err
		}
		for _, f := range claimed {
			err := m.make(ctx, f)
			if ctx.Err() != nil {
				return nil //nolint:nilerr // the process stops; the files are made after the next start
			}
			if err != nil {
				m.Log.Warn("the files of a document could not be made; they are tried again",
					zap.String("document", f.DocumentID), zap.Error(err))
				if err := delayFiles(ctx, m.DB, f.DocumentID, m.Clock.Now().Add(filePauses.After(f.Attempts))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// make makes the files of a document, and publishes that it was issued.
func (m *fileMaker) make(ctx context.Context, f file) error {
	row, err := documentByID(m.DB.WithContext(ctx), f.DocumentID)
	if err != nil {
		return err
	}
	d, err := row.document()
	if err != nil {
		return err
	}
	pdf, xml, err := m.render(d)
	if err != nil {
		return fmt.Errorf("invoices: write %s: %w", d.Number, err)
	}
	return database.InTx(ctx, m.DB, func(tx *gorm.DB) error { return m.save(ctx, tx, row, d, pdf, xml) })
}

// save stores the files and publishes the document, once. The order is locked: its documents are
// published in their order. Files that are not noted are not stored either: nothing would ever
// remove them.
func (m *fileMaker) save(ctx context.Context, tx *gorm.DB, row documentRow, d document, pdf, xml []byte) error {
	o, err := lockOrder(tx, d.OrderID)
	if err != nil {
		return err
	}
	pdfSum, xmlSum := files.Sum(pdf), files.Sum(xml)
	saved, err := saveFiles(tx, file{DocumentID: d.ID, PDF: &pdfSum, XML: &xmlSum})
	if err != nil || !saved {
		return err
	}
	for _, content := range [][]byte{pdf, xml} {
		if _, err := files.Put(tx, content); err != nil {
			return err
		}
	}
	e := issued(o, d, pdfSum)
	if err := relate(tx, &e, row); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e)
}

// issued is the event of a document.
func issued(o order, d document, pdfSum string) events.DocumentIssued {
	e := events.DocumentIssued{
		DocumentID: d.ID, Number: d.Number, Kind: d.Kind, OrderID: d.OrderID, OrderNumber: d.OrderNumber,
		UserID: orEmpty(o.UserID), Guest: o.Guest, Locale: string(d.Locale), IssuedAt: d.IssuedAt, SuppliedAt: d.SuppliedAt,
		DueAt: d.DueAt, Net: int64(d.Net), Tax: int64(d.Tax), Gross: int64(d.Gross), PDFSHA256: pdfSum,
		Email: orEmpty(o.Email), FullName: orEmpty(o.FullName), Taxes: convert.All(d.Taxes, eventTax),
	}
	if d.RefersTo != nil {
		e.RefersTo = &events.Reference{ID: d.RefersTo.ID, Number: d.RefersTo.Number}
	}
	return e
}

func eventTax(t taxRow) ordering.Tax {
	tax := ordering.Tax{
		Rate: t.Rate, Category: t.Category, Net: int64(t.Net), Tax: int64(t.Tax), Gross: int64(t.Gross),
	}
	tax.Reason = tax.Category.Reason()
	return tax
}

// relate says where the VAT of the document counts, and names the documents that belong to a
// replacement.
func relate(tx *gorm.DB, e *events.DocumentIssued, row documentRow) error {
	rows, err := rowsOf(tx, row.ID)
	if err != nil {
		return err
	}
	for _, r := range rows[row.ID] {
		e.Country = r.Country
	}
	if row.Successor != nil {
		successor, err := documentByID(tx, *row.Successor)
		e.ReplacedBy = &events.Reference{ID: successor.ID, Number: successor.Number}
		return err
	}
	if row.Kind != events.KindInvoice || row.RefersTo == nil {
		return nil
	}
	former, err := cancellationBefore(tx, row.ID)
	if err != nil || former == nil {
		return err
	}
	made, err := filesOf(tx, former.ID)
	if f := made[former.ID]; err == nil && f.isMade() {
		e.Replaced = &events.Cancellation{ID: former.ID, Number: former.Number, PDFSHA256: *f.PDF}
	}
	return err
}
