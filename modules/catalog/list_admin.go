package catalog

import (
	"context"
	"strings"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// listAll is a page of the products, newest first, whatever their status. A blank q or status does not filter.
func (r *reader) listAll(ctx context.Context, q, status string, page httpapi.Page) ([]stored, int64, *taxonomy, error) {
	db := r.db.WithContext(ctx)
	tree, at, err := r.taxonomies.now(db)
	if err != nil {
		return nil, 0, nil, err
	}
	where := condition{sql: `TRUE`}
	if status != "" {
		where.and(`p.status = '` + status + `'`) // one of three words; partial indexes want it as text
	}
	if q = strings.TrimSpace(q); q != "" {
		where.and(`(? OR p.slug = ? OR p.id IN (SELECT v.product_id FROM catalog_variants v WHERE v.sku = ?))`,
			database.Contains("p.name_key", fold(q)), q, q)
	}
	total, err := remember(&r.counts, at.Version, "all|"+status+"|"+q, func() (n int64, err error) {
		err = db.Raw(`SELECT count(*) FROM catalog_products p WHERE `+where.sql, where.args...).Scan(&n).Error
		return n, err
	})
	if err != nil || int64(page.Offset()) >= total {
		return nil, total, tree, err
	}
	var rows []product
	err = db.Raw(`SELECT `+productColumns+` FROM catalog_products p WHERE `+where.sql+` ORDER BY p.created_at DESC, p.id DESC LIMIT ? OFFSET ?`,
		append(where.args, page.Limit, page.Offset())...).Scan(&rows).Error
	if err != nil {
		return nil, 0, nil, err
	}
	products, err := withVariants(db, rows)
	return products, total, tree, err
}
