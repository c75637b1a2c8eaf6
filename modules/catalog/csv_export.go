package catalog

import (
	"context"
	"io"

	"orderd/platform/safecsv"
)

// export writes all products of any status as CSV, in the order of their ids, which is the order in
// which they were created. It reads them in batches: a slow client holds no connection, and a large
// catalogue needs no more memory.
func (r *catalogReader) export(ctx context.Context, w io.Writer) error {
	const batch = 200
	db := r.db.WithContext(ctx)
	file := safecsv.NewWriter(w)
	if err := file.WriteRow(csvColumns...); err != nil {
		return err
	}
	for last := "00000000-0000-0000-0000-000000000000"; ; {
		products, err := loadProductsAfter(db, last, batch)
		if err != nil {
			return err
		}
		tree, _, err := r.taxonomies.current(db)
		if err != nil {
			return err
		}
		for _, p := range products {
			for _, cells := range csvRowsOf(p, tree) {
				if err := file.WriteRow(cells...); err != nil {
					return err
				}
			}
		}
		if err := file.Flush(); err != nil || len(products) < batch {
			return err
		}
		last = products[len(products)-1].ID
	}
}
