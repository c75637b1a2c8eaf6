package database

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gorm.io/gorm/schema"
)

// Columns are the columns of a model: what a query selects, and what each of its rows is scanned
// into. Both come from the model, in one order, so that no column can be forgotten in one of them.
type Columns[M any] struct {
	names  []string
	fields []columnField
}

// columnField is the field of a model that a column is scanned into.
type columnField struct {
	index  []int
	isJSON bool
}

// ColumnsOf returns the columns of the model, but for those that are named. It panics for a name
// that the model does not have, and is called when the program starts.
func ColumnsOf[M any](but ...string) *Columns[M] {
	s, err := schema.Parse(new(M), &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // the models are part of the binary
	}
	c := &Columns[M]{}
	for _, name := range s.DBNames {
		if slices.Contains(but, name) {
			continue
		}
		f := s.FieldsByDBName[name]
		c.names = append(c.names, name)
		c.fields = append(c.fields, columnField{index: f.StructField.Index, isJSON: f.Serializer != nil})
	}
	if len(c.names)+len(but) != len(s.DBNames) {
		panic(fmt.Sprintf("database: %s does not have all of %v", s.Table, but))
	}
	return c
}

// Select lists the columns of the table under an alias: "a.id, a.name".
func (c *Columns[M]) Select(alias string) string {
	return alias + "." + strings.Join(c.names, ", "+alias+".")
}

// SelectAs lists the columns of the table under an alias, each renamed with the prefix that a
// struct embeds an M with: "a.id AS thing_id".
func (c *Columns[M]) SelectAs(alias, prefix string) string {
	columns := make([]string, len(c.names))
	for i, name := range c.names {
		columns[i] = alias + "." + name + " AS " + prefix + name
	}
	return strings.Join(columns, ", ")
}

// Into appends to targets what the columns are scanned into (RowScan).
func (c *Columns[M]) Into(targets []any, m *M) []any {
	v := reflect.ValueOf(m).Elem()
	for i := range c.fields {
		field := v.FieldByIndex(c.fields[i].index).Addr().Interface()
		if c.fields[i].isJSON {
			field = JSON(field)
		}
		targets = append(targets, field)
	}
	return targets
}

// IntoFound is Into for a table that an outer join may find no row of: then m stays as it is.
func (c *Columns[M]) IntoFound(targets []any, m *M) []any {
	v := reflect.ValueOf(m).Elem()
	for i := range c.fields {
		field := v.FieldByIndex(c.fields[i].index)
		switch {
		case c.fields[i].isJSON:
			targets = append(targets, JSON(field.Addr().Interface()))
		case field.Kind() == reflect.Pointer:
			targets = append(targets, field.Addr().Interface())
		default:
			targets = append(targets, foundColumn{field})
		}
	}
	return targets
}

// foundColumn leaves its field as it is for NULL.
type foundColumn struct{ field reflect.Value }

// Scan implements sql.Scanner.
func (c foundColumn) Scan(column any) error {
	if column == nil {
		return nil
	}
	if scanner, ok := reflect.TypeAssert[sql.Scanner](c.field.Addr()); ok {
		return scanner.Scan(column)
	}
	if n, ok := column.(int64); ok && c.field.Kind() == reflect.Bool { // SQLite has no booleans
		c.field.SetBool(n != 0)
		return nil
	}
	value := reflect.ValueOf(column)
	if !value.CanConvert(c.field.Type()) || c.field.Kind() == reflect.String && value.Kind() != reflect.String {
		return fmt.Errorf("database: a column of %s is %T", c.field.Type(), column)
	}
	c.field.Set(value.Convert(c.field.Type()))
	return nil
}
