package search

import (
	"strings"

	"gorm.io/gorm"
)

// batches walks through the segments of a search, the last first, and collects the rows that may
// match.
type batches struct {
	db       *gorm.DB
	grams    []gram
	pick     func(postings map[gram]*rowSet) rowSet // the rows of a segment that may match
	unread   []segment
	read     []picked // of segments that were read and not yet returned
	readNext int      // how many segments to read at once
}

// picked are the rows of a segment that may match.
type picked struct {
	segment segment
	rows    rowSet
}

// firstRead is how many segments are read at first: a frequent word is found in them.
const firstRead = 4

func (f *finder) batches(pick func(postings map[gram]*rowSet) rowSet, grams []gram) *batches {
	return &batches{db: f.db, grams: grams, pick: pick, unread: f.segments, readNext: firstRead}
}

// next returns the ids of at least n rows that may match, the newest first, as long as there are so
// many, and nil after the last one.
func (b *batches) next(n int) (ids []string, err error) {
	var taken []picked
	for rows := 0; rows < n; {
		if len(b.read) == 0 {
			if len(b.unread) == 0 {
				break
			}
			if err := b.readMore(); err != nil {
				return nil, err
			}
			continue
		}
		taken = append(taken, b.read[0])
		rows += b.read[0].rows.len()
		b.read = b.read[1:]
	}
	return idsOf(b.db, taken)
}

// readMore reads the next segments, four times as many as before.
func (b *batches) readMore() error {
	n := min(b.readNext, len(b.unread))
	segments := b.unread[:n]
	b.unread, b.readNext = b.unread[n:], 4*b.readNext
	postings, err := loadPostings(b.db, segments, b.grams)
	if err != nil {
		return err
	}
	for _, s := range segments {
		if rows := b.pick(postings[s.ID]); postings[s.ID] != nil && rows.len() > 0 {
			b.read = append(b.read, picked{s, rows})
		}
	}
	return nil
}

// idsOf are the ids of the rows.
func idsOf(db *gorm.DB, rows []picked) (ids []string, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	segmentIDs := make([]int64, len(rows))
	for i, p := range rows {
		segmentIDs[i] = p.segment.ID
	}
	rowIDs, err := loadRowIDs(db, segmentIDs)
	if err != nil {
		return nil, err
	}
	for _, p := range rows {
		for _, position := range p.rows.positions() {
			if known, ok := rowID(rowIDs[p.segment.ID], position); ok {
				ids = append(ids, known)
			}
		}
	}
	return ids, nil
}

// compareIDs compares two ids in their canonical form, as both databases do.
func compareIDs(a, b string) int { return strings.Compare(a, b) }
