package database

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// LockOrCreate locks the row with the primary key of row, a pointer to a model, until the
// transaction ends, and fills row with what it holds. An absent row is created as row is. So
// whoever adds something about a user, and the erasure of that user, come one after the other,
// whether or not the user had a row before.
func LockOrCreate(tx *gorm.DB, row any) error {
	key, err := primaryKey(tx, row)
	if err != nil {
		return err
	}
	names := make([]string, len(key))
	for i, column := range key {
		names[i] = column.Name
	}
	return tx.Clauses(clause.OnConflict{Columns: key, DoUpdates: clause.AssignmentColumns(names)}, clause.Returning{}).
		Create(row).Error
}

// PutTombstone writes row, a pointer to the tombstone of an erased user, in place of whatever has
// its primary key, and locks it until the transaction ends. What was added before is there for the
// erasure to delete; what comes later finds the tombstone by LockOrCreate or UpsertNewer.
func PutTombstone(tx *gorm.DB, row any) error {
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(row).Error
}

func primaryKey(tx *gorm.DB, row any) (columns []clause.Column, err error) {
	parsed := &gorm.Statement{DB: tx}
	if err := parsed.Parse(row); err != nil {
		return nil, err
	}
	for _, field := range parsed.Schema.PrimaryFields {
		columns = append(columns, clause.Column{Name: field.DBName})
	}
	return columns, nil
}
