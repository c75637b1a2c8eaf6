package search

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/database"
)

// settle is how old a row is before it gets into a segment: by then every transaction that has made
// an older id has ended. One that has not is found later, by its number of rows (recount).
const settle = time.Minute

// Job makes the segments of the index, and makes those anew whose rows have changed. A segment is a
// transaction: what a killed process has not finished, the next one does. At the start, and every
// hour, it brings the texts up to date that are in no segment: an older version that runs beside
// this one may write them its way.
func (x *Index) Job(db *gorm.DB, c clock.Clock) background.Job {
	var refreshed time.Time
	next := 0 // the segment to count
	name := "index " + x.Name + " for the search"
	return background.Job{Name: name, Every: 15 * time.Second, Do: func(ctx context.Context) error {
		now := c.Now()
		for more := true; more; {
			var err error
			if more, err = x.addSegment(ctx, db, now.Add(-settle)); err != nil {
				return err
			}
		}
		if now.Sub(refreshed) >= time.Hour {
			if err := x.refreshTail(ctx, db); err != nil {
				return err
			}
			refreshed = now
		}
		if err := x.followChanges(ctx, db); err != nil {
			return err
		}
		next++
		return x.recount(ctx, db, next)
	}}
}

// RefreshJob is for a table that is searched by Matching and has no segments. It brings the texts
// up to date that an older version has written: at the start, and once more an hour later, because
// the older version may run beside this one for a while.
func (x *Index) RefreshJob(db *gorm.DB) background.Job {
	runs := 0
	name := "texts " + x.Name + " for the search"
	return background.Job{Name: name, Every: time.Hour, Do: func(ctx context.Context) error {
		if runs == 2 {
			return nil
		}
		err := x.refreshTail(ctx, db)
		if err == nil {
			runs++
		}
		return err
	}}
}

// inTx runs fn as the only one who makes segments of the index.
func (x *Index) inTx(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		row := storedIndex{Name: x.Name}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		if err := database.ForUpdate(tx).Take(&row).Error; err != nil {
			return err
		}
		return fn(tx)
	})
}

// addSegment makes the next segment of rows that are older than a time, if there are enough of
// them. It reports whether it has.
func (x *Index) addSegment(ctx context.Context, db *gorm.DB, before time.Time) (added bool, err error) {
	segments, err := loadSegments(db.WithContext(ctx), x.Name)
	if err != nil {
		return false, err
	}
	s := segment{IndexName: x.Name, AfterID: endOf(segments)}
	if s.LastID, err = x.lastOfNext(db.WithContext(ctx), s.AfterID, before); err != nil || s.LastID == "" {
		return false, err
	}
	if err := x.refresh(ctx, db, x.rowsOf(db, s)); err != nil {
		return false, err
	}
	return true, x.inTx(ctx, db, func(tx *gorm.DB) error {
		segments, err := loadSegments(tx, x.Name)
		if err != nil || endOf(segments) != s.AfterID {
			return err // another process was faster
		}
		s.ID = 0 // the transaction may run again
		return x.rebuild(tx, &s)
	})
}

// lastOfNext is the id of the last row of the segment that follows the row with the id, or "" when
// there are not enough rows that are older than the time.
func (x *Index) lastOfNext(db *gorm.DB, after string, before time.Time) (string, error) {
	var ids []string
	err := db.Table(x.Table).Where("id > ? AND id < ?", after, firstIDAt(before)).
		Order("id").Offset(segmentRows-1).Limit(1).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[0], nil
}

// firstIDAt is an id that comes before all that id.New makes from a time on (RFC 9562, section
// 5.7).
func firstIDAt(t time.Time) string {
	ms := max(0, t.UnixMilli())
	var id uuid.UUID
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6], id[8] = 0x70, 0x80
	return id.String()
}

// followChanges makes a segment with changed rows anew, and forgets changes of rows that are in no
// segment yet.
func (x *Index) followChanges(ctx context.Context, db *gorm.DB) error {
	for {
		changes, err := loadChanges(db.WithContext(ctx), x.Name, 1)
		if err != nil || len(changes) == 0 {
			return err
		}
		if err := x.inTx(ctx, db, x.followSome); err != nil {
			return err
		}
	}
}

// followSome follows the changes of rows of one segment.
func (x *Index) followSome(tx *gorm.DB) error {
	changes, err := loadChanges(tx, x.Name, 1000)
	if err != nil || len(changes) == 0 {
		return err
	}
	segments, err := loadSegments(tx, x.Name)
	if err != nil {
		return err
	}
	s := segmentOf(segments, changes[0].RowID)
	ofSegment := slices.DeleteFunc(changes, func(c rowChange) bool { return segmentOf(segments, c.RowID) != s })
	if s != nil {
		if err := x.rebuild(tx, s); err != nil {
			return err
		}
	}
	return forget(tx, ofSegment)
}

// segmentOf is the segment that the row with the id belongs to, or nil.
func segmentOf(segments []segment, rowID string) *segment {
	for i := range segments {
		if s := &segments[i]; compareIDs(s.AfterID, rowID) < 0 && compareIDs(rowID, s.LastID) <= 0 {
			return s
		}
	}
	return nil
}

// forget deletes changes, unless the rows have changed once more.
func forget(tx *gorm.DB, changes []rowChange) error {
	stamps := convert.All(changes, func(c rowChange) string { return c.Stamp })
	return tx.Where("index_name = ?", changes[0].IndexName).Where("?", Among(tx, "stamp", stamps)).
		Delete(&rowChange{}).Error
}

// recount makes the n-th segment anew, in a circle, when it has not as many rows any more as it
// had: some were deleted, or committed late.
func (x *Index) recount(ctx context.Context, db *gorm.DB, n int) error {
	segments, err := loadSegments(db.WithContext(ctx), x.Name)
	if err != nil || len(segments) == 0 {
		return err
	}
	s := segments[n%len(segments)]
	var rows int64
	if err := x.rowsOf(db.WithContext(ctx), s).Count(&rows).Error; err != nil || int(rows) == s.RowCount {
		return err
	}
	return x.inTx(ctx, db, func(tx *gorm.DB) error { return x.rebuild(tx, &s) })
}

// rowsOf is a query of the rows that belong to the segment.
func (x *Index) rowsOf(db *gorm.DB, s segment) *gorm.DB {
	return db.Table(x.Table).Where("id > ? AND id <= ?", s.AfterID, s.LastID)
}

// rebuild makes the segment of the rows as they are now. When there are too many it deletes the
// segment and those after it, which addSegment makes again.
func (x *Index) rebuild(tx *gorm.DB, s *segment) error {
	var rows []rowText
	if err := x.rowsOf(tx, *s).Select("id, " + x.Column + " AS text").Order("id").Limit(maxRows + 1).
		Scan(&rows).Error; err != nil {
		return err
	}
	if len(rows) <= maxRows {
		s.IndexName = x.Name
		return s.write(tx, rows)
	}
	var after []int64
	if err := tx.Model(&segment{}).Where("index_name = ? AND after_id >= ?", x.Name, s.AfterID).
		Pluck("id", &after).Error; err != nil {
		return err
	}
	if err := tx.Where("segment_id IN ?", after).Delete(&posting{}).Error; err != nil {
		return err
	}
	return tx.Where("id IN ?", after).Delete(&segment{}).Error
}
