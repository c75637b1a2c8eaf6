package payments

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// entryBatch is how many transfers of a file are matched and stored at a time.
const entryBatch = 200

// newStatement is the statement that a file makes.
func newStatement(f *statementFile, fileName string, by auth.Principal, now time.Time) statement {
	s := statement{
		ID: id.New(), FileName: clip(oneLine(fileName), maxFileName), IBAN: f.IBAN, FromDay: f.FromDay, ToDay: f.ToDay,
		Skipped: f.Skipped, CreatedAt: now,
	}
	s.CreatedByID, s.CreatedByName = memberOf(by)
	return s
}

// maxFileName is the longest name of a file that is kept, in characters.
const maxFileName = 200

// keepStatement stores a statement with the transfers of its file that the account does not have.
// Those for which an order asks exactly are booked, at most one for each order, and published.
func keepStatement(
	ctx context.Context, tx *gorm.DB, f *statementFile, s *statement, now time.Time,
) (entryCounts, error) {
	m := matcher{statement: s, now: now, lock: true, booked: map[string]bool{}}
	for batch := range slices.Chunk(f.Transfers, entryBatch) {
		if err := m.keep(ctx, tx, batch); err != nil {
			return m.counts, err
		}
	}
	if err := tx.Create(s).Error; err != nil {
		return m.counts, err
	}
	return m.counts, eventbus.Publish(ctx, tx, events.StatementUploaded{
		StatementID: s.ID, FileName: s.FileName, FromDay: s.FromDay, ToDay: s.ToDay, Booked: m.counts.Booked,
		Open: m.counts.Open, Known: s.Known, Ignored: s.Skipped,
	})
}

// previewStatement is what keepStatement would store, without storing anything: the counts, the
// first entries, and their orders.
func previewStatement(
	db *gorm.DB, f *statementFile, s *statement, most int, now time.Time,
) (counts entryCounts, first []entry, orders map[string]order, err error) {
	m := matcher{statement: s, now: now, booked: map[string]bool{}}
	for batch := range slices.Chunk(f.Transfers, entryBatch) {
		entries, err := m.match(db, batch)
		if err != nil {
			return m.counts, nil, nil, err
		}
		for _, e := range entries {
			m.counts.add(e.State, 1)
		}
		first = append(first, entries[:min(len(entries), most-len(first))]...)
	}
	orders, err = ordersOfEntries(db, first)
	return m.counts, first, orders, err
}

// matcher makes entries of the transfers of one file, a batch at a time.
type matcher struct {
	statement *statement
	now       time.Time
	lock      bool            // the orders are locked, because entries are to be booked
	booked    map[string]bool // the orders of which this file has booked an entry
	seen      map[string]bool // references of this file; a repeated one is known
	counts    entryCounts
}

// match makes entries of those transfers of a batch that the account does not have. An entry for
// which its order asks exactly is booked, unless an upload has booked another one of the order.
func (m *matcher) match(db *gorm.DB, batch []transfer) ([]entry, error) {
	numbers := make([][]string, len(batch))
	for i, t := range batch {
		numbers[i] = orderNumbers(t)
	}
	found, err := ordersNumbered(db, slices.Concat(numbers...), m.lock)
	if err != nil {
		return nil, err
	}
	byNumber, ids := map[string]order{}, []string{}
	for _, o := range found {
		byNumber[o.Number] = o
		ids = append(ids, o.OrderID)
	}
	before, err := bookedItself(db, ids)
	if err != nil {
		return nil, err
	}
	for _, orderID := range before {
		m.booked[orderID] = true
	}
	references := convert.All(batch, func(t transfer) string { return t.Reference })
	known, err := knownReferences(db, m.statement.IBAN, references) // after the orders are locked
	if err != nil {
		return nil, err
	}
	var entries []entry
	for i, t := range batch {
		if known[t.Reference] || m.isSeen(t.Reference) {
			m.statement.Known++
			continue
		}
		var orders []order
		for _, number := range numbers[i] {
			if o, exists := byNumber[number]; exists {
				orders = append(orders, o)
			}
		}
		entries = append(entries, m.entry(t, orders))
	}
	return entries, nil
}

// isSeen notes a reference of the file, and reports whether it was there before.
func (m *matcher) isSeen(reference string) bool {
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	seen := m.seen[reference]
	m.seen[reference] = true
	return seen
}

// entry is the entry of a transfer whose text names the orders.
func (m *matcher) entry(t transfer, orders []order) entry {
	e := newEntry(id.New(), m.statement.ID, m.statement.IBAN, t)
	e.named(orders)
	var number string
	if len(orders) == 1 {
		number = orders[0].Number
	}
	switch {
	case e.Match != matchExact:
	case m.booked[*e.OrderID]:
		e.Match = matchDouble
	default:
		m.booked[*e.OrderID] = true
		e.State, e.Itself, e.EndedAt = entryBooked, true, &m.now
	}
	e.Search = e.searchText(number)
	return e
}

// keep stores the entries of a batch, and publishes those that are booked. Another upload may store
// one meanwhile: then it is known.
func (m *matcher) keep(ctx context.Context, tx *gorm.DB, batch []transfer) error {
	entries, err := m.match(tx, batch)
	if err != nil || len(entries) == 0 {
		return err
	}
	stored, err := insertEntries(tx, entries)
	if err != nil {
		return err
	}
	var booked []entry
	for _, e := range entries {
		if !stored[e.ID] {
			m.statement.Known++
			continue
		}
		m.counts.add(e.State, 1)
		if e.State == entryBooked {
			booked = append(booked, e)
		}
	}
	return publishBooked(ctx, tx, booked, m.now)
}
