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

// An import takes so many products into one transaction, and shows so many faults.
const (
	importBatch = 20
	mostFaults  = 1000
)

// importer reads a file of products and saves what it says. Rows that follow each other and are about one product are saved together. A bad row
// is noted and left out; the others of its product are saved without it.
type importer struct {
	db         *gorm.DB
	clock      clock.Clock
	taxonomies *taxonomies

	rows   int
	at     int // line of the row that was read last
	failed int
	faults []lineFault
	batch  [][]*line // one product each
}

// read takes the whole file. It returns ValidationFailed when the header is no header; what was read before another error is saved.
func (i *importer) read(ctx context.Context, file io.Reader) error {
	rows, err := opened(file)
	if err != nil {
		return err
	}
	i.at, _ = rows.csv.FieldPos(0)
	var group []*line
	var slug string
	for {
		cells, err := rows.next()
		if errors.Is(err, errLongRow) {
			i.rows++
			l := line{number: i.at + 1}
			l.blame("", fault.TooLong, "is longer than 512 KiB: nothing from here on was read")
			i.good(&l)
			err = io.EOF
		}
		if errors.Is(err, io.EOF) {
			return i.take(ctx, group, true)
		}
		l, bad := i.line(rows, cells, err)
		if bad != nil {
			return bad
		}
		if l == nil {
			continue
		}
		next := l.slug()
		if !i.good(l) {
			continue
		}
		if next != slug || len(group) == mostVariants {
			if err := i.take(ctx, group, false); err != nil {
				return err
			}
			group, slug = nil, next
		}
		l.cells["slug"] = slug
		group = append(group, l)
	}
}

// line is the row that was read, or nil when it is bad, which is noted, or blank.
func (i *importer) line(rows *rows, cells []string, err error) (*line, error) {
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		i.rows++
		i.at = syntax.StartLine
		l := line{number: i.at}
		l.blame("", fault.BadFormat, "is not CSV: "+syntax.Err.Error())
		i.good(&l)
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("catalog: read an import: %w", err)
	case strings.Join(cells, "") == "":
		return nil, nil
	}
	i.rows++
	i.at, _ = rows.csv.FieldPos(0)
	l := newLine(i.at, rows.header, cells)
	if !i.good(l) {
		return nil, nil
	}
	return l, nil
}

// good notes a bad line and tells whether it is a good one.
func (i *importer) good(l *line) bool {
	if len(l.faults) == 0 {
		return true
	}
	i.failed++
	i.faults = append(i.faults, l.faults[:min(len(l.faults), mostFaults-len(i.faults))]...)
	return false
}

// take puts the lines of a product into the batch, and saves the batch when it is full or the last.
func (i *importer) take(ctx context.Context, group []*line, last bool) error {
	if len(group) > 0 {
		i.batch = append(i.batch, group)
	}
	if len(i.batch) == 0 || len(i.batch) < importBatch && !last {
		return nil
	}
	err := database.InTx(ctx, i.db, func(tx *gorm.DB) error {
		if err := change(tx); err != nil {
			return err
		}
		tree, _, err := i.taxonomies.now(tx)
		if err != nil {
			return err
		}
		for _, group := range i.batch {
			for _, l := range group {
				l.faults = nil // those of an attempt that the database gave up
			}
			if err := importProduct(ctx, tx, group, tree, i.clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, group := range i.batch {
		for _, l := range group {
			i.good(l)
		}
	}
	i.batch = nil
	return nil
}

// sorted are the faults by line: those of a product are found when it is saved, after later lines were read.
func (i *importer) sorted() []lineFault {
	slices.SortStableFunc(i.faults, func(a, b lineFault) int { return cmp.Compare(a.Line, b.Line) })
	return append([]lineFault{}, i.faults...)
}
