package database

import (
	"database/sql"
	"encoding/json"
	"fmt"
)

// JSON scans a column of JSON into what v points to. NULL leaves it as it is.
func JSON(v any) sql.Scanner { return jsonColumn{v} }

type jsonColumn struct{ into any }

// Scan implements sql.Scanner.
func (c jsonColumn) Scan(column any) error {
	switch text := column.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(text), c.into)
	default:
		return fmt.Errorf("database: a column of JSON is %T", column)
	}
}

// Optional scans a column that is NULL where an outer join finds nothing: v becomes its zero value.
func Optional[T any](v *T) sql.Scanner { return optionalColumn[T]{v} }

type optionalColumn[T any] struct{ into *T }

// Scan implements sql.Scanner.
func (c optionalColumn[T]) Scan(column any) error {
	var v sql.Null[T]
	err := v.Scan(column)
	*c.into = v.V
	return err
}
