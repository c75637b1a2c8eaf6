package identity

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
	"orderd/platform/pseudonym"
	"orderd/platform/tablefile"
)

// The limits of an import: the customers that one transaction saves, and a file has, the faults and
// the warnings in the answer, and the files that are read at once.
const (
	customerBatch     = 25
	maxCustomers      = 100_000
	maxImportFaults   = 1000
	customersAtOnce   = 2
	maxRowsOfCustomer = maxAddresses
)

// errDryRun rolls back a transaction of a dry run.
var errDryRun = errors.New("identity: a dry run is rolled back")

// customerImporter reads a file of customers and saves what it says. It finds the rows of each
// customer first, and reads them again to save them, so that the cells of the file are not held in
// memory. A row with errors is left out; it has no effect.
type customerImporter struct {
	db     *gorm.DB
	clock  clock.Clock
	keys   *pseudonym.Key
	locale string // of customers whose row has none
	wanted customerFormat
	dryRun bool // what is read is not saved
	id     string

	mayPromote bool // the caller may make wholesale customers

	reader    *tablefile.Reader
	header    *customerHeader
	inOrder   []*customerRows
	byEmail   map[string]*customerRows
	rows      int  // without the header and blank ones
	failed    int  // of the rows
	isTooLong bool // it has more than maxCustomers
	errors    []tablefile.Fault
	warnings  []tablefile.Warning

	created, updated, unchanged int // customers
}

// customerRows are the rows of a file about one customer.
type customerRows struct {
	email string
	rows  []tablefile.Row
}

// read imports the whole file. It returns fault.ValidationFailed when the header is wrong, or there
// are more than maxCustomers; nothing is saved then. What was saved before any other error stays.
func (i *customerImporter) read(ctx context.Context, file *io.SectionReader) (err error) {
	if i.reader, err = tablefile.Open(file, customerColumnsKnown); err != nil {
		return err
	}
	if i.header, err = newCustomerHeader(i.reader.Names(), i.reader.Separator(), i.wanted); err != nil {
		return err
	}
	i.byEmail = map[string]*customerRows{}
	if err := i.reader.Each(ctx, tablefile.Rows{Do: i.add, Reject: i.reject}); err != nil {
		return fmt.Errorf("identity: read an import: %w", err)
	}
	if i.isTooLong {
		return tablefile.BadHeader(tablefile.HeaderFault("has more than %d customers: split the file", maxCustomers))
	}
	for batch := range slices.Chunk(i.inOrder, customerBatch) {
		if err := i.saveBatch(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// reject counts a row that can't be read.
func (i *customerImporter) reject(number int, code fault.Code, detail string) {
	i.rows++
	l := &customerLine{number: number, header: i.header}
	l.addError("", code, detail)
	i.accept(l)
}

// accept reports whether the line has no errors. It counts a line with errors and records them.
func (i *customerImporter) accept(l *customerLine) bool {
	if len(l.errors) == 0 {
		return true
	}
	i.failed++
	i.errors = append(i.errors, l.errors[:min(len(l.errors), maxImportFaults-len(i.errors))]...)
	return false
}

// note records the warnings of a line.
func (i *customerImporter) note(warnings []tablefile.Warning) {
	i.warnings = append(i.warnings, warnings[:min(len(warnings), maxImportFaults-len(i.warnings))]...)
}

// add puts the row beside those of its customer, unless it is wrong by itself.
func (i *customerImporter) add(cells []string, row tablefile.Row) {
	i.rows++
	l := newCustomerLine(row.Line, i.header, cells)
	email := ""
	if len(l.errors) == 0 {
		email = l.customer().email
	}
	known := i.byEmail[email]
	if known != nil && len(known.rows) == maxRowsOfCustomer {
		l.addError(l.emailField(), fault.TooLong, "is the customer of 50 rows before: there can be no more addresses")
	}
	if !i.accept(l) {
		return
	}
	if i.isTooLong = i.isTooLong || known == nil && len(i.inOrder) == maxCustomers; i.isTooLong {
		return
	}
	i.note(l.warnings)
	if known == nil {
		known = &customerRows{email: email}
		i.byEmail[email], i.inOrder = known, append(i.inOrder, known)
	}
	known.rows = append(known.rows, row)
}

// batchTries is how often a batch waits for the locks of its addresses, which others hold: a lock
// is waited for two seconds, and a file has up to 4000 batches.
const batchTries = 5

// saveBatch saves the customers of the batch in one transaction, and records the errors of their
// lines. In a dry run the transaction is rolled back: no customer of a file depends on another one.
func (i *customerImporter) saveBatch(ctx context.Context, batch []*customerRows) error {
	customers := make([]*mergedCustomer, len(batch))
	for n, rows := range batch {
		merged, err := i.merge(rows)
		if err != nil {
			return fmt.Errorf("identity: read an import again: %w", err)
		}
		customers[n] = merged
	}
	save := func() error {
		err := database.InTx(ctx, i.db, func(tx *gorm.DB) error {
			err := i.saveCustomers(ctx, tx, customers)
			if err == nil && i.dryRun {
				return errDryRun
			}
			return err
		})
		if errors.Is(err, errDryRun) {
			return nil
		}
		return err
	}
	err := save()
	for try := 1; try < batchTries && fault.Is(err, fault.Unavailable) && ctx.Err() == nil; try++ {
		err = save()
	}
	if err != nil {
		return err
	}
	for _, m := range customers {
		i.count(m)
	}
	return nil
}

// count counts a customer by what became of it.
func (i *customerImporter) count(m *mergedCustomer) {
	switch m.outcome {
	case customerCreated:
		i.created++
	case customerUpdated:
		i.updated++
	case customerUnchanged:
		i.unchanged++
	case customerRejected:
		for _, l := range m.lines {
			l.addError(l.emailField(), fault.NotAllowed, m.refusal)
			i.accept(l)
		}
	}
	for _, w := range m.warnings {
		m.lines[0].warn(w.field, w.detail)
	}
	i.note(m.lines[0].warnings)
}

// merge reads the rows of a customer again and joins what they say. A row that contradicts an
// earlier one is left out, and so is one that has no other address.
func (i *customerImporter) merge(rows *customerRows) (*mergedCustomer, error) {
	again, err := i.reader.Again(rows.rows)
	if err != nil {
		return nil, err
	}
	m := &mergedCustomer{addressID: i.keys.OfEmail(rows.email), mayPromote: i.mayPromote}
	for n, cells := range again {
		l := newCustomerLine(rows.rows[n].Line, i.header, cells)
		c := l.customer()
		l.warnings = nil // they are noted
		if m.join(l, c); i.accept(l) {
			m.lines = append(m.lines, l)
		}
	}
	return m, nil
}

// sortedErrors returns the errors by line.
func (i *customerImporter) sortedErrors() []tablefile.Fault {
	slices.SortStableFunc(i.errors, func(a, b tablefile.Fault) int { return cmp.Compare(a.Line, b.Line) })
	return append([]tablefile.Fault{}, i.errors...)
}

// sortedWarnings returns the warnings by line.
func (i *customerImporter) sortedWarnings() []tablefile.Warning {
	slices.SortStableFunc(i.warnings, func(a, b tablefile.Warning) int {
		return cmp.Compare(a.LineOrFirst(), b.LineOrFirst())
	})
	return append([]tablefile.Warning{}, i.warnings...)
}

// saveCustomers saves the customers of a batch. It may run more than once. It locks their addresses
// first, in one order: two imports of the same people wait for each other, and neither makes a
// second account.
func (i *customerImporter) saveCustomers(ctx context.Context, tx *gorm.DB, customers []*mergedCustomer) error {
	now := i.clock.Now()
	addressIDs := convert.All(customers, func(m *mergedCustomer) string { return m.addressID })
	slices.Sort(addressIDs)
	for _, addressID := range addressIDs {
		if err := lockEmailAddress(tx, addressID, now); err != nil {
			return err
		}
	}
	for _, m := range customers {
		if err := m.save(ctx, tx, i.locale, now); err != nil {
			return err
		}
	}
	return nil
}
