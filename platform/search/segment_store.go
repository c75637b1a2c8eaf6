package search

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/database"
)

// segment is a piece of an index: the rows after AfterID up to LastID, as they were when it was
// made. A row's position in RowIDs is its number in the sets of the segment.
type segment struct {
	ID        int64 `gorm:"primaryKey;autoIncrement"`
	IndexName string
	AfterID   string
	LastID    string
	RowCount  int
	RowIDs    []byte // 16 bytes each
}

func (segment) TableName() string { return "search_segments" }

// posting says which rows of a segment have a gram.
type posting struct {
	SegmentID int64 `gorm:"primaryKey;autoIncrement:false"`
	Gram      gram  `gorm:"primaryKey;autoIncrement:false"`
	Positions []byte
}

func (posting) TableName() string { return "search_postings" }

// rowChange notes that a row may have changed since its segment was made.
type rowChange struct {
	IndexName string `gorm:"primaryKey"`
	RowID     string `gorm:"primaryKey"`
	Stamp     string // another one for each change
}

func (rowChange) TableName() string { return "search_changes" }

type storedIndex struct {
	Name string `gorm:"primaryKey"`
}

func (storedIndex) TableName() string { return "search_indexes" }

// firstID comes before every id.
const firstID = "00000000-0000-0000-0000-000000000000"

// loadSegments are the segments of the index without their ids of rows, the last first.
func loadSegments(db *gorm.DB, index string) (found []segment, err error) {
	err = db.Select("id", "after_id", "last_id", "row_count").Where("index_name = ?", index).Order("last_id DESC").
		Find(&found).Error
	return found, err
}

// endOf is the id of the last row that the segments have.
func endOf(segments []segment) string {
	if len(segments) == 0 {
		return firstID
	}
	return segments[0].LastID
}

// loadRowIDs reads the ids of the rows of segments, by segment.
func loadRowIDs(db *gorm.DB, segmentIDs []int64) (map[int64][]byte, error) {
	var found []segment
	err := db.Select("id", "row_ids").Where("?", amongNumbers(db, "id", segmentIDs)).Find(&found).Error
	ids := make(map[int64][]byte, len(found))
	for _, s := range found {
		ids[s.ID] = s.RowIDs
	}
	return ids, err
}

// rowID is the id at a position; ok is false when there is none.
func rowID(rowIDs []byte, position int) (rowID string, ok bool) {
	if 16*position+16 > len(rowIDs) {
		return "", false
	}
	return uuid.UUID(rowIDs[16*position : 16*position+16]).String(), true
}

func packIDs(ids []string) ([]byte, error) {
	packed := make([]byte, 0, 16*len(ids))
	for _, text := range ids {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("search: the id %q: %w", text, err)
		}
		packed = append(packed, id[:]...)
	}
	return packed, nil
}

// loadPostings reads which rows of the segments have the grams, by segment and gram.
func loadPostings(db *gorm.DB, segments []segment, grams []gram) (map[int64]map[gram]*rowSet, error) {
	found := make(map[int64]map[gram]*rowSet, len(segments))
	q := db.Model(&posting{}).Select("segment_id", "gram", "positions").
		Where("?", amongNumbers(db, "segment_id", convert.All(segments, func(s segment) int64 { return s.ID }))).
		Where("?", amongNumbers(db, "gram", convert.All(grams, func(g gram) int64 { return int64(g) })))
	err := database.Snapshot(db, database.Select{Query: q, Scan: func(row database.RowScan) error {
		var p posting
		if err := row(&p.SegmentID, &p.Gram, &p.Positions); err != nil {
			return err
		}
		of := found[p.SegmentID]
		if of == nil {
			of = map[gram]*rowSet{}
			found[p.SegmentID] = of
		}
		of[p.Gram] = new(rowSet)
		of[p.Gram].decode(p.Positions)
		return nil
	}})
	return found, err
}

// Among is the condition that the column is one of the ids, which travel as one value.
func Among(db *gorm.DB, column string, ids []string) clause.Expr {
	if database.Dialect(db) == database.Postgres {
		return gorm.Expr(column+" = ANY (CAST(? AS uuid[]))", "{"+strings.Join(ids, ",")+"}")
	}
	list := ""
	if len(ids) > 0 {
		list = `"` + strings.Join(ids, `","`) + `"`
	}
	return gorm.Expr(column+" IN (SELECT value FROM json_each(?))", "["+list+"]")
}

// amongNumbers is Among for numbers.
func amongNumbers(db *gorm.DB, column string, numbers []int64) clause.Expr {
	list := strings.Join(convert.All(numbers, func(n int64) string { return strconv.FormatInt(n, 10) }), ",")
	if database.Dialect(db) == database.Postgres {
		return gorm.Expr(column+" = ANY (CAST(? AS bigint[]))", "{"+list+"}")
	}
	return gorm.Expr(column+" IN (SELECT value FROM json_each(?))", "["+list+"]")
}

// loadChanges reads up to limit changes of the index, by the ids of their rows.
func loadChanges(db *gorm.DB, index string, limit int) (found []rowChange, err error) {
	err = db.Where("index_name = ?", index).Order("row_id").Limit(limit).Find(&found).Error
	return found, err
}
