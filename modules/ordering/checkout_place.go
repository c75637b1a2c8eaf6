package ordering

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// place reserves the stock, writes the order with its lines and its timeline, and takes the cart away. On PostgreSQL that is one statement.
// It returns InsufficientStock with the items when somebody was faster.
func (p *proposal) place(tx *gorm.DB, o *wholeOrder, news []eventbus.Event) error {
	all := make([]units, len(o.Items))
	for i, it := range o.Items {
		all[i] = units{it.VariantID, int64(it.Quantity)}
	}
	var entries []entry
	for _, e := range news {
		if told, ok := entryOf(e); ok {
			entries = append(entries, told)
		}
	}
	write := placePostgres
	if database.Dialect(tx) == database.SQLite {
		write = placeSQLite
	}
	err := write(tx, move{Reason: moveReserve, OrderID: &o.ID, At: o.PlacedAt}, all, o, entries)
	if short, outsold := errors.AsType[errShort](err); outsold {
		return p.outsold(tx, short)
	}
	return err
}

func placePostgres(tx *gorm.DB, m move, all []units, o *wholeOrder, entries []entry) error {
	changes := m.changes(all)
	args, err := m.args(changes)
	if err != nil {
		return err
	}
	var sql strings.Builder
	sql.WriteString(moveStockPostgres)
	add := func(name string, statement clause.Expr) {
		sql.WriteString(",\n" + name + " AS (" + statement.SQL + ")")
		args = append(args, statement.Vars...)
	}
	add("placed", insertion([]order{o.order}))
	add("listed", insertion(o.Items))
	add("told", insertion(entries))
	add("closed", gorm.Expr("DELETE FROM ordering_carts WHERE id = ?", o.CartID))
	sql.WriteString("\nSELECT variant_id FROM moved")

	var moved []string
	if err := tx.Raw(sql.String(), args...).Scan(&moved).Error; err != nil {
		return err
	}
	return allMoved(moved, changes)
}

func placeSQLite(tx *gorm.DB, m move, all []units, o *wholeOrder, entries []entry) error {
	if err := moveStock(tx, m, all); err != nil {
		return err
	}
	for _, rows := range []any{&o.order, &o.Items, &entries} {
		if err := tx.Create(rows).Error; err != nil {
			return err
		}
	}
	return tx.Delete(&cart{ID: o.CartID}).Error
}

// insertion is the INSERT of some rows, as a part of a larger statement.
func insertion[M any](rows []M) clause.Expr {
	s, err := schema.Parse(new(M), &schemas, schema.NamingStrategy{})
	if err != nil {
		panic(err) // the models are part of the binary
	}
	values := "(?" + strings.Repeat(", ?", len(s.DBNames)-1) + ")"
	var args []any
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		for _, column := range s.DBNames {
			value, _ := s.FieldsByDBName[column].ValueOf(context.Background(), row)
			args = append(args, value)
		}
	}
	columns := strings.Join(s.DBNames, ", ")
	return gorm.Expr("INSERT INTO "+s.Table+" ("+columns+") VALUES "+values+strings.Repeat(", "+values, len(rows)-1), args...)
}

var schemas sync.Map

// outsold tells which lines there is not enough for any more.
func (p *proposal) outsold(tx *gorm.DB, variantIDs []string) error {
	var left []stock
	if err := tx.Where("variant_id IN ?", variantIDs).Find(&left).Error; err != nil {
		return err
	}
	short := []shortage{}
	for _, l := range p.basket.Lines {
		for _, s := range left {
			if s.VariantID == l.Variant.ID {
				l.Available = s.available()
				short = append(short, shortageOf(&l))
			}
		}
	}
	return insufficientStock(short)
}
