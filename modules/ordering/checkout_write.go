package ordering

import (
	"context"
	"reflect"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// place writes the order with its lines and its timeline, takes the cart away and reserves the stock, if the limits of open orders allow it. On PostgreSQL that is two statements
// which travel with the COMMIT; the rows of the stock, which everybody wants, are locked by the second one alone. When somebody was faster, or too much is open, it returns
// errStock or errTooManyOpen, or InTx an error that database.RefusedBy knows.
func place(tx *gorm.DB, o *order, limits []openLimit, news []eventbus.Event) error {
	all := listOf(o.Items, func(it orderItem) units { return units{it.VariantID, int64(it.Quantity)} })
	write := placePostgres
	if database.Dialect(tx) == database.SQLite {
		write = placeSQLite
	}
	return write(tx, move{Reason: moveReserve, OrderID: &o.ID, At: o.PlacedAt}, all, o, limits, timelineEntries(news))
}

func placePostgres(tx *gorm.DB, m move, all []units, o *order, limits []openLimit, entries []timelineEntry) error {
	changes := m.changes(all)
	args, err := m.args(changes)
	if err != nil {
		return err
	}
	written, listed, told := insertion([]order{*o}), insertion(o.Items), insertion(entries)
	return database.AtCommit(tx,
		func(tx *gorm.DB) *gorm.DB {
			return tx.Exec(`WITH written AS (?), listed AS (?), told AS (?) DELETE FROM ordering_carts WHERE id = ? AND ordering_require(?, 'open_orders')`,
				written, listed, told, o.CartID, within(limits))
		},
		func(tx *gorm.DB) *gorm.DB { // all of them, or nothing
			return tx.Exec(`SELECT ordering_require(count(*) = ?, 'stock') FROM `+moveStockPostgres, append([]any{len(changes)}, args...)...)
		},
	)
}

func placeSQLite(tx *gorm.DB, m move, all []units, o *order, limits []openLimit, entries []timelineEntry) error {
	if err := requireWithin(tx, limits); err != nil {
		return err
	}
	if err := moveStock(tx, m, all); err != nil {
		return err
	}
	for _, rows := range []any{o, &entries} {
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
