package invoices

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/files"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// archiveBatch is how many documents are read at once. Each batch is a query of its own, so that a
// slow reader does not hold a transaction open.
const archiveBatch = 50

// writeArchive writes the files of the documents that were issued in a time, oldest first, and
// index.csv as a ZIP. It returns a fault.Unavailable, before it has written anything, while a file
// is not made yet. A document whose retention is over has no files. One that is issued meanwhile is
// in it whole, or not at all.
func writeArchive(
	ctx context.Context, db *gorm.DB, from, to time.Time, format safecsv.Format, out io.Writer,
) error {
	db = db.WithContext(ctx)
	unmade, err := unmadeFiles(db, from, to)
	if err != nil {
		return err
	}
	if unmade > 0 {
		return fault.Busy(errUnmade, fileRetryAfter)
	}
	a := newArchive(db, format, out)
	if err := a.csv.WriteRow(indexHeader...); err != nil {
		return err
	}
	for last := (*documentRow)(nil); ; {
		batch, err := nextDocuments(db, from, to, last, archiveBatch)
		if err != nil {
			return err
		}
		if err := a.add(ctx, batch); err != nil {
			return err
		}
		if len(batch) < archiveBatch {
			return a.end()
		}
		last = &batch[len(batch)-1]
	}
}

// archive is an archive that is being written. Its index, some 200 bytes a row, is held in memory.
type archive struct {
	db     *gorm.DB
	zip    *zip.Writer
	index  bytes.Buffer
	csv    *safecsv.Writer
	amount func(money.Cents) string
	rate   func(money.Rate) string
}

func newArchive(db *gorm.DB, format safecsv.Format, out io.Writer) *archive {
	a := &archive{db: db, zip: zip.NewWriter(out)}
	a.csv = safecsv.NewWriter(&a.index, format)
	a.amount = func(c money.Cents) string { return format.Number(c.String()) }
	a.rate = func(r money.Rate) string { return format.Number(money.Cents(r).String()) }
	return a
}

var indexHeader = []string{
	"number", "kind", "issuedAt", "suppliedAt", "orderNumber", "refersTo", "buyer", "company", "country", "vatId",
	"rate", "category", "net", "tax", "gross",
}

// add writes the files and the rows of documents.
func (a *archive) add(ctx context.Context, batch []documentRow) error {
	ids := convert.All(batch, func(r documentRow) string { return r.ID })
	made, err := filesOf(a.db, ids...)
	if err != nil {
		return err
	}
	rows, err := rowsOf(a.db, ids...)
	if err != nil {
		return err
	}
	for n := range batch {
		f := made[batch[n].ID]
		if !f.isMade() && !batch[n].Erased {
			continue // it was issued since the archive was begun
		}
		for _, kind := range []fileKind{filePDF, fileXML} {
			if err := a.addFile(ctx, batch[n].Number+"."+string(kind), f.sum(kind), batch[n].IssuedAt); err != nil {
				return err
			}
		}
		d, err := batch[n].document()
		if err != nil {
			return err
		}
		for _, r := range rows[d.ID] {
			if err := a.addRow(d, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *archive) addFile(ctx context.Context, name string, sum *string, issued time.Time) error {
	if sum == nil {
		return nil
	}
	content, err := files.Read(ctx, a.db, *sum)
	if err != nil {
		return err
	}
	return a.write(name, issued, content)
}

func (a *archive) write(name string, at time.Time, content []byte) error {
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

func (a *archive) addRow(d document, r reportRow) error {
	supplied, refersTo := "", ""
	if d.SuppliedAt != nil {
		supplied = csvTime(*d.SuppliedAt)
	}
	if d.RefersTo != nil {
		refersTo = d.RefersTo.Number
	}
	return a.csv.WriteRowWithNumbers([]string{
		d.Number, string(d.Kind), csvTime(d.IssuedAt), supplied, d.OrderNumber, refersTo, d.Buyer.FullName,
		orEmpty(d.Buyer.Company), r.Country, orEmpty(d.Buyer.VATID),
	}, a.rate(r.Rate), string(r.Category), a.amount(r.Net), a.amount(r.Tax), a.amount(r.Gross))
}

// csvTime is a time in the format of the API.
func csvTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// end writes the index, and ends the archive.
func (a *archive) end() error {
	if err := a.csv.Flush(); err != nil {
		return err
	}
	if err := a.write("index.csv", time.Time{}, a.index.Bytes()); err != nil {
		return err
	}
	return a.zip.Close()
}
