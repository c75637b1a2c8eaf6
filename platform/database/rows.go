package database

import (
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
	"orderd/platform/id"
)

// Take is the row that q finds, or fault.Missing.
func Take[M any](q *gorm.DB) (row M, err error) {
	err = q.Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return row, fault.Missing()
	}
	return row, err
}

// ByID is Take of the row with the id. What is no id is nobody's, and no query's.
func ByID[M any](q *gorm.DB, rowID string) (M, error) {
	if !id.Valid(rowID) {
		var none M
		return none, fault.Missing()
	}
	return Take[M](q.Where("id = ?", rowID))
}

// UpsertNewer writes rows of a read model, a pointer to one or to a slice of them. A row that is there takes over the columns and the seq (all
// columns when none are named), unless it stems from the same event or a newer one by its seq: events may come late, twice and in any order.
// A row of a model with the column erased is a tombstone when that is set, and stays as it is.
func UpsertNewer(tx *gorm.DB, rows any, columns ...string) error {
	parsed := &gorm.Statement{DB: tx}
	if err := parsed.Parse(rows); err != nil {
		return err
	}
	stands := clause.Table{Name: clause.CurrentTable}
	newer := []clause.Expression{gorm.Expr("?.seq < excluded.seq", stands)}
	if parsed.Schema.LookUpField("erased") != nil {
		newer = append(newer, gorm.Expr("NOT ?.erased", stands))
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
