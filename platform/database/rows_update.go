package database

import (
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// UpdateRows updates the stored rows of a model that have the primary keys of rows, in one
// statement. In set and where, which are SQL, given is the row of rows, with its key and the
// columns, and stored is the one in the table:
//
//	UpdateRows(tx, rows, []string{"price", "seq"},
//		"price = given.price, seq = given.seq", "stored.seq < given.seq")
//
// It returns the keys and columns of the rows that it has updated, in no order. Of rows with one
// key, which the caller should not pass, any may count.
func UpdateRows[M any](tx *gorm.DB, rows []M, columns []string, set, where string) (updated []M, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	model := &gorm.Statement{DB: tx}
	if err := model.Parse(&rows); err != nil {
		return nil, err
	}
	fields := model.Schema.PrimaryFields
	var same []string
	for _, key := range fields {
		same = append(same, "stored."+key.DBName+" = given."+key.DBName)
	}
	for _, column := range columns {
		fields = append(slices.Clip(fields), model.Schema.LookUpField(column))
	}
	returned := columnList("stored.", fields)
	if Dialect(tx) == SQLite { // there RETURNING knows the updated table alone, and by no alias
		returned = columnList("", fields)
	}
	given, args := selectGiven(tx, model.Schema.Table, fields, reflect.ValueOf(rows))
	err = tx.Raw(`UPDATE `+model.Schema.Table+` AS stored SET `+set+` FROM (`+given+`) AS given
		WHERE `+strings.Join(same, " AND ")+` AND `+where+` RETURNING `+returned, args...).Scan(&updated).Error
	return updated, err
}

// selectGiven returns a query for the fields of rows. Its first part, which finds nothing, makes
// PostgreSQL take the values for the types of the table's columns.
func selectGiven(tx *gorm.DB, table string, fields []*schema.Field, rows reflect.Value) (query string, args []any) {
	query = `SELECT ` + columnList("", fields) + ` FROM ` + table + ` WHERE FALSE`
	values := ` UNION ALL SELECT ?` + strings.Repeat(", ?", len(fields)-1)
	for i := range rows.Len() {
		query += values
		for _, f := range fields {
			value, _ := f.ValueOf(tx.Statement.Context, rows.Index(i))
			args = append(args, value)
		}
	}
	return query, args
}

// columnList lists the columns of fields, each with the prefix.
func columnList(prefix string, fields []*schema.Field) string {
	columns := make([]string, len(fields))
	for i, f := range fields {
		columns[i] = prefix + f.DBName
	}
	return strings.Join(columns, ", ")
}
