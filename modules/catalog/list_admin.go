package catalog

import (
	"context"
	"strings"

	"orderd/platform/httpapi"
)

// listForAdmin returns a page of the products of any status, newest first, with their variants on
// sale. A blank q or status does not filter.
func (r *catalogReader) listForAdmin(ctx context.Context, q string, status productStatus, page httpapi.Page) ([]product, int64, *taxonomy, error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.current(db)
	if err != nil {
		return nil, 0, nil, err
	}
	q = strings.TrimSpace(q)
	matching := adminFilter(q, status)
	total, err := getOrCompute(&r.counts, state.Version, "all|"+string(status)+"|"+q, func() (int64, error) {
		return countProducts(db, matching)
	})
	if err != nil || int64(page.Offset()) >= total {
		return nil, total, tree, err
	}
	products, err := loadNewestProducts(db, matching, page)
	return products, total, tree, err
}
