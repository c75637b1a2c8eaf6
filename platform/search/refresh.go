package search

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// refresh brings the texts of the rows of a query up to date, a few in a transaction.
func (x *Index) refresh(ctx context.Context, db, rows *gorm.DB) error {
	if x.Texts == nil {
		return nil
	}
	var ids []string
	if err := rows.WithContext(ctx).Order("id").Pluck("id", &ids).Error; err != nil {
		return err
	}
	for some := range slices.Chunk(ids, 500) {
		if err := x.Refresh(ctx, db, some); err != nil {
			return err
		}
	}
	return nil
}

// refreshTail is refresh for the rows after the last segment.
func (x *Index) refreshTail(ctx context.Context, db *gorm.DB) error {
	segments, err := loadSegments(db.WithContext(ctx), x.Name)
	if err != nil {
		return err
	}
	return x.refresh(ctx, db, db.Table(x.Table).Where("id > ?", endOf(segments)))
}

// Refresh brings the texts of the rows with the ids up to date. It locks those that it changes: an
// erasure may come in between.
func (x *Index) Refresh(ctx context.Context, db *gorm.DB, ids []string) error {
	outdated, err := x.outdated(db.WithContext(ctx), db.WithContext(ctx), ids)
	if err != nil || len(outdated) == 0 {
		return err
	}
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		texts, err := x.outdated(tx, database.ForUpdate(tx), slices.Sorted(maps.Keys(outdated)))
		if err != nil || len(texts) == 0 {
			return err
		}
		return x.writeTexts(tx, texts)
	})
}

// outdated are the texts of those rows with the ids that have another one in the column.
func (x *Index) outdated(db, rows *gorm.DB, ids []string) (map[string]string, error) {
	texts, err := x.Texts(rows.Where("?", Among(db, "id", ids)))
	if err != nil {
		return nil, err
	}
	var stored []rowText
	err = db.Table(x.Table).Select("id, "+x.Column+" AS text").Where("?", Among(db, "id", ids)).Scan(&stored).Error
	for _, r := range stored {
		if texts[r.ID] == r.Text {
			delete(texts, r.ID)
		}
	}
	return texts, err
}

// writeTexts writes the texts into the column, by id.
func (x *Index) writeTexts(tx *gorm.DB, texts map[string]string) error {
	given, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	rows := `SELECT key AS id, value AS text FROM json_each(?)`
	if database.Dialect(tx) == database.Postgres {
		rows = `SELECT CAST(key AS uuid) AS id, value AS text FROM json_each_text(CAST(? AS json))`
	}
	return tx.Exec(`UPDATE `+x.Table+` AS stored SET `+x.Column+` = given.text FROM (`+rows+`) AS given
		WHERE stored.id = given.id`, string(given)).Error
}
