package catalog

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"orderd/platform/convert"
)

// productStockFilter is a state of a product's stock that a list for admins can be restricted to.
type productStockFilter string

const (
	stockOut productStockFilter = "out" // it has variants on sale, and none is available
	stockLow productStockFilter = "low" // a variant on sale is at the low mark or below
)

// Values are all of them.
func (productStockFilter) Values() []string { return convert.Strings(stockOut, stockLow) }

// adminFilter says which products, of any status, a list for admins is about. A zero field does not
// filter.
type adminFilter struct {
	ids         []string
	q           string
	status      productStatus
	taxClass    taxClass
	brandIDs    []string // any of them
	categoryIDs []string // any of them; the categories below are included
	stock       productStockFilter
	lowStock    int64 // the low mark
}

// cacheKey returns a text that differs for filters that differ. A filter with a q is not cached.
func (f adminFilter) cacheKey() string {
	return strings.Join([]string{
		strings.Join(f.ids, ","), string(f.status), string(f.taxClass), strings.Join(f.brandIDs, ","),
		strings.Join(f.categoryIDs, ","), string(f.stock),
	}, "|")
}

// filter resolves ids and slugs of brands and categories. It reports false when it has brands, or
// categories, and none is known: then nothing matches.
func (in *listAsAdminInput) filter(t *taxonomy, lowStock int64) (f adminFilter, ok bool) {
	f = adminFilter{
		ids: in.IDs, q: strings.TrimSpace(in.Q), status: in.Status, taxClass: in.TaxClass,
		stock: in.Stock, lowStock: lowStock,
	}
	f.brandIDs = resolveIDs(in.Brand, t.brandIDs, t.brands)
	f.categoryIDs = resolveIDs(in.Category, t.categoryIDs, t.categories)
	return f, !filter{brandIDs: f.brandIDs, categoryIDs: f.categoryIDs}.matchesNothing()
}

// listForAdmin returns a page of the products of any status that match the query, with their
// variants on sale.
func (r *catalogReader) listForAdmin(ctx context.Context, in *listAsAdminInput) ([]product, int64, *taxonomy, error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.current(db)
	if err != nil {
		return nil, 0, nil, err
	}
	f, ok := in.filter(tree, r.settings.Current().LowStock)
	if !ok {
		return nil, 0, tree, nil
	}
	order := adminOrders[cmp.Or(in.Sort, newestFirst)]
	if f.q != "" {
		products, total, err := searchForAdmin(db, f, order, in.Page)
		return products, total, tree, err
	}
	count := func() (int64, error) { return countProducts(db, f.scope) }
	var total int64
	if f.stock == stockLow { // the available units change without a new version of the catalogue
		total, err = count()
	} else {
		total, err = getOrCompute(&r.counts, state.Version, "all|"+f.cacheKey(), count)
	}
	if err != nil || int64(in.Offset()) >= total {
		return nil, total, tree, err
	}
	products, err := loadProductsInOrder(db, f.scope, order, in.Page)
	return products, total, tree, err
}

// newestFirst is the order of a list for admins that names none.
const newestFirst = "-createdAt"

// adminOrders has for each order of a list for admins its ORDER BY, which ends with the id. A
// product without a price comes last by price, rising or falling.
var adminOrders = map[string]string{
	"name":       "name_key, id",
	"-name":      "name_key DESC, id DESC",
	"createdAt":  "created_at, id",
	newestFirst:  "created_at DESC, id DESC",
	"updatedAt":  "updated_at, id",
	"-updatedAt": "updated_at DESC, id DESC",
	"price":      "price_from, id",
	"-price":     fmt.Sprintf("(price_from = %d), price_from DESC, id DESC", unpriced),
}
