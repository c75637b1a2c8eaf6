package catalog

import (
	"context"
	"io"

	"orderd/platform/safecsv"
)

// export writes all products, whatever their status, in the order of their making. It reads some at a time, so that neither the reader's
// pace nor the size of the catalogue holds a connection or memory.
func (r *reader) export(ctx context.Context, w io.Writer) error {
	const batch = 200
	db := r.db.WithContext(ctx)
	file := safecsv.NewWriter(w)
	if err := file.WriteRow(columns...); err != nil {
		return err
	}
	for last := "00000000-0000-0000-0000-000000000000"; ; {
		var rows []product
		if err := db.Where("id > ?", last).Order("id").Limit(batch).Find(&rows).Error; err != nil {
			return err
		}
		products, err := withVariants(db, rows)
		if err != nil {
			return err
		}
		tree, _, err := r.taxonomies.now(db)
		if err != nil {
			return err
		}
		for _, s := range products {
			for _, cells := range rowsOf(s, tree) {
				if err := file.WriteRow(cells...); err != nil {
					return err
				}
			}
		}
		if err := file.Flush(); err != nil || len(rows) < batch {
			return err
		}
		last = rows[len(rows)-1].ID
	}
}
