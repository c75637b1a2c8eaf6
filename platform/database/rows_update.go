package database

import (
	"database/sql/driver"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

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
// On PostgreSQL the rows travel as JSON, so the columns hold what JSON can: texts, numbers, times,
// booleans. It returns the keys and columns of the rows that it has updated, in no order. Of rows
// with one key, which the caller should not pass, any may count.
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
	given, args, err := selectGiven(tx, model.Schema.Table, fields, reflect.ValueOf(rows))
	if err != nil {
		return nil, err
	}
	err = tx.Raw(`UPDATE `+model.Schema.Table+` AS stored SET `+set+` FROM (`+given+`) AS given
		WHERE `+strings.Join(same, " AND ")+` AND `+where+` RETURNING `+returned, args...).Scan(&updated).Error
	return updated, err
}

// selectGiven returns a query for the fields of rows.
func selectGiven(
	tx *gorm.DB, table string, fields []*schema.Field, rows reflect.Value,
) (query string, args []any, err error) {
	if Dialect(tx) == SQLite {
		query, args = selectGivenSQLite(tx, fields, rows)
		return query, args, nil
	}
	return selectGivenPostgres(tx, table, fields, rows)
}

// selectGivenSQLite takes the rows one by one.
func selectGivenSQLite(tx *gorm.DB, fields []*schema.Field, rows reflect.Value) (query string, args []any) {
	columns := make([]string, len(fields))
	for i, f := range fields {
		columns[i] = "? AS " + f.DBName
	}
	selects := make([]string, rows.Len())
	for i := range rows.Len() {
		selects[i] = `SELECT ` + strings.Join(columns, ", ")
		for _, f := range fields {
			value, _ := f.ValueOf(tx.Statement.Context, rows.Index(i))
			args = append(args, value)
		}
	}
	return strings.Join(selects, " UNION ALL "), args
}

// selectGivenPostgres takes all rows as one parameter, so that the statement has the same text and
// plan for any number of them: to plan a query of 80 rows, one by one, took longer than to run it.
// The values have the types of the table's columns. given_rows is a function of our migrations.
func selectGivenPostgres(
	tx *gorm.DB, table string, fields []*schema.Field, rows reflect.Value,
) (query string, args []any, err error) {
	objects := make([]map[string]any, rows.Len())
	for i := range objects {
		objects[i] = make(map[string]any, len(fields))
		for _, f := range fields {
			value, _ := f.ValueOf(tx.Statement.Context, rows.Index(i))
			if objects[i][f.DBName], err = plainValue(value); err != nil {
				return "", nil, err
			}
		}
	}
	text, err := json.Marshal(objects)
	return `SELECT ` + columnList("", fields) + ` FROM given_rows(CAST(NULL AS ` + table + `), CAST(? AS json))`,
		[]any{string(text)}, err
}

// plainValue returns the value of a column as JSON can hold it: a time with the microseconds that
// PostgreSQL stores, else what the driver would get.
func plainValue(value any) (any, error) {
	value, err := driver.DefaultParameterConverter.ConvertValue(value)
	if t, ok := value.(time.Time); ok {
		return t.Truncate(time.Microsecond), err
	}
	return value, err
}

// columnList lists the columns of fields, each with the prefix.
func columnList(prefix string, fields []*schema.Field) string {
	columns := make([]string, len(fields))
	for i, f := range fields {
		columns[i] = prefix + f.DBName
	}
	return strings.Join(columns, ", ")
}
