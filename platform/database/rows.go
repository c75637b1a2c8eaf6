package database

import (
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
	"orderd/platform/id"
)

// Take returns the row that q finds, or fault.Missing.
func Take[M any](q *gorm.DB) (row M, err error) {
	err = q.Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return row, fault.Missing()
	}
	return row, err
}

// ByID returns the row of q with the id, or fault.Missing. A text that is no id costs no query.
func ByID[M any](q *gorm.DB, rowID string) (M, error) {
	if !id.Valid(rowID) {
		var none M
		return none, fault.Missing()
	}
	return Take[M](q.Where("id = ?", rowID))
}

// UpsertNewer writes rows of a read model: a pointer to one row or to a slice of them. It updates
// an existing row only when its seq is lower, because events may come late, twice and in any order.
// It then sets the named columns and the seq, or all columns when none are named.
//
// In a model with the column erased, a row with erased set is a tombstone, which UpsertNewer never
// changes.
func UpsertNewer(tx *gorm.DB, rows any, columns ...string) error {
	parsed := &gorm.Statement{DB: tx}
	if err := parsed.Parse(rows); err != nil {
		return err
	}
	existing := clause.Table{Name: clause.CurrentTable}
	newer := []clause.Expression{gorm.Expr("?.seq < excluded.seq", existing)}
	if parsed.Schema.LookUpField("erased") != nil {
		newer = append(newer, gorm.Expr("NOT ?.erased", existing))
	}
	upsert := clause.OnConflict{UpdateAll: len(columns) == 0, Where: clause.Where{Exprs: newer}}
	for _, key := range parsed.Schema.PrimaryFields {
		upsert.Columns = append(upsert.Columns, clause.Column{Name: key.DBName})
	}
	if len(columns) > 0 {
		upsert.DoUpdates = clause.AssignmentColumns(append(columns, "seq"))
	}
	return tx.Clauses(upsert).Create(rows).Error
}
