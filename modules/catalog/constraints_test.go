package catalog

import (
	"testing"

	"orderd/test/kit"
)

// The history that the database refuses: two prices of a variant at once, one that ends before it
// began, is below 0 or is of no variant.
func TestConstraintsOfPrices(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.offer(t, "Cup", 20)
		const past = "'2020-01-01 00:00:00+00:00'"
		const insert = "INSERT INTO catalog_prices (variant_id, since, until, price) SELECT "
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_prices_until_check", "UPDATE catalog_prices SET until = " + past},
			{"catalog_prices_until_check", "UPDATE catalog_prices SET until = since"},
			{"catalog_prices_price_check", "UPDATE catalog_prices SET price = -1"},
			{"catalog_prices_pkey", insert + "variant_id, since, '2999-01-01 00:00:00+00:00', price FROM catalog_prices"},
			{"catalog_prices_in_force", insert + "variant_id, " + past + ", NULL, price FROM catalog_prices"},
			{"catalog_prices_variant_id_fkey", "UPDATE catalog_prices SET variant_id = '0199d5a1-93c4-7a50-8b1c-6d2e3f405171'"},
		})
	})
}

// Behind what a save looks at stand the constraints of the data that the law asks for.
func TestConstraintsOfProductData(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.offer(t, "Cup", 20)
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_variants_compare_at_kind_check", "UPDATE catalog_variants SET compare_at_kind = 'x'"},
			{"catalog_variants_lowest_price_check", "UPDATE catalog_variants SET lowest_price = 1"},
			{"catalog_variants_content_amount_check", "UPDATE catalog_variants SET content_amount = 0, content_unit = 'kg'"},
			{"catalog_variants_content_unit_check", "UPDATE catalog_variants SET content_amount = 1, content_unit = 'g'"},
			{"catalog_variants_content_check", "UPDATE catalog_variants SET content_amount = 1"},
			{"catalog_products_condition_check", "UPDATE catalog_products SET condition = 'broken'"},
			{"catalog_variants_gtin_check", "UPDATE catalog_variants SET gtin = '123456789'"},
			{"catalog_variants_gtin_check", "UPDATE catalog_variants SET gtin = '400638133393x'"},
			{"catalog_tags_key_check", "INSERT INTO catalog_tags (tag_key, product_id) SELECT '', id FROM catalog_products"},
			{"catalog_tags_product_id_fkey",
				"INSERT INTO catalog_tags (tag_key, product_id) VALUES ('x', '0199d5a1-93c4-7a50-8b1c-6d2e3f405171')"},
			{"catalog_products_withdrawal_excluded_check", "UPDATE catalog_products SET withdrawal_excluded = 'sealed'"},
		})
	})
}
