package catalog

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/metadata"
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
	tags        []string // any of them; keys, as tagKey returns them
	stock       productStockFilter
	lowStock    int64 // the low mark
	attributes  []attributeFilter
	metadata    metadata.Filter
}

// cacheKey returns a text that differs for filters that differ. A filter with a q is not cached.
func (f adminFilter) cacheKey() string {
	return strings.Join([]string{
		strings.Join(f.ids, ","), string(f.status), string(f.taxClass), strings.Join(f.brandIDs, ","),
		strings.Join(f.categoryIDs, ","), string(f.stock), fmt.Sprintf("%q%q", f.tags, f.metadata),
		strings.Join(convert.All(f.attributes, attributeFilter.cacheKey), ";"),
	}, "|")
}

// filter resolves ids and slugs of brands and categories, and attributes. It reports false when it
// has brands, or categories, and none is known, or an attribute that is unknown: then nothing
// matches. Its faults are those of attributeFilters.
func (in *listAsAdminInput) filter(t *taxonomy, lowStock int64) (f adminFilter, ok bool, err error) {
	f = adminFilter{
		ids: in.IDs, q: strings.TrimSpace(in.Q), status: in.Status, taxClass: in.TaxClass,
		stock: in.Stock, lowStock: lowStock, tags: tagKeys(in.Tag), metadata: metadata.FilterOf(in.Metadata),
	}
	var nothing bool
	f.attributes, nothing, err = attributeFilters(in.Attribute, t.definitions, func(*attribute) bool { return true })
	f.brandIDs = resolveIDs(in.Brand, t.brandIDs, t.brands)
	f.categoryIDs = resolveIDs(in.Category, t.categoryIDs, t.categories)
	return f, !nothing && !filter{brandIDs: f.brandIDs, categoryIDs: f.categoryIDs}.matchesNothing(), err
}

// listForAdmin returns a page of the products of any status that match the query, with their
// variants on sale.
func (r *catalogReader) listForAdmin(ctx context.Context, in *listAsAdminInput) ([]product, int64, *taxonomy, error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.current(db)
	if err != nil {
		return nil, 0, nil, err
	}
	f, ok, err := in.filter(tree, r.settings.Current().LowStock)
	if err != nil || !ok {
		return nil, 0, tree, err
	}
	order := adminOrders[cmp.Or(in.Sort, adminSortNewest)]
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

// adminSort is what the list of products for admins may be sorted by.
type adminSort string

const (
	adminSortName    adminSort = "name"
	adminSortNameZA  adminSort = "-name"
	adminSortOldest  adminSort = "createdAt"
	adminSortNewest  adminSort = "-createdAt" // when none is given
	adminSortSteady  adminSort = "updatedAt"
	adminSortChanged adminSort = "-updatedAt"
	adminSortPrice   adminSort = "price"
	adminSortDearest adminSort = "-price"
)

// Values are all of them.
func (adminSort) Values() []string {
	return convert.Strings(adminSortName, adminSortNameZA, adminSortOldest, adminSortNewest, adminSortSteady,
		adminSortChanged, adminSortPrice, adminSortDearest)
}

// SchemaName is the name in the OpenAPI document.
func (adminSort) SchemaName() string { return "AdminProductSort" }

// adminOrders has for each order of a list for admins its ORDER BY, which ends with the id. A
// product without a price comes last by price, rising or falling.
var adminOrders = map[adminSort]string{
	adminSortName:    "name_key, id",
	adminSortNameZA:  "name_key DESC, id DESC",
	adminSortOldest:  "created_at, id",
	adminSortNewest:  "created_at DESC, id DESC",
	adminSortSteady:  "updated_at, id",
	adminSortChanged: "updated_at DESC, id DESC",
	adminSortPrice:   "price_from, id",
	adminSortDearest: fmt.Sprintf("(price_from = %d), price_from DESC, id DESC", unpriced),
}
