package search

import (
	"bytes"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
)

// write stores the segment with the rows, up to maxRows, in place of what it had. It writes only
// the postings that differ.
func (s *segment) write(tx *gorm.DB, rows []rowText) error {
	packed, err := packIDs(convert.All(rows, func(r rowText) string { return r.ID }))
	if err != nil {
		return err
	}
	s.RowCount, s.RowIDs = len(rows), packed
	wanted := postingsOf(rows)
	if s.ID == 0 {
		if err := tx.Create(s).Error; err != nil {
			return err
		}
		return s.savePostings(tx, wanted)
	}
	if err := tx.Model(s).Select("row_count", "row_ids").Updates(s).Error; err != nil {
		return err
	}
	var existing []posting
	if err := tx.Where("segment_id = ?", s.ID).Find(&existing).Error; err != nil {
		return err
	}
	var obsolete []gram
	for _, p := range existing {
		positions, ok := wanted[p.Gram]
		switch {
		case !ok:
			obsolete = append(obsolete, p.Gram)
		case bytes.Equal(positions, p.Positions):
			delete(wanted, p.Gram)
		}
	}
	if len(obsolete) > 0 {
		if err := tx.Where("segment_id = ? AND gram IN ?", s.ID, obsolete).Delete(&posting{}).Error; err != nil {
			return err
		}
	}
	return s.savePostings(tx, wanted)
}

// savePostings inserts postings, or updates those that exist.
func (s *segment) savePostings(tx *gorm.DB, postings map[gram][]byte) error {
	rows := make([]posting, 0, len(postings))
	for _, g := range slices.Sorted(maps.Keys(postings)) { // in the order of the key
		rows = append(rows, posting{s.ID, g, postings[g]})
	}
	if len(rows) == 0 {
		return nil
	}
	upsert := clause.OnConflict{
		Columns:   []clause.Column{{Name: "segment_id"}, {Name: "gram"}},
		DoUpdates: clause.AssignmentColumns([]string{"positions"}),
	}
	return tx.Clauses(upsert).CreateInBatches(&rows, 2000).Error
}

// postingsOf are the encoded sets of the rows that have each gram.
func postingsOf(rows []rowText) map[gram][]byte {
	positions := map[gram][]uint16{}
	for i, r := range rows {
		for _, g := range gramsOf(r.Text) {
			positions[g] = append(positions[g], uint16(i)) // #nosec G115 -- below maxRows
		}
	}
	encoded := make(map[gram][]byte, len(positions))
	for g, of := range positions {
		var set rowSet
		for _, p := range of {
			set.add(int(p))
		}
		encoded[g] = set.encode()
	}
	return encoded
}
