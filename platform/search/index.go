package search

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/id"
)

// MaxFound is the most rows that a search finds, the newest of those that match. People do not page
// further, and a count of all of many rows would slow down every search for a frequent word.
const MaxFound = 5_000

// Index finds the rows of a table by the text in one of its columns. Two processes may use an index
// of the same name at once.
type Index struct {
	Name   string // "orders": of the index, unique in a database
	Table  string // with a column id
	Column string // what Text has made
	// Texts are the texts that the rows of a query should have in the column, by id, where an older
	// version has written other ones. nil: none has.
	Texts func(rows *gorm.DB) (map[string]string, error)
}

// Scope restricts a query of the table.
type Scope = func(*gorm.DB) *gorm.DB

// Changed notes that rows have another text, in the transaction that has changed them, or that they
// are deleted. Without it the index keeps their old words, and the new ones find nothing. It is not
// needed for a row that is new.
func (x *Index) Changed(tx *gorm.DB, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	changes := convert.All(ids, func(rowID string) rowChange { return rowChange{x.Name, rowID, id.New()} })
	upsert := clause.OnConflict{
		Columns:   []clause.Column{{Name: "index_name"}, {Name: "row_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"stamp"}),
	}
	return tx.Clauses(upsert).CreateInBatches(&changes, 1000).Error
}

// Page finds the rows in the scope that match what was typed, at most MaxFound, and returns the ids
// of a page of them in an order of SQL, and how many there are.
func (x *Index) Page(
	db *gorm.DB, typed string, in Scope, order string, offset, limit int,
) (ids []string, total int64, err error) {
	found, err := x.Find(db, typed, in)
	if err != nil {
		return nil, 0, err
	}
	ids, err = x.Sort(db, found, order, offset, limit)
	return ids, int64(len(found)), err
}

// List is Page with the rows in place of their ids. It reads them through a query of the model.
func List[M any](
	query *gorm.DB, x *Index, typed string, in Scope, order string, offset, limit int,
) (rows []M, total int64, err error) {
	query = query.Session(&gorm.Session{})
	ids, total, err := x.Page(query, typed, in, order, offset, limit)
	rows = []M{}
	if err == nil && len(ids) > 0 {
		err = query.Where("id IN ?", ids).Order(order).Find(&rows).Error
	}
	return rows, total, err
}

// Sort returns a page of the ids that Find has found, in an order of SQL.
func (x *Index) Sort(db *gorm.DB, found []string, order string, offset, limit int) (ids []string, err error) {
	if offset >= len(found) {
		return nil, nil
	}
	err = db.Table(x.Table).Where("?", Among(db, "id", found)).Order(order).Offset(offset).Limit(limit).
		Pluck("id", &ids).Error
	return ids, err
}

// Find returns the ids of the rows in the scope that match what was typed, the newest first, at
// most MaxFound. It takes the words as they are, then all of it as a phone number, then the words
// as misspelt, and returns what it finds first.
func (x *Index) Find(db *gorm.DB, typed string, in Scope) ([]string, error) {
	f, err := x.begin(db, in)
	if err != nil {
		return nil, err
	}
	terms := parse(typed)
	if len(terms) == 0 {
		return nil, nil
	}
	for _, meant := range [][]term{terms, parsePhone(typed)} {
		if meant == nil {
			continue
		}
		if found, err := f.find(meant, MaxFound); err != nil || len(found) > 0 {
			return found, err
		}
	}
	f.in = nil
	if elsewhere, err := f.find(terms, 1); err != nil || len(elsewhere) > 0 {
		return nil, err // spelt right, outside of the scope
	}
	f.in = in
	return f.findMisspelt(terms)
}

// finder is a search under way.
type finder struct {
	*Index
	db       *gorm.DB
	in       Scope     // nil does not restrict
	segments []segment // the last first
	changed  []string  // ids of rows that may have changed since
}

func (x *Index) begin(db *gorm.DB, in Scope) (*finder, error) {
	segments, err := loadSegments(db, x.Name)
	if err != nil {
		return nil, err
	}
	changes, err := loadChanges(db, x.Name, MaxFound)
	return &finder{x, db, in, segments, convert.All(changes, func(c rowChange) string { return c.RowID })}, err
}

// rows is a query of the rows in the scope.
func (f *finder) rows() *gorm.DB {
	q := f.db.Table(f.Table)
	if f.in != nil {
		q = f.in(q)
	}
	return q
}

// find returns the rows that contain all terms, the newest first, up to limit.
func (f *finder) find(terms []term, limit int) ([]string, error) {
	matching := contains(f.Column, terms)
	q := f.rows().Where(matching.SQL, matching.Vars...).Order("id DESC").Limit(limit)
	grams := coverAll(terms)
	if len(grams) > 0 {
		q = q.Where("id > ?", endOf(f.segments)) // else the words are too short for the index
	}
	var found []string
	if err := q.Pluck("id", &found).Error; err != nil || len(grams) == 0 {
		return found, err
	}
	older, err := f.check(f.changed, matching, limit)
	if err != nil {
		return nil, err
	}
	batches := f.batches(func(postings map[gram]*rowSet) rowSet { return rowsWithAll(terms, postings) }, grams)
	for len(found)+len(older) < limit {
		candidates, err := batches.next(max(1000, limit-len(found)-len(older)))
		if err != nil || candidates == nil {
			return f.merge(found, older, limit), err
		}
		matches, err := f.check(candidates, matching, limit)
		if err != nil {
			return nil, err
		}
		older = append(older, matches...)
	}
	return f.merge(found, older, limit), nil
}

// merge puts the rows that come before the end of the segments behind those after it, the newest
// first, each once.
func (*finder) merge(newest, older []string, limit int) []string {
	all := append(newest, older...)
	slices.SortFunc(all, func(a, b string) int { return -compareIDs(a, b) })
	all = slices.Compact(all)
	return all[:min(limit, len(all))]
}

// check returns those of the ids whose rows are in the scope and match.
func (f *finder) check(ids []string, matching clause.Expr, limit int) (found []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = f.rows().Where("?", Among(f.db, "id", ids)).Where(matching.SQL, matching.Vars...).Order("id DESC").Limit(limit).
		Pluck("id", &found).Error
	return found, err
}

// coverAll are the grams of which a row has to have all of a form of each term.
func coverAll(terms []term) (grams []gram) {
	for _, t := range terms {
		for _, form := range t {
			grams = append(grams, cover(form)...)
		}
	}
	slices.Sort(grams)
	return slices.Compact(grams)
}

// rowsWithAll are the rows of a segment that can contain every term.
func rowsWithAll(terms []term, postings map[gram]*rowSet) (rows rowSet) {
	rows.fill()
	for _, t := range terms {
		var withTerm rowSet
		for _, form := range t {
			var withForm rowSet
			withForm.fill()
			for _, g := range cover(form) {
				if has := postings[g]; has != nil {
					withForm.intersect(has)
				} else {
					withForm = rowSet{}
				}
			}
			withTerm.unite(&withForm)
		}
		rows.intersect(&withTerm)
	}
	return rows
}
