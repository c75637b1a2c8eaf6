package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
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

// productColumns are the columns of product, named so that one that a newer binary adds disturbs no statement.
const productColumns = `p.id, p.name, p.name_key, p.slug, p.description, p.status, p.tax_class, p.brand_id, p.category_ids, p.images, p.options,
	p.price_from, p.in_stock, p.rating, p.rating_sum, p.rating_count, p.rating_seq, p.units, p.created_at, p.updated_at`

// reader reads what everybody may see.
type reader struct {
	db         *gorm.DB
	sales      sales
	taxonomies taxonomies
	dictionary dictionary
	counts     memory // of a version: totals, rankings, facets
	pages      memory // of a revision: products and lists as they are answered, with and without wholesale prices
}

// shown is an answer as it is sent.
type shown[T any] struct{ httpapi.Encoded[T] }

func (s shown[T]) weight() int { return s.Len() / 500 }

func show[T any](v T) (shown[T], error) {
	e, err := httpapi.Encode(v)
	return shown[T]{e}, err
}

type (
	shownPage    = shown[httpapi.List[productView]]
	shownProduct = shown[productView]
)

// ranking is the ids of what a search has found, the best first.
type ranking []string

func (r ranking) weight() int { return len(r) / 10 }

// list is a page of the active products that the filter lets through, as the caller may see them. As long as nothing has changed that takes one query,
// else three or four, and one to four more to understand words.
func (r *reader) list(ctx context.Context, in *findInput) (page shownPage, err error) {
	db := r.db.WithContext(ctx)
	if in.Sort == bestselling { // who has just ordered finds it counted
		if err := r.sales.tally(ctx); err != nil {
			return page, err
		}
	}
	tree, at, err := r.taxonomies.forCaller(ctx, db)
	if err != nil {
		return page, err
	}
	f := in.filter(tree)
	if f.nothing {
		return show(httpapi.Listed[productView](nil, 0, in.Page))
	}
	key := fmt.Sprint("list|", f.key(), "|", in.Sort, "|", in.Page, "|", at.Tiers)
	return remember(&r.pages, at.Revision, key, func() (page shownPage, err error) {
		rows, total, err := r.find(ctx, f, in.Sort, in.Page, at.Version)
		if err != nil {
			return page, err
		}
		products, err := r.show(db, rows, tree, at.Tiers)
		if err != nil {
			return page, err
		}
		return show(httpapi.Listed(products, total, in.Page))
	})
}

// get is the active product with the id or slug, as the caller may see it. It returns Missing.
func (r *reader) get(ctx context.Context, idOrSlug string) (p shownProduct, err error) {
	db := r.db.WithContext(ctx)
	tree, at, err := r.taxonomies.forCaller(ctx, db)
	if err != nil {
		return p, err
	}
	return remember(&r.pages, at.Revision, fmt.Sprint("one|", idOrSlug, "|", at.Tiers), func() (p shownProduct, err error) {
		named := db.Where("status = ? AND slug = ?", active, idOrSlug)
		if id.Valid(idOrSlug) {
			named = db.Where("status = ? AND id = ?", active, idOrSlug)
		}
		row, err := database.Take[product](named)
		if err != nil {
			return p, err
		}
		views, err := r.show(db, []product{row}, tree, at.Tiers)
		if err != nil {
			return p, err
		}
		return show(views[0])
	})
}

// show reads the variants of the products and puts it all together.
func (r *reader) show(db *gorm.DB, rows []product, tree *taxonomy, tiers bool) ([]productView, error) {
	products, err := withVariants(db, rows)
	if err != nil {
		return nil, err
	}
	if !tree.covers(rows) { // something was added after the tree was read
		if tree, _, err = r.taxonomies.now(db); err != nil {
			return nil, err
		}
	}
	return listOf(products, func(s stored) productView { return s.viewOf(tree, tiers) }), nil
}

// find is the rows of a page, and the number of all.
func (r *reader) find(ctx context.Context, f filter, sort string, page httpapi.Page, version int64) ([]product, int64, error) {
	if len(f.words) == 0 {
		return r.browse(r.db.WithContext(ctx), f, sort, page, version)
	}
	return r.search(ctx, f, sort, page, version)
}

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

// withVariants reads the variants of the products that are sold.
func withVariants(db *gorm.DB, rows []product) ([]stored, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	all, at, ids := make([]stored, len(rows)), map[string]int{}, make([]string, len(rows))
	for i, p := range rows {
		all[i].product, at[p.ID], ids[i] = p, i, p.ID
	}
	var variants []variant
	if err := db.Where("product_id IN ? AND sold", ids).Order("product_id, position").Find(&variants).Error; err != nil {
		return nil, err
	}
	for _, v := range variants {
		s := &all[at[v.ProductID]]
		s.variants = append(s.variants, v)
	}
	return all, nil
}
