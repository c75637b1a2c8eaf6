package catalog

import (
	"context"
	"io"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/safecsv"
)

// export writes all products of any status as CSV, in the order of their ids, which is the order in
// which they were created; without counted, nothing of what is on hand. It reads them in batches: a
// slow client holds no connection, and a large catalogue needs no more memory. Each batch is read
// where the export begins or later, on a standby where there is one.
func (r *readers) export(ctx context.Context, format safecsv.Format, counted bool, w io.Writer) error {
	const batch = 100 // products, in memory while a client reads nothing
	begin, err := r.reads.Position(ctx)
	if err != nil {
		return err
	}
	keyed, err := r.keyedColumnsSince(ctx, begin) // those of the first line
	if err != nil {
		return err
	}
	file := safecsv.NewWriter(w, format)
	if err := file.WriteRow(append(csvNames(), keyed.names()...)...); err != nil {
		return err
	}
	for last := beforeAll; ; {
		var products []product
		var tree *taxonomy
		err := r.reads.ReadSince(ctx, begin, func(db *gorm.DB) (err error) {
			if products, err = loadProductsAfter(db, last, batch); err == nil {
				tree, _, err = r.on(db).taxonomies.current(db)
			}
			return err
		})
		if err != nil {
			return err
		}
		if !counted {
			hideStock(products)
		}
		rows := func(p product) [][]string { return csvRowsOf(p, tree, keyed, format) }
		for _, cells := range slices.Concat(convert.All(products, rows)...) {
			if err := file.WriteRow(cells...); err != nil {
				return err
			}
		}
		if err := file.Flush(); err != nil || len(products) < batch {
			return err
		}
		last = products[len(products)-1].ID
	}
}

// hideStock takes what is on hand out of what was loaded.
func hideStock(products []product) {
	for _, p := range products {
		for i := range p.Variants {
			p.Variants[i].OnHand = nil
		}
	}
}

// keyedColumnsSince are the columns of attributes and of metadata at the position or later.
func (r *readers) keyedColumnsSince(ctx context.Context, begin database.Position) (keyed keyedColumns, err error) {
	err = r.reads.ReadSince(ctx, begin, func(db *gorm.DB) error {
		tree, _, err := r.on(db).taxonomies.current(db)
		if err == nil {
			keyed, err = loadKeyedColumns(db, tree)
		}
		return err
	})
	return keyed, err
}

// loadKeyedColumns are the columns of all attributes, and of the metadata that products have.
func loadKeyedColumns(db *gorm.DB, t *taxonomy) (keyed keyedColumns, err error) {
	keyed.attributes = t.attributes
	keyed.metadata, err = metadataTable.Keys(db, maxMetadataColumns)
	return keyed, err
}
