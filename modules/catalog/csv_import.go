package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/tablefile"
)

// The limits of an import: the products that one transaction saves, the errors in the answer, the
// rows of a product, and the files that are read at once.
const (
	importBatch     = 20
	importsAtOnce   = 2
	maxImportErrors = 1000
	maxProductRows  = 1000
)

// errDryRun rolls back a transaction of a dry run.
var errDryRun = errors.New("catalog: a dry run is rolled back")

// importer reads a file of products and saves what it says. It reads the whole file first: the rows
// of a product are saved together, wherever they stand, so that the file means the same in any
// order of its rows. A row with errors is left out; the other rows of its product are saved.
type importer struct {
	db         *gorm.DB
	clock      clock.Clock
	taxonomies *taxonomyCache
	mayCount   bool // the caller may set the stock
	rules      productRules
	plan       importPlan
	dryRun     bool // what is read is not saved
	id         string
	fetches    bool // the pictures that are elsewhere

	created, updated, unchanged int             // products
	wanted                      map[string]bool // the sources of pictures to fetch
	missed                      bool            // pictures of variants are elsewhere, and stay there

	header   csvHeader // of the file
	warnings []tablefile.Warning
	reader   *csvReader
	rows     int // without the header and blank ones
	failed   int // of the rows
	errors   []tablefile.Fault
	products []*importGroup
	bySlug   map[string]*importGroup
	lineOf   map[string]int // by SKU
}

// importGroup is the rows of a file about one product.
type importGroup struct {
	slug      string
	rows      []tablefile.Row
	variants  int // rows with an SKU
	wrongName int // the first line with its name that is left out, or 0
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

// read imports the whole file. It returns ValidationFailed when the header is wrong. What was saved
// before any other error stays.
func (i *importer) read(ctx context.Context, file *io.SectionReader) error {
	var err error
	if i.reader, err = openTable(file, i.plan); err != nil {
		return err
	}
	i.header = i.reader.header
	if !i.header.format.isOwn() {
		if err := i.convert(ctx); err != nil {
			return fmt.Errorf("catalog: convert an import: %w", err)
		}
	}
	i.bySlug, i.lineOf, i.wanted = map[string]*importGroup{}, map[string]int{}, map[string]bool{}
	if err := i.eachRow(ctx, i.add); err != nil {
		return fmt.Errorf("catalog: read an import: %w", err)
	}
	for batch := range slices.Chunk(i.products, importBatch) {
		if err := i.saveBatch(ctx, batch); err != nil {
			return err
		}
	}
	if i.missed {
		i.warnings = append(i.warnings[:min(len(i.warnings), maxImportErrors-1)], tablefile.Warning{
			Column: new(i.header.columnOfOwn(variantImage)),
			Detail: "is not taken over for variants while the pictures are elsewhere: fetch them",
		})
	}
	return nil
}

// eachRow calls do with each row of the file, and rejects those that can't be read.
func (i *importer) eachRow(ctx context.Context, do func(l *line, row tablefile.Row)) error {
	return i.reader.Each(ctx, tablefile.Rows{
		Reject: i.reject,
		Do: func(cells []string, row tablefile.Row) {
			do(newLine(row.Line, &i.reader.header, cells), row)
		},
	})
}

// reject counts a row that cannot be read.
func (i *importer) reject(number int, code fault.Code, detail string) {
	l := line{number: number}
	l.addError("", code, detail)
	i.rejectLine(&l)
}

// rejectLine counts a line that is wrong by itself.
func (i *importer) rejectLine(l *line) {
	i.rows++
	i.accept(l)
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

// add puts the row into the group of its product, unless it is wrong by itself or has the SKU of an
// earlier row.
func (i *importer) add(l *line, row tablefile.Row) {
	i.rows++
	if len(l.errors) == 0 {
		l.findSlug()
	}
	if !i.accept(l) {
		return
	}
	group := i.bySlug[l.slug]
	if group == nil {
		group = &importGroup{slug: l.slug}
		i.bySlug[l.slug], i.products = group, append(i.products, group)
	}
	if sku := l.cell("sku"); sku != "" {
		if first, twice := i.lineOf[sku]; twice {
			l.addError("sku", fault.NotAllowed, fmt.Sprintf("is the SKU of line %d too", first))
		} else {
			i.lineOf[sku] = l.number
		}
	}
	switch {
	case l.cell("sku") != "" && group.variants == maxVariants:
		l.addError("", fault.TooLong, "is about a product that has 200 rows before: it can have no more variants")
	case len(group.rows) == maxProductRows:
		l.addError("", fault.TooLong, "is about a product that has 1000 rows before: it can have no more")
	}
	if !i.accept(l) {
		group.noteWrong(l)
		return
	}
	group.rows = append(group.rows, row)
	if l.cell("sku") != "" {
		group.variants++
	}
}

func (g *importGroup) noteWrong(l *line) {
	if g.wrongName == 0 && l.cell("name") != "" {
		g.wrongName = l.number
	}
}

// saveBatch saves the products of the batch in one transaction, and records the errors of their
// lines. In a dry run the transaction is rolled back: no product of a file depends on another one.
func (i *importer) saveBatch(ctx context.Context, batch []*importGroup) error {
	products := make([]*productLines, len(batch))
	for n, group := range batch {
		lines, err := i.reader.lines(group.rows)
		if err != nil {
			return fmt.Errorf("catalog: read an import again: %w", err)
		}
		products[n] = &productLines{importGroup: *group, lines: lines, mayCount: i.mayCount, rules: i.rules}
		if i.fetches {
			products[n].fetches = i.id
		}
	}
	err := database.InTx(ctx, i.db, func(tx *gorm.DB) error {
		err := i.saveProducts(ctx, tx, products)
		if err == nil && i.dryRun {
			return errDryRun
		}
		return err
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return err
	}
	for _, p := range products {
		for _, l := range p.lines {
			i.accept(l)
		}
		i.count(p.outcome)
		if p.outcome == importRejected {
			continue
		}
		i.missed = i.missed || p.missed
		for _, url := range p.wanted {
			i.wanted[sourceID(url)] = true
		}
	}
	return nil
}

// saveProducts saves the products of a batch. It may run more than once.
func (i *importer) saveProducts(ctx context.Context, tx *gorm.DB, products []*productLines) error {
	if err := bumpVersion(tx); err != nil {
		return err
	}
	tree, _, err := i.taxonomies.current(tx)
	if err != nil {
		return err
	}
	var names *importNames
	if i.makesNames() {
		names = newImportNames(tree)
	}
	former, err := formerOwners(tx, convert.All(products, func(p *productLines) string { return p.slug }))
	if err != nil {
		return err
	}
	for _, p := range products {
		p.outcome, p.names, p.formerID = importRejected, names, former[p.slug]
		for _, l := range p.lines {
			l.slug, l.names = p.slug, names
			l.errors = nil // without those of an attempt that the database rolled back
		}
		if p.outcome, err = p.save(ctx, tx, tree, i.clock.Now()); err != nil {
			return err
		}
	}
	return nil
}

// makesNames reports whether brands and categories are made when absent.
func (i *importer) makesNames() bool {
	if i.plan.makesNames != nil {
		return *i.plan.makesNames
	}
	return !i.header.format.isOwn()
}

// sortedErrors returns the errors by line, with the names that the file has for their columns. They
// are not recorded in that order: those of a product are found when it is saved, after later lines
// were read.
func (i *importer) sortedErrors() []tablefile.Fault {
	slices.SortStableFunc(i.errors, func(a, b tablefile.Fault) int { return cmp.Compare(a.Line, b.Line) })
	return convert.All(i.errors, func(e tablefile.Fault) tablefile.Fault {
		if e.Column != nil {
			e.Column = new(i.header.columnOfOwn(*e.Column))
		}
		return e
	})
}

// sortedWarnings returns the warnings by line, after those of the whole file.
func (i *importer) sortedWarnings() []tablefile.Warning {
	slices.SortStableFunc(i.warnings, func(a, b tablefile.Warning) int {
		return cmp.Compare(a.LineOrFirst(), b.LineOrFirst())
	})
	return append([]tablefile.Warning{}, i.warnings...)
}
