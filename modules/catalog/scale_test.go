package catalog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// Pages of a catalogue of 100 000 products take at most three times as long as those of one of 100
// products. What is counted, found or suggested again after each change takes a time that does not
// grow with the catalogue where few products match, and where many do it is bounded.
func TestListsAtScale(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			small, large := newFilledSetup(t, dialect, 100), newFilledSetup(t, dialect, 100_000)
			if total := large.API.Do(t, "GET", "/v1/products", nil).Require(t, 200).Number("meta.total"); total != 100_000 {
				t.Fatalf("%v products", total)
			}
			requireScaledPages(t, small, large)
			requireQuickCounts(t, large)
		})
	}
}

// requireScaledPages compares pages whose products are loaded anew. Their totals, and the rankings
// of searches, are known: only another version of the catalogue changes them. Each page has as many
// products in both, about.
func requireScaledPages(t *testing.T, small, large *setup) {
	t.Helper()
	forget := func() {
		small.forget(t, bumpRevision)
		large.forget(t, bumpRevision)
	}
	for _, page := range []string{
		"", "sort=price", "sort=-price", "sort=name", "sort=-rating", "sort=bestselling", "sort=-discount", "brand=brand-1&sort=price",
		"category=category-1&sort=name", "category=rare", "onSale=true&sort=-discount", "onSale=true&sort=price",
		"minPrice=10&maxPrice=20", "minPrice=30&sort=name", "inStock=true&minRating=4&sort=bestselling", "q=thing", "q=thng", "q=thing+word5",
		"q=thing&category=rare", "option.color=shade+3", "option.color=rare",
		"option.Color=Shade+3,Shade+4&option.size=size+1&sort=price&limit=3",
		"option.color=rare&sort=name", "option.size=size+1&sort=-rating", "fields=card", "fields=card&category=rare&include=category",
	} {
		get := func(s *setup) func() {
			return func() { s.API.Do(t, "GET", "/v1/products?"+page, nil).Require(t, 200) }
		}
		kit.RequireScale(t, page, get(small), get(large), forget)
	}
}

// requireQuickCounts bounds what the first request after a change of the catalogue takes.
func requireQuickCounts(t *testing.T, s *setup) {
	t.Helper()
	const few, many = 50 * time.Millisecond, time.Second // by the products that are looked at
	for _, row := range []struct {
		path string
		bar  time.Duration
	}{
		{"/v1/products?category=rare", few}, {"/v1/products?option.color=rare", few}, {"/v1/products?option.color=rare&fields=card", few},
		{"/v1/products?minPrice=999&option.size=size+1", many}, {"/v1/products?q=thing+word5&fields=card", few},
		{"/v1/products?onSale=true&sort=-discount", many}, {"/v1/products?option.color=shade+3&sort=price", many},
		{"/v1/products/facets", many}, {"/v1/products/facets?category=rare", many}, {"/v1/products/facets?option.color=rare", many},
		{"/v1/products/facets?brand=brand-1&category=category-1&option.color=shade+1&option.size=size+1&inStock=true&onSale=true" +
			"&minRating=4&minPrice=10&maxPrice=500", many},
		{"/v1/products/facets?q=thing", few}, {"/v1/products/facets?q=thing+word5&option.color=shade+3", few},
		{"/v1/products?category=category-1&fields=card&include=facets,category", many}, {"/v1/categories?limit=100", many},
		{"/v1/search/suggest?q=t", few}, {"/v1/search/suggest?q=th", few}, {"/v1/search/suggest?q=thing", few},
		{"/v1/search/suggest?q=thng+wo", few}, {"/v1/search/suggest?q=brand3+word5", few}, {"/v1/search/suggest?q=%2B%2B", many},
	} {
		forget := func() { s.forget(t, bumpVersion) }
		kit.RequireWithin(t, row.path, row.bar, func() { s.API.Do(t, "GET", row.path, nil).Require(t, 200) }, forget)
	}
}

// forget makes what the module keeps of lists out of date, as a change of the catalogue does.
func (s *setup) forget(t *testing.T, bump func(tx *gorm.DB) error) {
	t.Helper()
	if err := database.InTx(t.Context(), s.DB, bump); err != nil {
		t.Fatal(err)
	}
}

// newFilledSetup is a catalogue of n products.
func newFilledSetup(t *testing.T, dialect string, n int) *setup {
	t.Helper()
	s := &setup{Runner: moduletest.On(t, dialect, build)}
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	newFiller(t, s).fill(t, n)
	return s
}

// filler adds products past the API, spread over brands, categories and options.
type filler struct {
	*setup
	brands, categories []string
	rare               string // a category with one product in 20 000, which has a rare color, too
	filled             int
}

func newFiller(t *testing.T, s *setup) *filler {
	t.Helper()
	f := &filler{setup: s, rare: s.category(t, "Rare", "")}
	for i := range 8 {
		f.brands = append(f.brands, s.brand(t, body{"name": fmt.Sprint("Brand ", i)}))
	}
	for i := range 6 {
		f.categories = append(f.categories, s.category(t, fmt.Sprint("Category ", i), ""))
	}
	return f
}

// fill adds active products until there are n: each has a brand, a category, options, a variant and
// words.
func (f *filler) fill(t *testing.T, n int) {
	t.Helper()
	const batch = 1000
	err := database.InTx(t.Context(), f.DB, func(tx *gorm.DB) error {
		if err := bumpVersion(tx); err != nil {
			return err
		}
		for ; f.filled < n; f.filled = min(n, f.filled+batch) {
			if err := f.add(tx, f.filled, min(n, f.filled+batch)); err != nil {
				return err
			}
		}
		if err := tx.Exec(`DELETE FROM catalog_words`).Error; err != nil {
			return err
		}
		return tx.Exec(`INSERT INTO catalog_words (word, uses) SELECT word, count(*) FROM catalog_index GROUP BY word ORDER BY word`).Error
	})
	if err != nil {
		t.Fatal(err)
	}
	kit.Vacuum(t, f.DB)
}

func (f *filler) add(tx *gorm.DB, from, to int) error {
	var tables []string
	rows := map[string][]string{}
	insert := func(table, format string, values ...any) {
		if rows[table] == nil {
			tables = append(tables, table)
		}
		rows[table] = append(rows[table], fmt.Sprintf("("+format+")", values...))
	}
	now := f.Clock.Now()
	for i := from; i < to; i++ {
		productID, at := id.New(), now.Add(-time.Duration(i)*time.Second).Format("2006-01-02 15:04:05+00:00")
		spread := i * 7919 % 601
		insert("catalog_products (id, name, name_key, slug, status, tax_class, brand_id, category_ids, images, options, price_from, in_stock, "+
			"rating, rating_sum, rating_count, rating_seq, units, discount, created_at, updated_at)",
			`'%s', 'Thing %d', 'thing %d %d', 'thing-%d', 'active', 'standard', '%s', '[]', '[]', '[]', %d, %t, %d, %d, %d, 0, %d, %d, '%s', '%s'`,
			productID, i, spread, i, i, f.brands[i%8], 100+i*37%100_000, i%3 > 0, spread%2*(100+spread%400), spread%2*2, spread%2, i%1000,
			max(0, spread%80-60)*10_000_000, at, at)
		insert("catalog_variants (id, product_id, position, sku, options, price, wholesale_prices, sold, available, available_seq)",
			`'%s', '%s', 0, 'SKU-%d', '{}', %d, '[]', TRUE, %d, 0`, id.New(), productID, i, 100+i*37%100_000, i%3)
		category := f.categories[spread%6]
		colors := []string{fmt.Sprint("Shade ", i%12)}
		if i%20_000 == 7 {
			category, colors = f.rare, append(colors, "Rare")
		}
		insert("catalog_placements (category_id, product_id, direct)", `'%s', '%s', TRUE`, category, productID)
		for word, weight := range map[string]int{"thing": weightName, fmt.Sprint("brand", i%8): weightBrand,
			fmt.Sprint("word", i%977): weightDescription} {
			insert("catalog_index (product_id, word, weight)", `'%s', '%s', %d`, productID, word, weight)
		}
		for _, value := range append(colors, fmt.Sprint("Size ", i%5)) {
			name := "Color"
			if strings.HasPrefix(value, "Size") {
				name = "Size"
			}
			insert("catalog_options (product_id, name_key, value_key, name, value)", `'%s', '%s', '%s', '%s', '%s'`, productID,
				optionKey(name), optionKey(value), name, value)
		}
	}
	for _, table := range tables {
		if err := tx.Exec("INSERT INTO " + table + " VALUES " + strings.Join(rows[table], ", ")).Error; err != nil {
			return err
		}
	}
	return nil
}
