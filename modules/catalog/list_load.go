package catalog

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
)

// sortOrder is what a client may sort a list of products by.
type sortOrder string

const (
	sortRelevance   sortOrder = "relevance"
	sortNewest      sortOrder = "newest"
	sortBestselling sortOrder = "bestselling"
	sortPrice       sortOrder = "price"
	sortDearest     sortOrder = "-price"
	sortName        sortOrder = "name"
	sortRating      sortOrder = "-rating"
	sortDiscount    sortOrder = "-discount"
)

// sortPosition is the order in which an admin has picked the products of a collection. It has no
// type, for no caller asks for it: it is what a list of such a collection has without another.
const sortPosition = "position"

// Values are those that a caller may ask for.
func (sortOrder) Values() []string {
	return convert.Strings(sortRelevance, sortNewest, sortPrice, sortDearest, sortName, sortRating, sortBestselling,
		sortDiscount)
}

// SchemaName is the name in the OpenAPI document.
func (sortOrder) SchemaName() string { return "ProductSort" }

// sortOrders has for each order its ORDER BY, and the index that holds the active products in it.
// Each ends with the id. A product without a price comes last by price, rising or falling.
var sortOrders = map[sortOrder]struct{ by, index string }{
	sortNewest: {"p.created_at DESC, p.id DESC", "catalog_products_newest"},
	sortPrice:  {"p.price_from, p.id", "catalog_products_price"},
	sortDearest: {"(p.price_from = " + strconv.Itoa(int(unpriced)) + "), p.price_from DESC, p.id DESC",
		"catalog_products_dearest"},
	sortName:        {"p.name_key, p.id", "catalog_products_name"},
	sortRating:      {"p.rating DESC, p.rating_count DESC, p.id DESC", "catalog_products_rating"},
	sortDiscount:    {"p.discount DESC, p.name_key, p.id", "catalog_products_discount"},
	sortBestselling: {"p.units DESC, p.id DESC", "catalog_products_units"},
}

// productColumns are the columns by name: with p.*, a column that a newer binary adds would break
// prepared statements.
var productColumns = database.ColumnsOf[product]("search", "version", "metadata").Select("p")

// loadFiltered returns a page of a list without search words.
func (r *catalogReader) loadFiltered(db *gorm.DB, q pageQuery) (products []product, total int64, err error) {
	if total, err = r.count(db, q.filter, q.version); err != nil || int64(q.page.Offset()) >= total {
		return nil, total, err
	}
	if q.order == sortPosition {
		products, err = loadPicked(db, q)
		return products, total, err
	}
	all, err := r.count(db, filter{}, q.version)
	if err != nil {
		return nil, 0, err
	}
	// There are two plans. One walks the index of the order and skips products that do not match:
	// it looks at about all × (offset + limit) ÷ total products. The other finds and sorts all that
	// match. PostgreSQL chooses by its statistics; for SQLite, this comparison does.
	walkIndex := int64(q.page.Offset()+q.page.Limit)*all < total*total
	o := sortOrders[q.order]
	if q.order == sortRelevance {
		o = sortOrders[sortNewest]
	}
	from := `catalog_products p`
	if walkIndex && database.Dialect(db) == database.SQLite {
		from += ` INDEXED BY ` + o.index
	}
	where := q.filter.where(!walkIndex)
	err = withVariantsOnSale(db).Raw(`SELECT `+productColumns+` FROM `+from+` WHERE `+where.sql+` ORDER BY `+o.by+
		` LIMIT ? OFFSET ?`,
		append(where.args, q.page.Limit, q.page.Offset())...).Find(&products).Error
	return products, total, err
}

// loadPicked returns a page of the products that were picked for a collection, in their order.
func loadPicked(db *gorm.DB, q pageQuery) (products []product, err error) {
	where := q.filter.where(true)
	err = withVariantsOnSale(db).Raw(`SELECT `+productColumns+` FROM catalog_collection_products m
		JOIN catalog_products p ON p.id = m.product_id WHERE m.collection_id IN ? AND `+where.sql+`
		ORDER BY m.position LIMIT ? OFFSET ?`,
		append(append([]any{q.filter.collectionIDs}, where.args...), q.page.Limit, q.page.Offset())...).
		Find(&products).Error
	return products, err
}

// count returns the number of active products that match a filter without words.
func (r *catalogReader) count(db *gorm.DB, f filter, version int64) (int64, error) {
	return getOrCompute(&r.counts, version, "total|"+f.cacheKey(), func() (n int64, err error) {
		where := f.where(true)
		err = db.Raw(`SELECT count(*) FROM catalog_products p WHERE `+where.sql, where.args...).Scan(&n).Error
		return n, err
	})
}

// loadMatching returns a page of a search, the best match first unless another order is asked for.
// It ranks all matches at once and caches the ranking for the other pages. A ranking by units is
// not cached: units change with every order, which is no new version of the catalogue.
func (r *catalogReader) loadMatching(ctx context.Context, q pageQuery) (products []product, total int64, err error) {
	db := r.db.WithContext(ctx)
	ids, err := r.rank(ctx, db, q)
	if total = int64(len(ids)); err != nil || int64(q.page.Offset()) >= total {
		return nil, total, err
	}
	ids = ids[q.page.Offset():min(q.page.Offset()+q.page.Limit, len(ids))]
	if err := withVariantsOnSale(db).Where("status = 'active' AND id IN ?", []string(ids)).
		Find(&products).Error; err != nil {
		return nil, 0, err
	}
	ids.sort(products)
	return products, total, nil
}

// rank returns the ids of all products that match a search.
func (r *catalogReader) rank(ctx context.Context, db *gorm.DB, q pageQuery) (ranking, error) {
	s, ok, err := r.search(ctx, db, q.filter)
	if err != nil || !ok {
		return nil, err
	}
	rank := func() (ranking, error) { return loadRanking(db, &s, q.filter, q.order) }
	if q.order == sortBestselling {
		return rank()
	}
	return getOrCompute(&r.counts, q.version, "ranking|"+string(q.order)+"|"+q.filter.cacheKey(), rank)
}

// sort puts products into the order of the ranking.
func (r ranking) sort(products []product) {
	slices.SortFunc(products, func(a, b product) int {
		return cmp.Compare(slices.Index(r, a.ID), slices.Index(r, b.ID))
	})
}

// loadNames returns the active products with the ids, with names, slugs and what
// prices are made of, and nothing else.
func loadNames(db *gorm.DB, ids []string) (products []product, err error) {
	err = db.Select("id", "name", "slug", "price_from", "tax_class").
		Where("status = 'active' AND id IN ?", ids).Find(&products).Error
	return products, err
}
