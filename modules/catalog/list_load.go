package catalog

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// The orders of a list, each with the index that holds the active products in it. Every one ends with the id, and what has no price is
// neither cheap nor dear: it comes last by price.
var orders = map[string]struct{ by, index string }{
	"newest":    {"p.created_at DESC, p.id DESC", "catalog_products_newest"},
	"price":     {"p.price_from, p.id", "catalog_products_price"},
	"-price":    {"(p.price_from = " + strconv.Itoa(int(unpriced)) + "), p.price_from DESC, p.id DESC", "catalog_products_dearest"},
	"name":      {"p.name_key, p.id", "catalog_products_name"},
	"-rating":   {"p.rating DESC, p.rating_count DESC, p.id DESC", "catalog_products_rating"},
	bestselling: {"p.units DESC, p.id DESC", "catalog_products_units"},
}

const (
	byRelevance = "relevance"
	bestselling = "bestselling"
)

// browse is a page without words.
func (r *reader) browse(db *gorm.DB, f filter, sort string, page httpapi.Page, version int64) (rows []product, total int64, err error) {
	count := func(f filter) (int64, error) {
		return remember(&r.counts, version, "total|"+f.key(), func() (n int64, err error) {
			w := f.where(true)
			err = db.Raw(`SELECT count(*) FROM catalog_products p WHERE `+w.sql, w.args...).Scan(&n).Error
			return n, err
		})
	}
	if total, err = count(f); err != nil || int64(page.Offset()) >= total {
		return nil, total, err
	}
	all, err := count(filter{})
	if err != nil {
		return nil, 0, err
	}
	// There are two ways: to go through the index of the order and leave out what the filter does not want, which looks at about
	// all × (offset + limit) ÷ total products, or to sort the total. PostgreSQL knows its data and chooses by itself; for SQLite this line does.
	ordered := int64(page.Offset()+page.Limit)*all < total*total
	o := orders[sort]
	if sort == byRelevance {
		o = orders["newest"]
	}
	from := `catalog_products p`
	if ordered && database.Dialect(db) == database.SQLite {
		from += ` INDEXED BY ` + o.index
	}
	w := f.where(!ordered)
	err = db.Raw(`SELECT `+productColumns+` FROM `+from+` WHERE `+w.sql+` ORDER BY `+o.by+` LIMIT ? OFFSET ?`, append(w.args, page.Limit, page.Offset())...).Scan(&rows).Error
	return rows, total, err
}

// search is a page of what the words find, the best first unless another order is asked for. All that is found is ranked at once, and the
// ranking remembered for the other pages; not so by units, which change with every order and give the catalogue no new version.
func (r *reader) search(ctx context.Context, f filter, sort string, page httpapi.Page, version int64) (rows []product, total int64, err error) {
	db := r.db.WithContext(ctx)
	terms, ok, err := r.dictionary.terms(ctx, db, f.words)
	if err != nil || !ok {
		return nil, 0, err
	}
	rank := func() (ids ranking, err error) {
		c, by := scored(terms, f), `s.score DESC, p.units DESC, p.id DESC`
		if o, known := orders[sort]; known {
			by = o.by
		}
		err = db.Raw(c.sql+` SELECT p.id FROM scored s JOIN catalog_products p ON p.id = s.product_id ORDER BY `+by, c.args...).Scan(&ids).Error
		return ids, err
	}
	var ids ranking
	if sort == bestselling {
		ids, err = rank()
	} else {
		ids, err = remember(&r.counts, version, "ranking|"+sort+"|"+f.key(), rank)
	}
	if total = int64(len(ids)); err != nil || int64(page.Offset()) >= total {
		return nil, total, err
	}
	ids = ids[page.Offset():min(page.Offset()+page.Limit, len(ids))]
	if err := db.Raw(`SELECT `+productColumns+` FROM catalog_products p WHERE p.status = 'active' AND p.id IN ?`, ids).Scan(&rows).Error; err != nil {
		return nil, 0, err
	}
	slices.SortFunc(rows, func(a, b product) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	return rows, total, nil
}
