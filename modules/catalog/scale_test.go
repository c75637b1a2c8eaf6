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
// products.
func TestListsAtScale(t *testing.T) {
	t.Parallel()
	pages := []string{
		"", "sort=price", "sort=-price", "sort=name", "sort=-rating", "sort=bestselling", "brand=brand-1&sort=price",
		"category=category-1&sort=name", "category=rare",
		"minPrice=10&maxPrice=20", "minPrice=500&sort=name", "inStock=true&minRating=4&sort=bestselling", "q=thing", "q=thng", "q=thing+word5",
		"q=thing&category=rare",
	}
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			small, large := newFilledSetup(t, dialect, 100), newFilledSetup(t, dialect, 100_000)
			if total := large.API.Do(t, "GET", "/v1/products", nil).Require(t, 200).Number("meta.total"); total != 100_000 {
				t.Fatalf("%v products", total)
			}
			for _, page := range pages {
				get := func(s *setup) func() {
					return func() { s.API.Do(t, "GET", "/v1/products?"+page, nil).Require(t, 200) }
				}
				kit.RequireScale(t, page, get(small), get(large))
			}
		})
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

// filler adds products past the API, spread over brands and categories.
type filler struct {
	*setup
	brands, categories []string
	rare               string // a category with one product in 20 000
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

// fill adds active products until there are n: each has a brand, a category, a variant and words.
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
	if err == nil && database.Dialect(f.DB) == database.Postgres {
		err = f.DB.Exec("VACUUM ANALYZE").Error // as autovacuum does within a minute
	}
	if err != nil {
		t.Fatal(err)
	}
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
			"rating, rating_sum, rating_count, rating_seq, units, created_at, updated_at)",
			`'%s', 'Thing %d', 'thing %d %d', 'thing-%d', 'active', 'standard', '%s', '[]', '[]', '[]', %d, %t, %d, %d, %d, 0, %d, '%s', '%s'`,
			productID, i, spread, i, i, f.brands[i%8], 100+i*37%100_000, i%3 > 0, spread%2*(100+spread%400), spread%2*2, spread%2, i%1000, at, at)
		insert("catalog_variants (id, product_id, position, sku, options, price, wholesale_prices, sold, available, available_seq)",
			`'%s', '%s', 0, 'SKU-%d', '{}', %d, '[]', TRUE, %d, 0`, id.New(), productID, i, 100+i*37%100_000, i%3)
		category := f.categories[spread%6]
		if i%20_000 == 7 {
			category = f.rare
		}
		insert("catalog_placements (category_id, product_id, direct)", `'%s', '%s', TRUE`, category, productID)
		for word, weight := range map[string]int{"thing": weightName, fmt.Sprint("brand", i%8): weightBrand,
			fmt.Sprint("word", i%977): weightDescription} {
			insert("catalog_index (product_id, word, weight)", `'%s', '%s', %d`, productID, word, weight)
		}
	}
	for _, table := range tables {
		if err := tx.Exec("INSERT INTO " + table + " VALUES " + strings.Join(rows[table], ", ")).Error; err != nil {
			return err
		}
	}
	return nil
}
