package catalog

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// The limits of an import: the products that one transaction saves, and the errors in the answer.
const (
	importBatch     = 20
	maxImportErrors = 1000
)

// importer reads a file of products and saves what it says. Consecutive lines about one product are
// saved together. A line with errors is left out; the other lines of its product are saved.
type importer struct {
	db         *gorm.DB
	clock      clock.Clock
	taxonomies *taxonomyCache
	preview    *importPreview // of a dry run; nil: what is read is saved

	created, updated, unchanged int // products; one whose lines are apart counts each time

	rows     int // without the header and blank ones
	failed   int // of the rows
	errors   []lineError
	lastLine int       // where the last row began
	group    []*line   // consecutive lines about one product
	slug     string    // of the group
	batch    [][]*line // groups to save together
}

// count counts a product by what became of it.
func (i *importer) count(o importOutcome) {
	switch o {
	case importCreated:
		i.created++
	case importUpdated:
		i.updated++
	case importUnchanged:
		i.unchanged++
	}
}

// read imports the whole file. It returns ValidationFailed when the header is wrong. What was read
// before any other error is saved.
func (i *importer) read(ctx context.Context, file io.Reader) error {
	reader, err := newCSVReader(file)
	if err != nil {
		return err
	}
	i.lastLine, _ = reader.csv.FieldPos(0)
	for {
		l, err := i.nextLine(reader)
		switch {
		case errors.Is(err, io.EOF):
			i.endGroup()
			return i.saveBatch(ctx)
		case err != nil:
			return err
		case l != nil:
			err = i.add(ctx, l)
		}
		if err != nil {
			return err
		}
	}
}

// nextLine returns the next row. For a blank row, and for one with errors, which it records, it
// returns nil.
func (i *importer) nextLine(r *csvReader) (*line, error) {
	cells, err := r.next()
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, errRowTooLong):
		i.reject(i.lastLine+1, fault.TooLong, "is longer than 512 KiB: nothing from here on was read")
		return nil, io.EOF
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case errors.As(err, &syntax):
		i.lastLine = syntax.StartLine
		i.reject(i.lastLine, fault.BadFormat, "is not CSV: "+syntax.Err.Error())
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("catalog: read an import: %w", err)
	case strings.Join(cells, "") == "":
		return nil, nil
	}
	i.rows++
	i.lastLine, _ = r.csv.FieldPos(0)
	l := newLine(i.lastLine, r.header, cells)
	if !i.accept(l) {
		return nil, nil
	}
	return l, nil
}

// reject counts a row that cannot be read.
func (i *importer) reject(number int, code fault.Code, detail string) {
	i.rows++
	l := line{number: number}
	l.addError("", code, detail)
	i.accept(&l)
}

// accept reports whether the line has no errors. It counts a line with errors and records them.
func (i *importer) accept(l *line) bool {
	if len(l.errors) == 0 {
		return true
	}
	i.failed++
	i.errors = append(i.errors, l.errors[:min(len(l.errors), maxImportErrors-len(i.errors))]...)
	return false
}

// add puts the line into the group of its product. The first line of another product ends the
// group, and saves the batch when it is full.
func (i *importer) add(ctx context.Context, l *line) error {
	slug := l.slug()
	if !i.accept(l) {
		return nil
	}
	if slug != i.slug || len(i.group) == maxVariants {
		i.endGroup()
		if len(i.batch) >= importBatch {
			if err := i.saveBatch(ctx); err != nil {
				return err
			}
		}
		i.slug = slug
	}
	l.cells["slug"] = slug
	i.group = append(i.group, l)
	return nil
}

// endGroup moves the group into the batch.
func (i *importer) endGroup() {
	if len(i.group) > 0 {
		i.batch, i.group = append(i.batch, i.group), nil
	}
}

// saveBatch saves the products of the batch in one transaction, and records the errors of its
// lines. In a dry run the transaction is rolled back.
func (i *importer) saveBatch(ctx context.Context) error {
	if len(i.batch) == 0 {
		return nil
	}
	var done []importedProduct
	err := database.InTx(ctx, i.db, func(tx *gorm.DB) (err error) {
		if done, err = i.saveGroups(ctx, tx); err == nil && i.preview != nil {
			err = errDryRun
		}
		return err
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return err
	}
	for _, l := range slices.Concat(i.batch...) {
		i.accept(l)
	}
	for _, p := range done {
		i.count(p.outcome)
		i.preview.keep(p)
	}
	i.batch = nil
	return nil
}

// saveGroups saves the products of the batch. It may run more than once.
func (i *importer) saveGroups(ctx context.Context, tx *gorm.DB) (done []importedProduct, err error) {
	if err := bumpVersion(tx); err != nil {
		return nil, err
	}
	tree, _, err := i.taxonomies.current(tx)
	if err != nil {
		return nil, err
	}
	if err := i.preview.restore(tx, i.batch); err != nil {
		return nil, err
	}
	for _, group := range i.batch {
		for _, l := range group {
			l.errors = nil // of an attempt that the database rolled back
		}
	}
	for _, group := range i.batch {
		p, err := importProduct(ctx, tx, group, tree, i.clock.Now())
		if err != nil {
			return nil, err
		}
		done = append(done, p)
	}
	return done, nil
}

// sortedErrors returns the errors by line. They are not recorded in that order: those of a product
// are found when it is saved, after later lines were read.
func (i *importer) sortedErrors() []lineError {
	slices.SortStableFunc(i.errors, func(a, b lineError) int { return cmp.Compare(a.Line, b.Line) })
	return append([]lineError{}, i.errors...)
}
